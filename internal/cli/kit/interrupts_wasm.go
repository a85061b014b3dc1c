package kit

import "os"

// interrupts returns the signals that end a command. WebAssembly has no others.
func interrupts() []os.Signal { return []os.Signal{os.Interrupt} }
