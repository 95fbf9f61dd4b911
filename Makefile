# Everyday commands.  They install missing packages and call CMake, which builds.

BUILD ?= build
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
HEDDLE := $(BUILD)/bin/heddle
DEMO := $(BUILD)/demo
SOURCES = $(shell git ls-files '*.hpp' '*.cpp' '*.h' '*.c')

.DEFAULT_GOAL := build
.PHONY: dependencies configure build demo test test-all test-sanitized test-states test-peers fuzz campaign benchmarks bench bench-states bench-spin page table-names table-schedules format lint install product package clean

dependencies:
	@tools/install_dependencies.sh

configure: dependencies
	@mkdir -p $(BUILD)
	@cmake -G Ninja -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=RelWithDebInfo > $(BUILD)/configure.log 2>&1 || \
	  { cat $(BUILD)/configure.log; exit 1; }

build: configure
	ninja -C $(BUILD) -j$(JOBS)

# Finds a real bug and replays it.  Success means that `heddle run` exits with 1.
demo: configure
	ninja -C $(BUILD) -j$(JOBS) heddle libheddle
	@mkdir -p $(DEMO)
	$(HEDDLE) c++ -std=c++20 -g examples/dining_philosophers/dining_philosophers.cpp -o $(DEMO)/dining_philosophers
	$(HEDDLE) run --trace $(DEMO)/dining_philosophers.trace $(DEMO)/dining_philosophers; test $$? -eq 1
	$(HEDDLE) replay $(DEMO)/dining_philosophers.trace --times 20; test $$? -eq 1

# The longest tests are in `make test-all`.
test: build
	ctest --test-dir $(BUILD) --output-on-failure -j$(JOBS) -LE long

benchmarks: build
	cmake --build $(BUILD) --target native_benchmark search_benchmark reduction_benchmark states_benchmark split_benchmark rank_simulation

# Measures time and memory of a search of fifteen million states.
bench-states: benchmarks
	benchmarks/ten_million_states.sh $(BUILD)

# Compares stateful search with SPIN, on models of the same granularity.  Takes minutes; skipped without Debian's package `spin`.
bench-spin: product
	benchmarks/spin_comparison.py $(BUILD)

# Compares the state counts of all small programs with the recorded ones, at every optimisation level, with both compilers;
# also on the other architecture after tools/build_cross.sh.
test-states: build
	cmake -B $(BUILD) -DHEDDLE_CROSS_LIBDIR=$(dir $(wildcard $(CURDIR)/build-cross/lib/libheddle.so)) > /dev/null
	cmake --build $(BUILD) --target test_states; code=$$?; \
	  cmake -B $(BUILD) -DHEDDLE_CROSS_LIBDIR= > /dev/null; exit $$code

# Runs ThreadSanitizer's own tests with both compilers and compares the outcomes with tests/peers/expectations.txt.  The first run
# downloads Debian's source package of LLVM (130 MB) from the machine's package sources.
test-peers: product
	tests/peers/run_peers.py --heddle $(HEDDLE) --tests $(BUILD)/peers --jobs $(JOBS)

# Prints how many objects in the schedules of failing programs are named as in the source.
table-names: build
	tools/named_objects.py --heddle $(HEDDLE)

# Prints steps and context switches of failing programs before and after simplification, with 100 replays of each.
table-schedules: build
	tools/simplified_schedules.py --heddle $(HEDDLE)

# Runs the fuzz tests of `make test` with more cases.  FUZZ_CASES and HEDDLE_FUZZ_SEED select others.
FUZZ_CASES ?= 1000000
fuzz: build
	for room in config trace report cli; do \
	  HEDDLE_FUZZ_CASES=$(FUZZ_CASES) $(BUILD)/bin/$${room}_tests --gtest_filter='Fuzz.*' || exit 1; done
	HEDDLE_FUZZ_CASES=1000 python3 tests/end_to_end/fuzz_test.py $(HEDDLE)

# Compares every reduction with brute force on at least ten thousand random models, and on as many that spin: no class is
# missed, `optimal` executes each class once, and preemption bounds from 0 to 3 count exactly.  Compares stateful search with
# all schedules on two thousand native programs, and thirty searches with brute force on ten thousand others.  Compares data races
# of two thousand programs that share containers with an oracle.  CAMPAIGN_PROGRAMS, CONTAINER_PROGRAMS and CAMPAIGN_SEED select others.
CAMPAIGN_CASES ?= 1200
SPINNING_CASES ?= 12000
RANDOM_FILES ?= 50
CAMPAIGN_PROGRAMS ?= 10000
CONTAINER_PROGRAMS ?= 2000
CAMPAIGN_SEED ?= 1
campaign: configure
	ninja -C $(BUILD) -j$(JOBS) differential_tests
	for check in LosesNothing LosesNothingThatIsNotAnnounced KeepsThePromiseOfAPreemptionBound; do \
	  HEDDLE_FUZZ_CASES=$(CAMPAIGN_CASES) $(BUILD)/bin/differential_tests --gtest_filter="*ReductionTest.$$check/*" || exit 1; done
	HEDDLE_FUZZ_CASES=$(SPINNING_CASES) $(BUILD)/bin/differential_tests --gtest_filter="SpinsTest.*"
	ninja -C $(BUILD) -j$(JOBS) heddle libheddle
	tests/states/random_programs.py --heddle $(HEDDLE) --files $(RANDOM_FILES) --seed 1000 \
	  $(foreach level,-O1 -O2,--configuration g++:$(level) --configuration clang++:$(level))
	tests/campaign/campaign.py --heddle $(HEDDLE) --programs $(CAMPAIGN_PROGRAMS) --seed $(CAMPAIGN_SEED)
	tests/campaign/container_campaign.py --heddle $(HEDDLE) --programs $(CONTAINER_PROGRAMS) --seed $(CAMPAIGN_SEED)
	tests/campaign/wait_campaign.py --heddle $(HEDDLE) --programs 300 --seed $(CAMPAIGN_SEED)

# Runs unit tests under the address and undefined-behaviour sanitizers; CONTRIBUTING.md lists the excluded rooms.  Every exception
# clears the fake stack that detects uses after return, so the fake stack is small; and there are fewer fuzz cases.
SANITIZED := core sync races model search config trace symbolize result report fleet study
SANITIZED_CASES ?= 2000
test-sanitized: dependencies
	cmake --preset asan
	cmake --build --preset asan --target $(SANITIZED:%=%_tests)
	for room in $(SANITIZED); do \
	  ASAN_OPTIONS=detect_stack_use_after_return=1:max_uar_stack_size_log=16:allocator_may_return_null=1 \
	  UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 HEDDLE_FUZZ_CASES=$(SANITIZED_CASES) \
	  build-asan/bin/$${room}_tests --gtest_brief=1 || exit 1; done

# Also runs the corpus in every configuration, builds everything with clang++ without a warning, and runs a part of the corpus on the
# other architecture in an emulator.
test-all: build test-sanitized
	cmake --preset clang
	cmake --build --preset clang
	tools/build_cross.sh
	cmake -B $(BUILD) -DHEDDLE_WHOLE_CORPUS=ON -DHEDDLE_CROSS_LIBDIR=$(CURDIR)/build-cross/lib
	ctest --test-dir $(BUILD) --output-on-failure -j$(JOBS); code=$$?; \
	  cmake -B $(BUILD) -DHEDDLE_CROSS_LIBDIR= -DHEDDLE_WHOLE_CORPUS=OFF > /dev/null; exit $$code

bench: benchmarks
	@for benchmark in $(BUILD)/bin/*_benchmark; do \
	  test -x $$benchmark || { echo "there are no benchmarks yet"; exit 0; }; $$benchmark || exit 1; done
	benchmarks/plain_accesses.py $(HEDDLE)
	benchmarks/filled_heap.py $(HEDDLE)
	benchmarks/split_search.py $(BUILD)
	benchmarks/campaign_cost.py $(BUILD)
	benchmarks/rank_search.py $(BUILD)

# Builds the page of `heddle report` from its sources, with packages from npm.  The result is checked in: a build needs no npm.
page:
	cd src/report/page/web && npm ci && npm run build

format:
	@clang-format -i $(SOURCES)

# clang-tidy needs the commands of a clang++ build without precompiled headers.
lint: dependencies
	@cmake --preset tidy > /dev/null
	tools/check_format.py
	tools/check_layers.py
	tools/check_style.py
	tools/check_names.py
	tools/check_page.py
	tools/check_docs.py --links-only
	run-clang-tidy-14 -quiet -p build-tidy -j$(JOBS) '$(CURDIR)/src/.*'

# The installed folder may be moved: the command finds its library and headers relative to itself.
install: product
	cmake --install $(BUILD) --prefix $(PREFIX)

# Builds everything that is installed: no tests and no benchmarks.
product: configure
	ninja -C $(BUILD) -j$(JOBS) heddle libheddle heddle_pages

# Makes a Debian package in the build folder.
package: product
	cd $(BUILD) && cpack -G DEB

clean:
	rm -rf $(BUILD) build-clang build-asan build-dev build-tidy build-cross
