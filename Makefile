# Names for plain commands, nothing more.
.PHONY: check test gates long bench gen
check: test gates
test:  ; ./scripts/test
gates: ; ./scripts/gates
long:  ; ./scripts/long
bench: ; go test -run=NONE -bench=. -count=10 ./count/internal/kernels/search ./count
gen:   ; go generate ./...
