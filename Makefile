# make demo   the main job: the pipeline without a model over the data set in the binary
# make test   the tests
# make check  what has to pass before a commit
# make console  the service's page in a real browser
# make real-models   the model stages against a real llama.cpp and a real embedder, from package registries

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: demo build test check speed torture console real-models

demo:
	go run ./cmd/dyadmem bench run --data mini --system rules --out out/mini

build:
	CGO_ENABLED=0 go build -trimpath -o bin/dyadmem ./cmd/dyadmem

# TESTFLAGS="-race -shuffle=on" is what check runs; the race detector needs a C compiler.
test:
	go test $(TESTFLAGS) ./...

check:
	@test -z "$$(gofmt -l .)" || { echo "gofmt would change:"; gofmt -l .; exit 1; }
	go vet ./...
	go run $(STATICCHECK) ./...
	go mod tidy -diff
	$(MAKE) test TESTFLAGS="-race -shuffle=on"

# Ten times the kills of the tests; on PostgreSQL too where DYADMEM_TEST_POSTGRES names a database.
torture:
	DYADMEM_TORTURE=10 go test -count=1 -timeout 60m -v -run Kill9 ./queue/

speed:
	go test -run '^$$' -bench . -benchmem ./...

console:
	scripts/console.sh

real-models:
	scripts/real-models.sh
