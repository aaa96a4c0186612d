package dyadmem

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// cleaned returns s as it may be written: UTF-8 without NUL, the secrets in its
// turns masked.
func cleaned(s Session) Session {
	turns := make([]Turn, len(s.Turns))
	for i, t := range s.Turns {
		t.Text = MaskSecrets(clean(t.Text))
		turns[i] = t
	}
	s.Turns, s.Lang, s.Role = turns, clean(s.Lang), MaskSecrets(clean(s.Role))
	return s
}

// clean returns text as every store can keep it: broken bytes and NULs become
// the replacement character.
func clean(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// A secret is a form that keys and passwords have. The last group of form is
// what is masked; without a group it is all of it.
type secret struct {
	name string
	form *regexp.Regexp
}

// The words that announce a password or another secret, and what a value may
// begin with.
const (
	passwordWord = `(?:pass(?:word|wd|phrase|code)?|pwd|pw|passwort|(?:[A-Za-z0-9]+_)*(?:PASSWORD|PASSWD|PWD|PASS))`
	secretWord   = `(?:[A-Za-z0-9]+_)*(?:api[ _-]?key|secret(?:[ _-](?:access[ _-])?key)?|(?:access|auth|refresh)?[ _-]?token)`
	pinWord      = `(?:pin(?:[ -]number)?|(?:door|gate|alarm|entry|lock|safe|locker|garage|keypad|unlock)[ -]?code)`
	ofWhat       = `(?: (?:for|of|to|on|at|in|from) [^.,;:\n]{1,40}?)?`
	mixed        = `[A-Za-z]{3,}[^\s,;/，。；]*[0-9!#$%^&*_=+@~][^\s,;/，。；]*|[A-Za-z]{1,2}[0-9][^\s,;/，。；]{4,}|[0-9]+[A-Za-z][^\s,;/，。；]{4,}`
	quoted       = `"[^"\n]+|'[^'\n]+|“[^”\n]+|「[^」\n]+`
)

// The forms are those that the issuers document: a prefix and a length, or a
// word that announces what follows. After ":" or "=" stands a value; after "is"
// may stand anything, so that only what looks like a value counts there: it is
// quoted, has a digit or a sign in it, or is a phrase of four words and more.
var secrets = []secret{
	{"private_key", regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)`)},
	{"token", regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*`)},
	{"api_key", regexp.MustCompile(`\b(?:sk|pk|rk)[-_](?:[A-Za-z]+[-_])?[A-Za-z0-9_-]{16,}`)},
	{"api_key", regexp.MustCompile(`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`)},
	{"api_key", regexp.MustCompile(`\b(?:AIza[0-9A-Za-z_-]{35}|GOCSPX-[0-9A-Za-z_-]{10,})`)},
	{"token", regexp.MustCompile(`\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|hf_|npm_)[A-Za-z0-9_-]{16,}`)},
	{"token", regexp.MustCompile(`(?i)\bbearer\s+([A-Za-z0-9._~+/-]{20,}=*)`)},
	{"password", regexp.MustCompile(`(?i)\bauthorization\s*:\s*basic\s+([A-Za-z0-9+/]{6,}=*)`)},
	{"password", regexp.MustCompile(`\b[a-z][a-z0-9+.-]*://[^\s/:@]*:([^\s/@]+)@`)},
	{"password", regexp.MustCompile(`(?i)\b` + passwordWord + `["']?\s*(?:=|:|：)\s*(` + quoted + `|[^\s"'“”，。；,;]{4,})`)},
	{"password", regexp.MustCompile(`(?i)\b` + passwordWord + `\b` + ofWhat + `(?: (?:is|are|was))(?:\s*[:：])?\s+(` + quoted + `|[^\s"'“”，。；,;]*[0-9!#$%^&*_=+@~][^\s"'“”，。；,;]*|[a-z]+(?: [a-z]+){3,})`)},
	{"password", regexp.MustCompile(`(?i)\b` + passwordWord + `\b` + ofWhat + `(?: (?:is|are|was)|['’]s|\s*[:：]| (?:(?:has|was|is|been) )*(?:now|changed|set|reset|updated|switched) to)(?: now)?(?:\s*[:：])?\s+(` + quoted + `|[^\s"'“”，。；,;]*[0-9!#$%^&*_=+@~][^\s"'“”，。；,;]*)`)},
	{"password", regexp.MustCompile(`(?i)\b(?:password|passwort|passcode|pwd|pw)(?: to)?\s+(` + mixed + `)`)},
	{"password", regexp.MustCompile(`(?i)\b` + pinWord + `\b` + ofWhat + `(?: (?:is|was)(?: now)?|['’]s|\s*[:：=])?\s*([0-9]{4,8}\b#?)`)},
	{"password", regexp.MustCompile(`(?i)\b(?:cvv|cvc)2?(?:[ -]code)?(?: (?:is|was)|\s*[:：=])?\s*([0-9]{3,4}\b)`)},
	{"password", regexp.MustCompile(`(?i)\b(?:log-?in|sign-?in|credentials?)\b` + ofWhat + `(?: (?:is|are)|\s*[:：=])\s*[^\s/]+(?:\s*/\s*| and | with )(` + mixed + `)`)},
	{"password", regexp.MustCompile(`(?:账号|帐号|账户|登录名?|用户名)\s*(?:是|为|：|:)?\s*[!-.0-~]+\s*[/／]\s*(` + mixed + `)`)},
	{"password", regexp.MustCompile(`(?:密码|口令|卡密)(?:[^，。；！？\n]{0,6}?(?:改|换|设|更新)[成为到]了?|就是|还是|叫)\s*["“「]?([!-~]*[0-9!#$%^&*_=+@~][!-~]{2,})`)},
	{"password", regexp.MustCompile(`(?:密码|口令)(?:是|为|：|:|叫)\s*([“「][^”」\n]+)`)},
	{"password", regexp.MustCompile(`(?:卡密|门禁码|门锁码|开锁码|PIN码?|(?:门禁|门锁|保险箱|保险柜|银行卡|取款|支付|开机|解锁)(?:的)?密码)\s*(?:是|为|：|:|=)?\s*([0-9]{4,8}#?)`)},
	{"password", regexp.MustCompile(`(?:密码|口令)\s*(?:(?:是|为|：|:|=)\s*)+["“「]?([^\s"”」，。；,;！？]*[!-~]{3,}[^\s"”」，。；,;！？]*)`)},
	{"password", regexp.MustCompile(`(?:密码|口令)\s?([A-Za-z]*[0-9][!-~]{3,}|[A-Za-z]+[0-9][!-~]*)`)},
	{"api_key", regexp.MustCompile(`(?i)(?:^|[^\[\w])` + secretWord + `["']?\s*(?:is|是|为|=|:|：)\s*["'“]?([!-~]{12,})`)},
	{"api_key", regexp.MustCompile(`密钥\s*(?:是|为|=|:|：)\s*["'“]?([!-~]{12,})`)},
}

// plainPhrase is what stands after "the password is" and is no password.
var plainPhrase = regexp.MustCompile(`(?i)^(?:not|now|no|in|on|at|wrong|right|too|very|so|the|a|an|stored|kept|saved|written|known|required|needed|expired|invalid|correct and|hard|easy|being|still|already|never|always|only|what|something|one|out|up|about|to|my|your|his|her|our|their|ask|see|please|shared|hidden|with|under|same|different|longer|shorter|reset|changed|sent|set)\b`)

// hyphenated is a word of parts that begins as some keys do: "sk-learn-pipelines".
// A key has a digit, or a run of letters longer than words are.
var hyphenated = regexp.MustCompile(`^(?:sk|pk|rk)(?:[-_][A-Za-z][a-z]{0,14})+[-_]?$`)

// cardNumber is 13 to 19 digits, perhaps in groups.
var cardNumber = regexp.MustCompile(`[0-9０-９](?:[ .\-–—‑\x{3000}]?[0-9０-９]){12,18}`)

// MaskSecrets returns text with keys, tokens, passwords and card numbers
// replaced by "[secret:…]", which names the sort. What merely speaks of a key
// stays as it is.
func MaskSecrets(text string) string {
	for { // what is masked may lay another bare
		masked := maskOnce(text)
		if masked == text {
			return masked
		}
		text = masked
	}
}

func maskOnce(text string) string {
	for _, s := range secrets {
		text = s.mask(text)
	}
	return cardNumber.ReplaceAllStringFunc(text, func(n string) string {
		if !luhn(norm.NFKC.String(n)) {
			return n
		}
		return "[secret:card_number]"
	})
}

func (s secret) mask(text string) string {
	var b strings.Builder
	last := 0
	for _, m := range s.form.FindAllStringSubmatchIndex(text, -1) {
		from, to := m[len(m)-2], m[len(m)-1]
		if strings.Contains(text[from:to], "[secret:") {
			continue // masked already
		}
		if r, _ := utf8.DecodeRuneInString(text[to:]); s.name == "password" && strings.ContainsRune("年月号日天次个位", r) {
			continue // a date or an amount: 密码2026年改过
		}
		if s.name == "password" && plainPhrase.MatchString(text[from:to]) || len(m) == 2 && hyphenated.MatchString(text[from:to]) { // nothing announces it
			continue
		}
		if q, size := utf8.DecodeRuneInString(text[from:to]); strings.ContainsRune("\"'“「", q) {
			from += size
		}
		b.WriteString(text[last:from])
		b.WriteString("[secret:" + s.name + "]")
		last = to
	}
	return b.String() + text[last:]
}

// luhn reports whether the digits of n have a right check digit
// (ISO/IEC 7812-1).
func luhn(n string) bool {
	sum, double := 0, false
	for i := len(n) - 1; i >= 0; i-- {
		if n[i] < '0' || n[i] > '9' {
			continue
		}
		v := int(n[i] - '0')
		if double {
			if v *= 2; v > 9 {
				v -= 9
			}
		}
		sum, double = sum+v, !double
	}
	return sum%10 == 0
}
