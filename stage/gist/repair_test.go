package gist

import "testing"

func TestMend(t *testing.T) {
	for _, c := range []struct{ said, repair, want string }{
		{"The choir starts at half seven", "Sorry, I said half seven for the choir, it's actually eight.", "The choir starts at eight"},
		{"The train is at 9:15", "Wait no, it's 9:45.", "The train is at 9:45"},
		{"The hall holds 80 people", "Oops, not 80, 60.", "The hall holds 60 people"},
		{"The hall holds 80 people", "I said 80 for the boat, it's 60.", ""},
		{"The hall holds 80 people", "It's 60 people that we need.", ""},
		{"The ferry leaves at six and at nine", "No, it's seven.", ""},
		{"用户的渡轮周六下午两点开", "不对，是三点。", "用户的渡轮周六下午三点开"},
		{"仓库有40箱", "说错了，是50箱。", "仓库有50箱"},
		{"讲座定在5月3日", "不是5月3日，是5月4日。", "讲座定在5月4日"},
		{"用户的新钟点工是陈姨", "说错了，姓程。", "用户的新钟点工是程姨"},
		{"用户的新钟点工是陈姨", "刚才说错了，新钟点工不姓陈，姓程，程姨。", "用户的新钟点工是程姨"},
		{"用户的新钟点工是陈姨", "说错了，不姓王，姓程。", ""},
		{"仓库有40箱", "不对劲。", ""},
		{"用户的渡轮周六下午两点开", "三点开会。", ""},
	} {
		got := ""
		if r, ok := RepairOf(c.repair); ok {
			got, _ = r.Mend(c.said)
		}
		if got != c.want {
			t.Errorf("%q after %q: %q, want %q", c.repair, c.said, got, c.want)
		}
	}
}
