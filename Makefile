# `make demo` and `make test` need only a Swift toolchain, and apt or brew to install libraries.

SWIFT ?= swift
# The destination of `make install`, below DESTDIR for packaging.
PREFIX ?= /usr/local
DESTDIR ?=

# Most tests compute or compile. At most eight of them run at a time, so that none stalls for minutes.
WIDTH := SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8
# Tests with servers on loopback run separately: tests that compile, or use all cores, would block their
# threads and cause timeouts. So would too many of them at once: those of networking run in five parts.
NETWORKING := RepositoryNetworkingTests
LOOPBACK := SeedTests|ExamplesTests|DialectTests|ReticentServiceTests
MOCKED := ServiceTests.VerificationTests|CautionTests|FalseVerdictTests|^ContractTests
# The service for the generated contract tests.
SERVICE := SERVICE_URL=mock SERVICE_WRITE=1 SERVICE_RATE=0
SYNC := RepositorySyncTests
# With more tests at a time, the many connections of URLSession take most of the processor time.
SYNC_WIDTH := SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=16
# Synchronization tests that use all cores, with thousands of writes or with killed processes.
HEAVY := KillHarnessTests|SimulationTests|ManyRecordsTests|ManyWritesTests|ChainTests
# Tests with third-party servers, if Python and the network are available.
REAL := RealServers

.PHONY: demo test test-all test-notes check install release format bench check-site docs fuzz simulate scopes mutants tsan setup real-servers test-real generate record clean

demo: setup ## Generate the examples, and run them against a server on loopback
	@Scripts/demo

# Both build with the same options, so that neither rebuilds what the other has built.
test check: export REPOGEN_OPTIMIZED := 1

test: setup ## Run all but the longest tests; JSON_SCHEMA_SUITE=folder to include that suite
	@$(SWIFT) build --build-tests -Xswiftc -warnings-as-errors $$BUILD_OPTIONS
	@$(WIDTH) $(SWIFT) test --skip-build --skip '$(NETWORKING)|$(LOOPBACK)|$(MOCKED)|$(SYNC)|$(REAL)'
	@for suites in A-B C-F G-O P-R S-Z; do \
		$(SWIFT) test --skip-build --filter "$(NETWORKING)\.[$$suites]" || exit 1; \
	done
	@$(SWIFT) test --skip-build --filter '$(LOOPBACK)'
	@$(SERVICE) $(SWIFT) test --skip-build --filter '$(MOCKED)'
	@$(SYNC_WIDTH) $(SWIFT) test --skip-build --filter '$(SYNC)' --skip '$(HEAVY)'

# `make test` repeats tests with random input less often.
test-all: export THOROUGH := 1
test-all: test ## Run all tests; SYNC_RUNS=1000 for more runs with killed processes, IMPORT_RUNS=1000 for more random imports, REAL_RUNS=200 for more with faults
	@$(SWIFT) test --skip-build --filter '$(HEAVY)'
	@PIP_RETRIES=1 PIP_DEFAULT_TIMEOUT=15 Scripts/real-servers setup \
		|| printf '** installing the real servers failed: their tests are skipped\n' >&2
	@$(MAKE) --no-print-directory test-notes >.build/test-notes.log 2>&1 & notes=$$!; \
		$(SWIFT) test --skip-build --filter '$(REAL)'; status=$$?; \
		wait $$notes || status=1; cat .build/test-notes.log; exit $$status

# The tests of real servers mostly wait, so `make test-all` runs this beside them.
test-notes: setup
	@$(SWIFT) build --package-path Sources/Examples/Notes --build-tests -Xswiftc -warnings-as-errors $$BUILD_OPTIONS
	@$(SWIFT) test --package-path Sources/Examples/Notes --skip-build

check: setup ## Lint, build with warnings as errors, and check that generated code is up to date
	@Scripts/check

install: setup ## Build the program statically linked, and install it into PREFIX
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Scripts/install

release: setup ## Create the release archive for this system, with its checksum
	@Scripts/release

format: ## Format all hand-written sources
	@Scripts/format

bench: setup ## Run the benchmarks, and print ratios for this machine
	@$(SWIFT) run -c release --package-path Benchmarks Benchmarks
	@binary="$$(Scripts/static-build)" && REPOGEN="$$binary" \
		$(SWIFT) run -c release --package-path Benchmarks GeneratorBenchmarks
	@$(SWIFT) run -c release --package-path Benchmarks StorageBenchmarks
	@$(SWIFT) run -c release --package-path Benchmarks TransferBenchmarks

check-site: setup ## Check the pages of `repogen docs` with the W3C HTML checker and with axe; requires Java and Chromium
	@Scripts/check-site

docs: setup ## Build the documentation of the runtime; warnings are errors
	@Scripts/docs

fuzz: setup ## Fuzz parsers, imports and inference for ten minutes each, or FUZZ_SECONDS
	@Scripts/fuzz

simulate: setup ## Simulate the synchronizer with a million seeds, or SIM_RUNS, starting at SIM_SEED
	@$(SWIFT) run -c release sync-client simulate $${SIM_SEED:-1} $${SIM_RUNS:-1000000}

scopes: setup ## Search small scopes of the synchronizer exhaustively; SCOPE='2 2 2 1' sets the numbers of writes, process crashes, losses and changes
	@$(SWIFT) run -c release sync-client scopes $${SCOPE:-3 2 2 1}

mutants: setup ## Check that SIM_RUNS simulated runs (default: 2000) or small scopes find each mutation of the synchronizer
	@Scripts/mutants

tsan: setup ## Run concurrency tests with the thread sanitizer, in a separate build
	@Scripts/tsan

generate: setup ## Regenerate the examples
	@$(SWIFT) run repogen generate

record: setup ## Record the goldens; fails as a reminder to review them
	@RECORD_GOLDENS=1 $(SWIFT) test --filter GoldenTests

setup: ## Install libyaml, SQLite, zlib and their headers if missing
	@Scripts/setup

real-servers: ## Install the third-party servers for tests
	@Scripts/real-servers setup

test-real: real-servers ## Test generated code with real servers, with 200 runs with faults, or REAL_RUNS
	@REAL_RUNS=$${REAL_RUNS:-200} $(SWIFT) test --filter '$(REAL)'

clean:
	@rm -rf .build Benchmarks/.build Sources/Examples/Notes/.build
