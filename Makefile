# `make demo` and `make test` do everything on a machine that has a Swift toolchain and nothing else.

SWIFT ?= swift
# Where `make install` puts the program; a package is built below DESTDIR.
PREFIX ?= /usr/local
DESTDIR ?=

# Tests that talk to servers on loopback run by themselves: those that compile, and those that keep
# every core busy, would take the threads on which these wait, and timeouts would come true.
LOOPBACK := RepositoryNetworkingTests|SeedTests|ExamplesTests|DialectTests|ReticentServiceTests|ServiceTests.VerificationTests|CautionTests|^ContractTests
# What the generated contract tests are run against.
MOCKED := SERVICE_URL=mock SERVICE_WRITE=1 SERVICE_RATE=0
SYNC := RepositorySyncTests
# Those of them that keep every core busy, with thousands of writes or with processes that are killed.
HEAVY := KillHarnessTests|SimulationTests|ManyRecordsTests|ManyWritesTests|ChainTests
# Those against servers that others wrote, where Python and the network allow.
REAL := RealServers

.PHONY: demo test check install release format bench check-site docs fuzz simulate scopes mutants tsan setup real-servers test-real generate record clean

demo: setup ## Generate the examples, start a server on loopback, and show a run
	@Scripts/demo

test: setup ## Run all tests; SYNC_RUNS=1000 for more runs in which processes are killed, REAL_RUNS=200 with faults, JSON_SCHEMA_SUITE=folder with that suite
	@$(SWIFT) build --build-tests -Xswiftc -warnings-as-errors
	@$(SWIFT) test --skip-build --skip '$(LOOPBACK)|$(SYNC)|$(REAL)'
	@$(MOCKED) $(SWIFT) test --skip-build --filter '$(LOOPBACK)'
	@$(SWIFT) test --skip-build --filter '$(SYNC)' --skip '$(HEAVY)'
	@$(SWIFT) test --skip-build --filter '$(HEAVY)'
	@$(SWIFT) build --package-path Sources/Examples/Notes --build-tests -Xswiftc -warnings-as-errors
	@$(SWIFT) test --package-path Sources/Examples/Notes --skip-build
	@PIP_RETRIES=1 PIP_DEFAULT_TIMEOUT=15 Scripts/real-servers setup \
		|| printf '** the real servers cannot be installed here: their tests are skipped\n' >&2
	@$(SWIFT) test --skip-build --filter '$(REAL)'

check: setup ## Lint strictly, build with warnings as errors, see that generated sources are fresh
	@Scripts/check

install: setup ## Build the program with all its libraries in it, and install it into PREFIX
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Scripts/install

release: setup ## Make the archive of a release for this system, with its checksum
	@Scripts/release

format: ## Format all sources that people write
	@Scripts/format

bench: setup ## Measure; prints ratios of one run on this machine
	@$(SWIFT) build -c release --product repogen
	@$(SWIFT) run -c release --package-path Benchmarks Benchmarks
	@$(SWIFT) run -c release --package-path Benchmarks GeneratorBenchmarks
	@$(SWIFT) run -c release --package-path Benchmarks StorageBenchmarks
	@$(SWIFT) run -c release --package-path Benchmarks TransferBenchmarks

check-site: setup ## Check the pages of `repogen docs` with the HTML checker of the W3C and with axe, in a browser; needs Java and Chromium
	@Scripts/check-site

docs: setup ## Build the documentation of the runtime; a warning is an error
	@Scripts/docs

fuzz: setup ## Feed readers, imports and inference made-up inputs, ten minutes each, or FUZZ_SECONDS
	@Scripts/fuzz

simulate: setup ## Simulate the synchronizer with a million seeds, or SIM_RUNS, from SIM_SEED on
	@$(SWIFT) run -c release sync-client simulate $${SIM_SEED:-1} $${SIM_RUNS:-1000000}

scopes: setup ## Search small scopes of the synchronizer exhaustively, or as SCOPE='2 2 2 1' says: writes, ends of the process, losses, changes
	@$(SWIFT) run -c release sync-client scopes $${SCOPE:-3 2 2 1}

mutants: setup ## Mutate the synchronizer, and see that SIM_RUNS simulated runs, 2000 by default, or small scopes find each
	@Scripts/mutants

tsan: setup ## Run what happens at once under the thread sanitizer, in a build of its own
	@Scripts/tsan

generate: setup ## Generate the examples again
	@$(SWIFT) run repogen generate

record: setup ## Write the goldens anew; fails, so that nobody forgets to look at them
	@RECORD_GOLDENS=1 $(SWIFT) test --filter GoldenTests

setup: ## Install libyaml, SQLite, zlib and their headers if they are missing
	@Scripts/setup

real-servers: ## Install servers that others wrote, for the tests that talk to them
	@Scripts/real-servers setup

test-real: real-servers ## Drive real servers by generated code alone, with 200 runs of faults, or REAL_RUNS
	@REAL_RUNS=$${REAL_RUNS:-200} $(SWIFT) test --filter '$(REAL)'

clean:
	@rm -rf .build Benchmarks/.build Sources/Examples/Notes/.build
