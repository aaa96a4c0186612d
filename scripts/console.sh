#!/usr/bin/env bash
# Uses the console of a running service in a real browser, in English and in
# Chinese. Exit status 75: no browser, or its driver could not be fetched.
set -euo pipefail
cd "$(dirname "$0")/.."
CHROME=${CHROME:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -n "$CHROME" ] || { echo "console: no Chromium (CHROME names one)" >&2; exit 75; }
export CHROME
dir=$(mktemp -d)
trap 'kill "${pid:-}" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$dir"' EXIT
cp scripts/console.mjs "$dir/"
(cd "$dir" && npm init -y && npm install --no-fund --no-audit puppeteer-core@24) >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log" >&2; exit 75; }
go build -o "$dir/dyadmem" ./cmd/dyadmem

for lang in en zh-CN; do
	store=sqlite:$dir/$lang.db
	KEY=$("$dir/dyadmem" keys create --store "$store" --name test --role write 2>/dev/null)
	export KEY
	"$dir/dyadmem" serve --store "$store" --listen 127.0.0.1:0 2>"$dir/log" &
	pid=$!
	for _ in $(seq 100); do
		url=$(sed -n 's/.* on \(http:[^ ;]*\).*/\1/p' "$dir/log")
		[ -z "$url" ] || break
		sleep 0.1
	done
	[ -n "$url" ] || { cat "$dir/log" >&2; exit 1; }
	send() { curl -sS --fail-with-body -X POST -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$url/v1/dyads/desk/ann/$1" -d "$2"; }
	key=$(send entries '{"kind":"fact","content":"The bike is blue"}' | sed 's/.*"key":"\([^"]*\)".*/\1/')
	send "entries/$key/retire" '{"actor":"agent"}' >/dev/null
	send 'sessions?wait=true' '{"id":"s1","at":"2026-03-02T09:00:00Z","turns":[{"speaker":"user","text":"Hello."}]}' >/dev/null
	node "$dir/console.mjs" "$url" "desk / ann" "$lang" || { tail -n 20 "$dir/log" >&2; exit 1; }
	kill "$pid" && wait "$pid"
done
