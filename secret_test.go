package dyadmem_test

import (
	"testing"

	"github.com/dyadmem/dyadmem"
)

// Passwords, PINs and codes go, as people tell them; what merely speaks of one stays.
func TestMaskPasswordsAsTheyAreTold(t *testing.T) {
	const gone = "[secret:password]"
	for in, want := range map[string]string{
		"my vpn pw at work is tangerine41, just in case": "my vpn pw at work is " + gone + ", just in case",
		"passwort for the tax portal: Ginster?77":        "passwort for the tax portal: " + gone,
		"The wifi password's now teapot_9":               "The wifi password's now " + gone,
		"I changed the router password to Fjord2024!":    "I changed the router password to " + gone,
		"The password has been reset to quagga#1.":       "The password has been reset to " + gone,
		"new password lobster88 for the shop":            "new password " + gone + " for the shop",
		"The PIN for my Visa is 2749":                    "The PIN for my Visa is " + gone,
		"pin: 774411":                                    "pin: " + gone,
		"the alarm code is 6630#":                        "the alarm code is " + gone,
		"Gate code 5518, then left":                      "Gate code " + gone + ", then left",
		"CVC 318":                                        "CVC " + gone,
		"login for the shop is berta / m0nkeytree":       "login for the shop is berta / " + gone,
		"我家wifi密码改成了mango2031":                           "我家wifi密码改成了" + gone,
		"卡密是7741":                                        "卡密是" + gone,
		"门禁码 5518#":                                      "门禁码 " + gone,
		"取款密码774411":                                     "取款密码" + gone,
		"口令是“芝麻开门”":                                      "口令是“" + gone + "”",
		"账号 berta / m0nkeytree":                          "账号 berta / " + gone,

		"My login is at nine and lunch at twelve.":        "My login is at nine and lunch at twelve.",
		"The pin is 4 mm thick.":                          "The pin is 4 mm thick.",
		"My pin code is 560001, in Bengaluru.":            "My pin code is 560001, in Bengaluru.",
		"The dress code is black tie.":                    "The dress code is black tie.",
		"The course code is 4471.":                        "The course code is 4471.",
		"The code of the door is on the fridge.":          "The code of the door is on the fridge.",
		"The password for the portal: ask my boss.":       "The password for the portal: ask my boss.",
		"The password for it: ask my boss or his deputy.": "The password for it: ask my boss or his deputy.",
		"The password is shared with the whole team.":     "The password is shared with the whole team.",
		"That password's missing from the list here.":     "That password's missing from the list here.",
		"My IBAN is GB29 NWBK 6016 1331 9268 19":          "My IBAN is GB29 NWBK 6016 1331 9268 19",
		"Please pass 10km on the left.":                   "Please pass 10km on the left.",
		"密码2026年改过一次。":                                    "密码2026年改过一次。",
		"密码是我生日。":                                         "密码是我生日。",
		"密码忘了，帮我想想办法。":                                    "密码忘了，帮我想想办法。",
		"我的账号是 berta，在小红书。":                               "我的账号是 berta，在小红书。",
	} {
		if got := dyadmem.MaskSecrets(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if got := dyadmem.MaskSecrets(dyadmem.MaskSecrets(in)); got != want {
			t.Errorf("%q masked twice: %q, want %q", in, got, want)
		}
	}
}
