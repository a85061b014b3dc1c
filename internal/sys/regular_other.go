//go:build !linux && !darwin && !freebsd

package sys

const openNonblock = 0
