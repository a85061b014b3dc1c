//go:build !purego

package kernel

import (
	"queens/internal/cpu"
	"queens/internal/kernel/table"
)

//go:generate go -C _gen run ./lanes -out ../zlanes8_amd64.s -stubs ../zlanes8_amd64.go -pkg kernel

var archKernels = []Kernel{lanes8}

var lanes8 = Kernel{
	Entry: table.Entry{
		Name:  "lanes-avx2",
		Needs: "AVX2, BMI2 and POPCNT",
		Has:   func() bool { return cpu.AVX2 },
	},
	Accepts: acceptsLanes,
	From:    laneFrom,
	Count:   func(t *Task) Result { return countLanes(t, &lanes8Steps) },
}

var lanes8Steps = laneSteps{
	3:  {lanes8Fill3, lanes8Fill3Blocked},
	4:  {lanes8Fill4, lanes8Fill4Blocked},
	5:  {lanes8Fill5, lanes8Fill5Blocked},
	6:  {lanes8Fill6, lanes8Fill6Blocked},
	7:  {lanes8Fill7, lanes8Fill7Blocked},
	8:  {lanes8Fill8, lanes8Fill8Blocked},
	9:  {lanes8Fill9, lanes8Fill9Blocked},
	10: {lanes8Fill10, lanes8Fill10Blocked},
	11: {lanes8Fill11, lanes8Fill11Blocked},
}
