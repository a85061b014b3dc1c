package cpu

import "golang.org/x/sys/cpu"

func detect() []Feature {
	x := &cpu.X86
	avx512 := x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512VPOPCNTDQ &&
		x.HasBMI2 && x.HasPOPCNT
	return []Feature{
		{"avx2", x.HasAVX2 && x.HasBMI2 && x.HasPOPCNT},
		{"avx512", avx512},
		{"bitalg", avx512 && x.HasAVX512BITALG && x.HasAVX512VBMI},
		{"gfni", avx512 && x.HasAVX512GFNI},
		{"neon", false},
	}
}
