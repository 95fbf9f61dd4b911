#include "worker/divergence_text.hpp"

#include <cstdio>

#include "monitors/unseen_code.hpp"
#include "runtime/memory_regions.hpp"

namespace heddle::worker {
namespace {

std::string place(Site site) {
  const auto address = static_cast<std::uintptr_t>(site);
  for (const native::LoadedModule& module : native::loaded_modules()) {
    if (address < module.begin || address >= module.end) continue;
    char offset[32];
    std::snprintf(offset, sizeof offset, "+%#lx",
                  static_cast<unsigned long>(address - module.base));
    return module.path.substr(module.path.rfind('/') + 1) + offset;
  }
  return "an unknown location";
}

std::string operation(const Operation& announced) {
  if (announced.kind == OpKind::none) return "nothing";
  return "'" + std::string(name(announced.kind)) + "' at " + place(announced.site);
}

// Names instructions of the program that give other values in every execution.
std::string sources() {
  std::string text;
  for (const native::LoadedModule& module : native::loaded_modules()) {
    if (!module.instrumented) continue;
    for (const native::UnseenCode& code : native::unseen_code(module)) {
      if (code.kind != UnseenKind::source) continue;
      text += (text.empty() ? "; the program reads a clock or random numbers of the processor at "
                            : ", ") +
              place(Site{code.address});
    }
  }
  return text;
}

}  // namespace

std::string describe(const Divergence& divergence) {
  std::string text = "uncontrolled nondeterminism: at step " + std::to_string(divergence.step) +
                     ", " + divergence.what();
  if (divergence.expected.kind != OpKind::none || divergence.found.kind != OpKind::none) {
    text += " (thread " + std::to_string(index(divergence.thread)) + ": recorded " +
            operation(divergence.expected) + ", now " + operation(divergence.found) + ")";
  }
  text += sources();
  return text +
         "; check for real time, random numbers, addresses used as values, and files or input that "
         "change";
}

std::string describe(const Interruption& interruption) {
  const std::string thread = interruption.thread == kMainThread
                                 ? "the main thread"
                                 : "thread " + std::to_string(index(interruption.thread));
  return "interrupted while " + thread +
         " ran without reaching a scheduling point (raise --time, or set --max-step-time to report "
         "an error)";
}

}  // namespace heddle::worker
