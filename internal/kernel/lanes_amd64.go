//go:build !purego

package kernel

import (
	"queens/internal/cpu"
	"queens/internal/kernel/table"
)

//go:generate go -C _gen run ./lanes ..

// lanes16 is the lane engine with AVX-512.
var lanes16 = Kernel{
	Entry: table.Entry{
		Name:    "lanes-avx512",
		Summary: "ordinary boards, 32 side by side in vectors of 16 lanes",
		Needs:   "AVX-512 (F, DQ, BW, VL, VPOPCNTDQ) and BMI2",
		Has:     func() bool { return cpu.AVX512 },
	},
	Accepts: acceptsLanes,
	From:    laneFrom,
	Count:   func(t *Task) Result { return countLanes(t, &lanes16Steps) },
}

var lanes16Steps = laneSteps{
	3:  {lanes16Fill3, lanes16Fill3Blocked},
	4:  {lanes16Fill4, lanes16Fill4Blocked},
	5:  {lanes16Fill5, lanes16Fill5Blocked},
	6:  {lanes16Fill6, lanes16Fill6Blocked},
	7:  {lanes16Fill7, lanes16Fill7Blocked},
	8:  {lanes16Fill8, lanes16Fill8Blocked},
	9:  {lanes16Fill9, lanes16Fill9Blocked},
	10: {lanes16Fill10, lanes16Fill10Blocked},
	11: {lanes16Fill11, lanes16Fill11Blocked},
}

// lanes8 is the lane engine with AVX2.
var lanes8 = Kernel{
	Entry: table.Entry{
		Name:    "lanes-avx2",
		Summary: "ordinary boards, 32 side by side in vectors of 8 lanes",
		Needs:   "AVX2, BMI2 and POPCNT",
		Has:     func() bool { return cpu.AVX2 },
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
