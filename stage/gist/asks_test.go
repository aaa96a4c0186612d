package gist

import "testing"

func TestAsksToForget(t *testing.T) {
	for _, asks := range []string{
		"Please forget that my brother has a new job.",
		"Forget what I told you about the flat.",
		"Forget my old address.",
		"Delete everything you know about my health.",
		"Please forget where the spare key is.",
		"Remove from your notes that I smoke.",
		"The thing about Ada's debts, wipe it.",
		"Forget the Lisbon stuff.",
		"Scrub that bit about the bank.",
		"Please delete my salary.",
		"Please forget the door code.",
		"Delete the mail address I gave you.",
		"请忘记我的生日。",
		"把我住哪儿忘了吧。",
		"我上回说的那件事，你删掉。",
		"我的工资你给抹了。",
		"上次讲的邮件的事，删了吧。",
		"他的名字当我没说。",
		"那件事你忘了吧。",
	} {
		if !AsksToForget(asks) {
			t.Errorf("%q asks to forget", asks)
		}
	}
	for _, other := range []string{
		"Delete the photo of Lisbon.",
		"Please remove the French version from the shared drive.",
		"Forget about the onions in the soup, take leeks.",
		"Forget the nuts, I'll bake it without.",
		"Delete the second paragraph.",
		"Don't forget that I am diabetic.",
		"Never forget my birthday.",
		"I always forget the passcode.",
		"Remove the comma in line three.",
		"Take the eggs out of the fridge.",
		"请把桌面上的文件删掉。",
		"删掉第二段。",
		"把菜谱里的花生去掉，删掉吧。",
		"别忘了我对花生过敏。",
		"我忘记带伞了。",
		"昨天又忘了浇花。",
		"听到后面忘了前面。",
		"这张照片删了。",
	} {
		if AsksToForget(other) {
			t.Errorf("%q asks for something else", other)
		}
	}
}
