#include "worker/divergence_text.hpp"

#include <cstdio>

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

}  // namespace

std::string describe(const Divergence& divergence) {
  std::string text = "uncontrolled nondeterminism: at step " + std::to_string(divergence.step) +
                     ", " + divergence.what();
  if (divergence.expected.kind != OpKind::none || divergence.found.kind != OpKind::none) {
    text += " (thread " + std::to_string(index(divergence.thread)) + ": recorded " +
            operation(divergence.expected) + ", now " + operation(divergence.found) + ")";
  }
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
