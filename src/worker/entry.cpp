// Runs a program under libheddle: replaces the C library's start function and passes the program's
// `main` to the runtime.
//
// - Started by the `heddle` command (or by heddle::explore), the process is a worker and explores
//   `main`.
// - A program that calls heddle::explore itself runs natively; each call explores its callable.
// - A program that declares a model runs natively until it explores the model.
// - Any other instrumented program, started directly, becomes `heddle run` on itself, so that it
//   works as a test.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "fleet/channel.hpp"
#include "fleet/repeatable_start.hpp"
#include "interpose/interpose.hpp"
#include "result/worker_report.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/foreign_allocator.hpp"
#include "runtime/late_variables.hpp"
#include "runtime/process_end.hpp"
#include "runtime/pthread_keys.hpp"
#include "runtime/start_strings.hpp"
#include "trace/order_request.hpp"
#include "trace/trace_file.hpp"
#include "worker/constructors.hpp"
#include "worker/early_libraries.hpp"
#include "worker/model_api.hpp"
#include "worker/runtime_installation.hpp"
#include "worker/session.hpp"
#include "worker/takeover.hpp"

namespace heddle::worker {
namespace {

using Main = int (*)(int, char**, char**);

struct ProgramMain {
  Main main = nullptr;
  int argc = 0;
  char** argv = nullptr;
  char** envp = nullptr;
  void (*init)() = nullptr;
};
constinit ProgramMain g_program;
constinit bool g_explores_itself = false;

// As the process was started: programs take words out of argv that they have understood.
std::vector<std::string>& own_arguments() {
  static auto* const arguments = new std::vector<std::string>;
  return *arguments;
}

ExploreReplay& explore_replay_here() {
  static ExploreReplay* const replay = new ExploreReplay;
  return *replay;
}

void run_main(void*) {
  native::adopt_main_values();
  if (constructors_are_explored()) {
    run_constructors(g_program.init, g_program.argc, g_program.argv, g_program.envp);
  }
  native::exit_program(g_program.main(g_program.argc, g_program.argv, g_program.envp));
}

[[noreturn]] void complain(const std::string& sentence) {
  std::fprintf(stderr, "heddle: %s\n", sentence.c_str());
  ::_exit(2);
}

// A program that calls heddle::explore is started by the command only to replay one of these calls.
void prepare_explore_replay(fleet::Channel channel, const std::string& channel_text) {
  std::uint64_t call = 0;
  if (channel.files().replay >= 0) {
    const std::string text = fleet::read_all(channel.files().replay);
    if (const auto request = trace::parse_order_request(text)) {
      call = request->explore_call;
    } else if (const Result<trace::Trace> trace = trace::parse_trace(text, "trace"); trace.ok()) {
      call = trace->header.explore_call;
    }
  }
  if (call == 0) {
    refuse_program(channel,
                   "'" + executable_path() +
                       "' calls heddle::explore; start it directly, without `heddle run`.");
  }
  explore_replay_here().call = call;
  explore_replay_here().channel = channel_text;
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(nowhere, STDOUT_FILENO);
  ::close(nowhere);
  channel.release();  // its files are opened again by the call
}

void refuse_what_is_not_rolled_back(const fleet::Channel& channel) {
  if (const std::string file = native::foreign_allocator(); !file.empty()) {
    refuse_program(channel, "'" + file +
                                "' defines its own malloc: Heddle cannot roll back its memory; "
                                "link the program without it.");
  }
  if (native::runtime().has_own_code) {
    refuse_program(channel,
                   "the program makes memory executable before main (mprotect): Heddle cannot roll "
                   "that back; test it without that part.");
  }
  if (const std::string file = native::library_with_late_variables(); !file.empty()) {
    refuse_program(channel,
                   "'" + file +
                       "' was loaded by dlopen and has thread_local variables: Heddle cannot roll "
                       "them back; link the program with it (-Wl,--no-as-needed).");
  }
}

void explore_main(const std::string& channel_text) {
  Result<fleet::Channel> channel = fleet::Channel::open(channel_text);
  if (!channel) complain(channel.sentence());
  ::unsetenv(fleet::Channel::kVariable);
  if (g_explores_itself) return prepare_explore_replay(std::move(*channel), channel_text);
  if (program_has_model()) return prepare_model(std::move(*channel), channel_text);
  load_early_libraries();
  refuse_what_is_not_rolled_back(*channel);
  const native::StartStrings strings = native::copy_start_strings(g_program.argv, environ);
  g_program.argv = strings.argv;
  g_program.envp = strings.envp;
  environ = g_program.envp;
  Program program;
  program.body = {run_main, nullptr};
  program.path = executable_path();
  program.arguments = program_arguments();
  serve(std::move(*channel), program);
}

[[noreturn]] void become_heddle_run() {
  const std::string command = heddle_command();
  std::string self = executable_path();
  std::vector<char*> argv;
  for (const char* word : {command.c_str(), "run", "--", self.c_str()})
    argv.push_back(const_cast<char*>(word));
  for (int i = 1; i < g_program.argc; ++i) argv.push_back(g_program.argv[i]);
  argv.push_back(nullptr);
  ::execv(command.c_str(), argv.data());
  complain("'" + self + "' was built with `heddle c++`, but the heddle command is not at '" +
           command + "'; set HEDDLE_NATIVE=1 to run the program without Heddle.");
}

int start_main(int argc, char** argv, char** envp) {
  native::flags().in_engine = true;
  constructors_are_done();
  g_program.argc = argc;
  g_program.argv = argv;
  g_program.envp = envp;
  own_arguments().assign(argv + 1, argv + argc);
  note_arguments(argv);
  const char* const channel = std::getenv(fleet::Channel::kVariable);
  const bool is_worker = channel != nullptr;
  if (is_worker) explore_main(channel);
  const char* natively = std::getenv("HEDDLE_NATIVE");
  if (!g_explores_itself && !is_worker && (natively == nullptr || std::strcmp(natively, "0") == 0))
    become_heddle_run();
  native::flags().in_engine = false;
  return g_program.main(argc, argv, envp);
}

// A program that the user started without the command starts again.
void settle(char** argv) {
  if (fleet::finish_repeatable_start() || std::getenv("HEDDLE_NATIVE") != nullptr) return;
  fleet::prepare_repeatable_start();
  ::execv("/proc/self/exe", argv);
}

// Before the constructors of the program and of its libraries: what they allocate is the program's.
// Even before those of the C library, which does not know its environment yet.
void hand_over_to_program(int, char** argv, char** envp) {
  if (environ == nullptr) environ = envp;
  settle(argv);
  char* const flag = static_cast<char*>(::dlsym(RTLD_DEFAULT, "__libc_single_threaded"));
  // Otherwise std::shared_ptr would count references without atomics, as if no thread could ever
  // exist.
  if (flag != nullptr) *flag = 0;
  watch_constructors(argv);
  native::flags().in_engine = false;
}

// Not by the attribute `constructor`: optimised at link time, such functions are called by one that
// knows no arguments.
[[gnu::section(".init_array"), gnu::used]] void (*const g_first)(int, char**,
                                                                 char**) = hand_over_to_program;

}  // namespace

void program_explores_itself() { g_explores_itself = true; }

bool explores_itself() { return g_explores_itself; }

void refuse_program(const fleet::Channel& channel, const std::string& sentence) {
  result::WorkerReport report;
  report.refusal = sentence;
  fleet::write_all(channel.files().result, result::to_json(report));
  ::_exit(0);
}

const ExploreReplay& explore_replay() { return explore_replay_here(); }

std::vector<std::string> program_arguments() { return own_arguments(); }

using StartMain = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);

HEDDLE_INTERPOSE int __libc_start_main(Main main, int argc, char** argv, void (*init)(),
                                       void (*fini)(), void (*rtld_fini)(), void* stack_end) {
  g_program.main = main;
  if (constructors_are_explored()) {
    g_program.init = init;
    init = run_no_constructors;
  }
  const auto original = reinterpret_cast<StartMain>(native::find_real("__libc_start_main"));
  return original(start_main, argc, argv, init, fini, rtld_fini, stack_end);
}

}  // namespace heddle::worker
