//go:build !purego

package kernel

import "testing"

func TestLanes16(t *testing.T) { testLanes(t, &lanes16Steps) }
func TestSteps16(t *testing.T) { testSteps(t, &lanes16Steps) }

func TestLanes8(t *testing.T) { testLanes(t, &lanes8Steps) }
func TestSteps8(t *testing.T) { testSteps(t, &lanes8Steps) }
