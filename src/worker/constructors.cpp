#include "worker/constructors.hpp"

#include <link.h>
#include <unistd.h>

#include <cstdlib>

#include "fleet/channel.hpp"
#include "result/worker_report.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/root.hpp"
#include "worker/takeover.hpp"

namespace heddle::worker {
namespace {

constexpr int kInternalError = 70;  // the exit code
constexpr const char* kConstructorsVariable = "HEDDLE_CONSTRUCTORS";

constinit char** g_constructor_argv = nullptr;
constinit bool g_are_explored = false;

[[noreturn]] void refuse_library() {
  Result<fleet::Channel> channel = fleet::Channel::open(std::getenv(fleet::Channel::kVariable));
  if (channel) {
    refuse_program(
        *channel,
        "a library of the program starts a thread while it is loaded, before main: Heddle does not "
        "control such threads; start it in main or in a constructor of the program");
  }
  ::_exit(kInternalError);
}

// Executes the process again, because a thread started now would be a real thread outside Heddle's
// control.
void begin_anew() {
  if (explores_itself()) return;
  const native::EngineScope engine;
  if (g_are_explored) refuse_library();
  ::setenv(kConstructorsVariable, "explored", 1);
  ::execv("/proc/self/exe", g_constructor_argv);
  ::_exit(kInternalError);
}

using Constructor = void (*)(int, char**, char**);

struct Constructors {
  Constructor first = nullptr;
  const Constructor* array = nullptr;
  std::size_t count = 0;
};

// Reads the constructors of the first listed file, the executable.
int find_constructors(dl_phdr_info* info, std::size_t, void* data) {
  auto& found = *static_cast<Constructors*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* entry =
        reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      const std::uintptr_t address = info->dlpi_addr + entry->d_un.d_ptr;
      if (entry->d_tag == DT_INIT) found.first = reinterpret_cast<Constructor>(address);
      if (entry->d_tag == DT_INIT_ARRAY)
        found.array = reinterpret_cast<const Constructor*>(address);
      if (entry->d_tag == DT_INIT_ARRAYSZ) found.count = entry->d_un.d_val / sizeof(Constructor);
    }
  }
  return 1;
}

void tell_that_it_begins(const char* channel_text) {
  Result<fleet::Channel> channel = fleet::Channel::open(channel_text);
  if (!channel) return;  // main says what is wrong
  channel->memory().has_begun.store(true);
  channel->release();
}

}  // namespace

void watch_constructors(char** argv) {
  const char* const channel_text = std::getenv(fleet::Channel::kVariable);
  if (channel_text == nullptr) return;
  tell_that_it_begins(channel_text);
  native::runtime().is_worker = true;
  g_constructor_argv = argv;
  g_are_explored = std::getenv(kConstructorsVariable) != nullptr;
  ::unsetenv(kConstructorsVariable);
  native::runtime().before_early_thread = begin_anew;
  // Other programs run natively until they ask for an exploration.
  native::runtime().runs_constructors = !native::program_names("heddle_program_explores_itself") &&
                                        !native::program_names("heddle_program_has_model");
}

void constructors_are_done() {
  native::runtime().before_early_thread = nullptr;
  native::runtime().runs_constructors = false;
}

void pass_on_constructors() {
  if (g_are_explored) ::setenv(kConstructorsVariable, "explored", 1);
}

bool constructors_are_explored() { return g_are_explored; }

void run_no_constructors() {}

void run_constructors(void (*init)(), int argc, char** argv, char** envp) {
  if (init != nullptr) return reinterpret_cast<Constructor>(init)(argc, argv, envp);
  Constructors found;
  ::dl_iterate_phdr(find_constructors, &found);
  if (found.first != nullptr) found.first(argc, argv, envp);
  for (std::size_t i = 0; i < found.count; ++i) found.array[i](argc, argv, envp);
}

}  // namespace heddle::worker
