package convert

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem/bench"
)

var (
	isoDate   = regexp.MustCompile(`(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})`)
	wordDate  = regexp.MustCompile(`(?i)([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})`)
	clock     = regexp.MustCompile(`(?i)\b(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?`)
	isWeekday = regexp.MustCompile(`(?i)\b(sun|mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?)(?:day)?\b`)
)

// readDate reads the date in text, and the time of day if it names one. It
// returns the zero Time if there is none, and how the text had to be mended.
func readDate(text string) (bench.Time, []string) {
	if t, err := bench.ParseTime(strings.TrimSpace(text)); err == nil {
		return t, nil
	}
	day, ok := findDay(text)
	if !ok {
		return bench.Time{}, nil
	}
	repairs := []string{"written otherwise than the format asks"}
	if w := isWeekday.FindString(text); w != "" {
		repairs = []string{"a weekday beside the date: taken off"}
		if !strings.EqualFold(w[:3], day.Weekday().String()[:3]) {
			repairs = append(repairs, "a weekday that is not the date's: the date holds")
		}
	}
	written := day.Format(time.DateOnly)
	if c := clock.FindStringSubmatch(text); c != nil {
		var hour, minute, second int
		fmt.Sscan(c[1], &hour)
		fmt.Sscan(c[2], &minute)
		fmt.Sscan(c[3], &second)
		if half := strings.ToLower(c[4]); half != "" {
			hour %= 12
			if half == "pm" {
				hour += 12
			}
		}
		written += fmt.Sprintf("T%02d:%02d:%02dZ", hour, minute, second)
	}
	t, err := bench.ParseTime(written)
	if err != nil { // a time of day that is none: the day alone
		t, _ = bench.ParseTime(day.Format(time.DateOnly))
	}
	return t, repairs
}

// findDay returns the day that text names, if there is such a day.
func findDay(text string) (time.Time, bool) {
	if m := isoDate.FindStringSubmatch(text); m != nil {
		t, err := time.Parse("2006-1-2", m[1]+"-"+m[2]+"-"+m[3])
		return t, err == nil
	}
	if m := wordDate.FindStringSubmatch(text); m != nil {
		month := strings.ToUpper(m[1][:1]) + strings.ToLower(m[1][1:min(3, len(m[1]))])
		t, err := time.Parse("Jan 2 2006", month+" "+m[2]+" "+m[3])
		return t, err == nil
	}
	return time.Time{}, false
}
