package score

var handedBeyond = count("handed_beyond", "entries handed over beyond the 16 that count", func(a *Answered) int { return a.HandedBeyond })

var handedLong = count("handed_long", "entries handed over that are longer than 500 runes", func(a *Answered) int { return a.HandedLong })
