package stage

import "testing"

func TestRecallCues(t *testing.T) {
	for _, c := range []struct {
		name string
		cue  func(string) bool
		yes  []string
		no   []string
	}{
		{"asks for an end", asksEnd, []string{"Until when is the bridge shut?", "By what date must the form be in?", "How long does the sale last?", "展览开到哪天？", "押金最晚什么时候交？"}, []string{"When did the bridge open?", "Who shut the bridge?", "展览在哪里？"}},
		{"tells an end", tellsEnd, []string{"The bridge is shut until May", "The form is due on 4 June", "展览开到十月底", "押金在周五前交"}, []string{"The bridge opened in May", "展览在北馆"}},
		{"asks for a wording", asksWording, []string{"Draft a note for the landlord.", "What do you reply?", "替她写一条消息"}, []string{"Which shelf do you dust?", "几点关灯？"}},
		{"rules a wording", rulesWording, []string{"Letters to the council open with the case number", "消息里不用感叹号"}, []string{"Dust the top shelf first, and after that make a note of it", "先关灯"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, s := range c.yes {
				if !c.cue(s) {
					t.Errorf("%q: no", s)
				}
			}
			for _, s := range c.no {
				if c.cue(s) {
					t.Errorf("%q: yes", s)
				}
			}
		})
	}
}
