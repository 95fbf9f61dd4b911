// How fast native programs are explored: executions, scheduling points and switches per second, and
// what a reset costs against the memory that a program owns and the memory that it writes.
//
// Each benchmark is one exploration; the time is the exploration's own, start of its process
// included.
#include <benchmark/benchmark.h>
#include <heddle/heddle.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

double number(const std::string& json, const std::string& name) {
  const std::size_t at = json.find("\"" + name + "\":");
  return at == std::string::npos ? 0 : std::strtod(json.c_str() + at + name.size() + 3, nullptr);
}

// Explores until the search ends and reports rates.
template <typename Function>
void explore(benchmark::State& state, Function function, const char* options) {
  double executions = 0;
  double points = 0;
  double seconds = 0;
  for ([[maybe_unused]] auto _ : state) {
    const heddle::Result result = heddle::explore(function, options);
    if (result.exit_code() != 0 && result.exit_code() != 3) {
      state.SkipWithError(result.text().c_str());
      return;
    }
    const std::string json = result.json();
    state.SetIterationTime(number(json, "seconds"));
    seconds += number(json, "seconds");
    executions += number(json, "executions");
    points += number(json, "executions") * number(json, "max_depth");
  }
  state.counters["executions/s"] = executions / seconds;
  // Replayed ones included; all executions of these programs are equally long.
  state.counters["points/s"] = points / seconds;
}

constexpr const char* kExhaustive = "search=dfs:points=sync:time=none";

std::atomic<int> x{0};
std::atomic<int> y{0};

// Two threads, six operations each: 924 schedules of 12 points, a thousand times over.
void two_threads_12_points(benchmark::State& state) {
  explore(
      state,
      [] {
        (void)heddle::choose(1000);
        std::thread a([] {
          for (int i = 0; i < 6; ++i) x.fetch_add(1);
        });
        std::thread b([] {
          for (int i = 0; i < 6; ++i) y.fetch_add(1);
        });
        a.join();
        b.join();
      },
      kExhaustive);
}
BENCHMARK(two_threads_12_points)
    ->UseManualTime()
    ->Iterations(1)
    ->Repetitions(3)
    ->Unit(benchmark::kMillisecond);

// Three threads, four operations each: 34,650 schedules of 12 points.  Creating, starting and
// ending the threads is a large part of such an execution.
void three_threads_12_points(benchmark::State& state) {
  explore(
      state,
      [] {
        const auto add = [] {
          for (int i = 0; i < 4; ++i) x.fetch_add(1);
        };
        std::thread a(add);
        std::thread b(add);
        std::thread c(add);
        a.join();
        b.join();
        c.join();
      },
      "search=dfs:points=sync:races=ignore:time=none");
}
BENCHMARK(three_threads_12_points)
    ->UseManualTime()
    ->Iterations(1)
    ->Repetitions(3)
    ->Unit(benchmark::kMillisecond);

// Four threads that take a lock three times: 369,600 schedules of 36 points.
void four_threads_36_points(benchmark::State& state) {
  explore(
      state,
      [] {
        std::mutex mutex;
        int count = 0;
        const auto work = [&] {
          for (int i = 0; i < 3; ++i) {
            const std::lock_guard lock(mutex);
            ++count;
            x.fetch_add(1);
          }
        };
        std::thread a(work);
        std::thread b(work);
        std::thread c(work);
        std::thread d(work);
        a.join();
        b.join();
        c.join();
        d.join();
      },
      kExhaustive);
}
BENCHMARK(four_threads_36_points)
    ->UseManualTime()
    ->Iterations(1)
    ->Repetitions(3)
    ->Unit(benchmark::kMillisecond);

// Two threads that hand a turn to each other: some four points for each switch.
void switches(benchmark::State& state) {
  constexpr int kRounds = 500;
  explore(
      state,
      [] {
        std::mutex mutex;
        std::condition_variable turn_changed;
        int turn = 0;
        const auto play = [&](int me) {
          for (int i = 0; i < kRounds; ++i) {
            std::unique_lock lock(mutex);
            turn_changed.wait(lock, [&] { return turn == me; });
            turn = 1 - me;
            turn_changed.notify_one();
          }
        };
        std::thread a(play, 0);
        std::thread b(play, 1);
        a.join();
        b.join();
      },
      "search=dfs:points=sync:max-executions=3000");
}
BENCHMARK(switches)->UseManualTime()->Iterations(1)->Repetitions(3)->Unit(benchmark::kMillisecond);

// Two threads of 500 operations each.
void five_hundred_each() {
  std::thread a([] {
    for (int i = 0; i < 500; ++i) x.fetch_add(1);
  });
  std::thread b([] {
    for (int i = 0; i < 500; ++i) y.fetch_add(1);
  });
  a.join();
  b.join();
}

// Every step chosen by the search: nothing is replayed.
void engine_steps(benchmark::State& state) {
  explore(state, five_hundred_each, "search=random:points=sync:max-executions=2000");
}
BENCHMARK(engine_steps)
    ->UseManualTime()
    ->Iterations(1)
    ->Repetitions(3)
    ->Unit(benchmark::kMillisecond);

// Nearly all steps replayed, in a random order of threads: a switch at every other point.
void replayed_points_half_of_them_switches(benchmark::State& state) {
  explore(state, five_hundred_each, "search=dfs:order=random:points=sync:max-executions=5000");
}
BENCHMARK(replayed_points_half_of_them_switches)
    ->UseManualTime()
    ->Iterations(1)
    ->Repetitions(3)
    ->Unit(benchmark::kMillisecond);

volatile char g_globals[256 << 20];  // volatile: written for the sake of writing

// A two-thread test in a program that owns so many MiB of globals and heap, touched before but not
// inside.
void reset_against_owned_mebibytes(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0)) << 20;
  std::vector<char> heap(size, 1);
  for (std::size_t i = 0; i < size; i += 4096) g_globals[i] = 1;
  explore(
      state,
      [] {
        (void)heddle::choose(10000);
        std::thread a([] {
          for (int i = 0; i < 3; ++i) x.fetch_add(1);
        });
        for (int i = 0; i < 3; ++i) y.fetch_add(1);
        a.join();
      },
      kExhaustive);
}
BENCHMARK(reset_against_owned_mebibytes)
    ->Arg(0)
    ->Arg(1)
    ->Arg(16)
    ->Arg(256)
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

// The same test, writing into so many pages of globals in every execution.
void reset_against_written_pages(benchmark::State& state) {
  const auto pages = static_cast<std::size_t>(state.range(0));
  explore(
      state,
      [pages] {
        (void)heddle::choose(10000);
        std::thread a([] {
          for (int i = 0; i < 3; ++i) x.fetch_add(1);
        });
        for (int i = 0; i < 3; ++i) y.fetch_add(1);
        a.join();
        for (std::size_t i = 0; i < pages; ++i) g_globals[i * 4096] = 2;
      },
      kExhaustive);
}
BENCHMARK(reset_against_written_pages)
    ->Arg(0)
    ->Arg(1)
    ->Arg(16)
    ->Arg(256)
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
