package cli

import (
	"fmt"
	"math"
	"time"
)

// humanDuration returns d for people, with two or three significant digits:
// "1.3 ms", "0.28 s", "27 s", "3 min 20 s", "7.4 h", "74 days", "12 years", "3e+05 years".
func humanDuration(d time.Duration) string { return humanSeconds(d.Seconds()) }

// humanSeconds is humanDuration for times that exceed a Duration.
func humanSeconds(s float64) string {
	const minute, hour, day, year = 60, 3600, 86400, 365.25 * 86400
	switch {
	case s < 0.0000995:
		return fmt.Sprintf("%.1f µs", s*1e6)
	case s < 0.0995:
		return fmt.Sprintf("%.3g ms", s*1e3)
	case s < 9.95:
		return fmt.Sprintf("%.2f s", s)
	case s < 99.5:
		return fmt.Sprintf("%.0f s", s)
	case s < 1.5*hour:
		whole := int(math.Round(s))
		return fmt.Sprintf("%d min %d s", whole/minute, whole%minute)
	case s < 2*day:
		return fmt.Sprintf("%.1f h", s/hour)
	case s < 2*year:
		return fmt.Sprintf("%.0f days", s/day)
	case s < 1e5*year:
		return fmt.Sprintf("%.0f years", s/year)
	default:
		return fmt.Sprintf("%.0e years", s/year)
	}
}
