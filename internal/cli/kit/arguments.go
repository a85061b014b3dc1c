package kit

import (
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"

	"queens/internal/human"
)

// OrderBetween returns the one argument of a command, an order from least to most.
func OrderBetween(command string, args []string, least, most int) (int, error) {
	if len(args) != 1 {
		return 0, Usagef("%s: %s, want the order: queens %s 8", command, human.Plural(len(args), "argument"), command)
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return 0, Usagef("%s: order %q: want a number from %d to %d", command, args[0], least, most)
	}
	if n < least || n > most {
		return 0, fmt.Errorf("%s: order %d: want %d to %d: %w", command, n, least, most, queens.ErrOrder)
	}
	return n, nil
}

// RandomSeed returns a random seed, short enough to be typed again.
func RandomSeed() uint64 { return rand.Uint64()>>32 | 1 }

// CheckListen refuses an address of a flag that has no port to listen at.
func CheckListen(command, flag, address string) error {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return Usagef("%s: --%s %q: want an address with a port from 0 to 65535, like 127.0.0.1:8020", command, flag, address)
	}
	return nil
}

// NoArguments refuses arguments after a command that has none.
func NoArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("%s: unexpected argument %q; it takes none", Path(cmd), args[0])
	}
	return nil
}

// Path returns the name of a command as one types it behind that of the program, like
// "runs show"; nothing of the program itself.
func Path(cmd *cobra.Command) string {
	return strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()), " ")
}
