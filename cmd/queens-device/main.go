// Command queens-device calls the drivers of devices for queens and queens-count, which start it.
// It is a separate program because a driver may crash and because it needs dynamic linking; see
// docs/device.md.
//
//	queens-device list        prints the devices as JSON
//	queens-device serve NAME  counts the units that it reads as lines of JSON
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"

	"queens/count/device"
	"queens/count/device/dense"
	"queens/count/device/driver"
)

func main() {
	signal.Ignore(os.Interrupt) // the program that started it stops it
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// streams is the number of units in flight: while one waits for the device, others make lists.
const streams = 4

func run(args []string, in io.Reader, out, complaints io.Writer) int {
	const usage = "usage: queens-device list | queens-device serve NAME\n\nqueens and queens-count start it; see " +
		"queens count --help, queens doctor and docs/device.md."
	var err error
	switch {
	case len(args) == 1 && (args[0] == "--help" || args[0] == "-h"):
		_, err = fmt.Fprintln(out, usage)
	case len(args) == 1 && args[0] == "list":
		err = json.NewEncoder(out).Encode(driver.Routes())
	case len(args) == 2 && args[0] == "serve":
		err = serve(args[1], in, out)
	default:
		fmt.Fprintln(complaints, usage)
		return 2
	}
	if err != nil {
		fmt.Fprintln(complaints, "queens-device:", err)
		return 1
	}
	return 0
}

func serve(name string, in io.Reader, out io.Writer) error {
	info, list, err := driver.Open(name, streams)
	if err != nil {
		return device.Refuse(out, err)
	}
	var served []dense.Device
	for _, s := range list {
		defer s.Close()
		served = append(served, s)
	}
	return device.Serve(in, out, info, served)
}
