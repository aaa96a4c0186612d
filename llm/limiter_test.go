package llm

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestAWaiterThatLeavesKeepsNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(1)
		first, err := l.acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		impatient, cancel := context.WithCancel(t.Context())
		left, came := make(chan error), make(chan error)
		go func() { _, err := l.acquire(impatient); left <- err }()
		synctest.Wait()
		go func() { _, err := l.acquire(t.Context()); came <- err }()
		synctest.Wait()
		cancel()
		if err := <-left; err == nil {
			t.Error("a slot was given out twice")
		}
		first.done()
		if err := <-came; err != nil {
			t.Error(err)
		}
	})
}

func TestTheBoundFallsOnceForWhatWasInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(10)
		var slots []slot
		for range 10 {
			s, err := l.acquire(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			slots = append(slots, s)
		}
		falls := 0
		for _, s := range slots {
			if s.throttled(time.Second) {
				falls++
			}
		}
		if falls != 1 || int(l.bound) != 7 {
			t.Errorf("%d falls to %v, want one to 7", falls, l.bound)
		}
		before := time.Now()
		for range 60 {
			s, err := l.acquire(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			s.done()
		}
		if waited := time.Since(before); waited != time.Second {
			t.Errorf("the pause lasted %v, want 1s", waited)
		}
		if l.bound != 10 {
			t.Errorf("the bound is %v after 60 good calls, want 10 again", l.bound)
		}
	})
}
