// Heddle's interface for programs under test.  None of it is needed to explore an unmodified
// program.
//
//   #include <heddle/heddle.hpp>
//
//   TEST(Queue, NothingIsLost) {
//     heddle::Result r = heddle::explore([] { /* starts threads, joins them, asserts */ });
//     EXPECT_TRUE(r.ok()) << r;
//   }
//
// Compile and link with `heddle c++`.
#ifndef HEDDLE_HEDDLE_HPP
#define HEDDLE_HEDDLE_HPP

#include <memory>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>

// The boundary to libheddle is plain C: the library and the program need not share a C++ runtime.
extern "C" {
struct heddle_result;
int heddle_choose(int n);
void heddle_assert_failed(const char* message);
int heddle_exploring(void);
__attribute__((weak)) void heddle_explore_from_here(void);
void heddle_program_explores_itself(void);
heddle_result* heddle_explore(void (*function)(void*), void* argument, const char* options);
int heddle_result_exit_code(const heddle_result* result);
const char* heddle_result_text(const heddle_result* result);
const char* heddle_result_json(const heddle_result* result);
const char* heddle_result_trace(const heddle_result* result);
int heddle_result_races(const heddle_result* result);
void heddle_result_free(heddle_result* result);
}

namespace heddle {

// Makes a data choice: the search tries every value from 0 to n-1.  Outside an exploration it
// returns 0.
// REQUIRES: 0 < n <= 65535.
inline int choose(int n) { return heddle_choose(n); }

// Reports an error of the program with a message, unless the condition holds.
inline void assert_that(bool condition, const char* message = "heddle::assert_that failed") {
  if (!condition) heddle_assert_failed(message);
}

// Returns whether the calling code is being explored.
inline bool exploring() { return heddle_exploring() != 0; }

// Begins the explored part: up to the first call of this function by any thread, executions follow
// one fixed schedule, and the search begins here.  Outside an exploration it does nothing.
inline void explore_from_here() {
  if (heddle_explore_from_here != nullptr) heddle_explore_from_here();
}

// The result of an exploration.
class Result {
 public:
  explicit Result(heddle_result* result) : result_(result, heddle_result_free) {}

  // Returns whether there was no error and everything that the options promise was covered.
  bool ok() const { return exit_code() == 0; }
  // Returns the exit code of `heddle run`: 0 complete, 1 an error was found, 2 wrong use, 3 the
  // budget ended first, 4 the program is not deterministic under Heddle's control, 70 Heddle
  // failed.
  int exit_code() const { return heddle_result_exit_code(result_.get()); }
  bool found_error() const { return exit_code() == 1; }
  // Returns the number of data races found.  They are listed in the text and in the JSON, and on
  // stderr when there was no error.  With "races=error" the first one is an error.
  int races() const { return heddle_result_races(result_.get()); }
  // Returns a report for people: the schedule that shows the error, or the coverage.
  std::string text() const { return heddle_result_text(result_.get()); }
  // Returns a report for programs: the object that `heddle run --json` writes.
  std::string json() const { return heddle_result_json(result_.get()); }
  // Returns the file that `heddle replay` takes; empty when there is none.
  std::string trace() const { return heddle_result_trace(result_.get()); }

  friend std::ostream& operator<<(std::ostream& out, const Result& result) {
    return out << result.text();
  }

 private:
  std::shared_ptr<heddle_result> result_;
};

namespace detail {

// Instantiated, and so run before main, only in programs that call explore.
template <typename>
struct CallsExplore {
  static inline const bool told = (heddle_program_explores_itself(), true);
};

// Calls through a pointer to a pointer, because a function pointer cannot be converted to void*.
template <typename Function>
void call(void* pointer) {
  (**static_cast<Function**>(pointer))();
}

}  // namespace detail

// Runs `function` under every schedule that matters.  It may start threads, and must be repeatable:
// each execution begins with memory as it was at the call.
// `options` are those of `heddle run`, as "name=value:name=value".  HEDDLE_OPTIONS in the
// environment sets the options that they leave out.
template <typename Function>
Result explore(Function&& function, const char* options = "") {
  using Callable = std::remove_reference_t<Function>;
  (void)detail::CallsExplore<Callable>::told;
  Callable* pointer = std::addressof(function);
  return Result(heddle_explore(detail::call<Callable>, &pointer, options));
}

}  // namespace heddle

#endif
