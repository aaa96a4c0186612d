package stage

import (
	"context"
	"fmt"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/model"
)

// Full returns the control `full`: no memory but the whole history, which
// stands in the model's prompt for every question. What does not fit the
// model's context is cut.
func Full(m model.Model) dyadmem.Engine {
	return dyadmem.Engine{
		Capturer: dyadmem.CaptureFunc(transcript),
		Updater:  AddAll{},
		Recaller: dyadmem.RecallFunc(whole),
		Answerer: model.Answerer{Model: m},
	}
}

// transcript captures a session as one entry, word for word.
func transcript(_ context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
	if len(s.Turns) == 0 {
		return nil, nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", model.Stamp(s.At))
	e := dyadmem.Entry{Kind: dyadmem.Episodic, At: s.At}
	for _, t := range s.Turns {
		fmt.Fprintf(&b, "%s: %s\n", t.Speaker, t.Text)
		e.Evidence = append(e.Evidence, t.ID)
	}
	e.Content = b.String()
	return []dyadmem.Entry{e}, nil
}

// whole recalls the whole bank as one entry, so that no limit on entries cuts
// it.
func whole(_ context.Context, b dyadmem.Bank, _ dyadmem.Query) ([]dyadmem.Hit, error) {
	if len(b.Entries) == 0 {
		return nil, nil
	}
	all := dyadmem.Entry{Kind: dyadmem.Episodic, Content: strings.Join(gist.Contents(b.Entries), "\n")}
	for _, e := range b.Entries {
		all.Evidence = append(all.Evidence, e.Evidence...)
	}
	all.Key = dyadmem.KeyFor(all.Content)
	return []dyadmem.Hit{{Entry: all, Score: 1, Reason: "the whole history"}}, nil
}
