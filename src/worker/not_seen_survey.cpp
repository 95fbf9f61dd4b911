#include "worker/not_seen_survey.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "monitors/library_imports.hpp"
#include "monitors/unseen_calls.hpp"
#include "monitors/unseen_code.hpp"
#include "monitors/weak_orders.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/root.hpp"
#include "runtime/spin_probe.hpp"
#include "snapshot/liveness/functions.hpp"

namespace heddle::worker {
namespace {

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [text](std::string_view start) { return text.starts_with(start); });
}

// Libraries that Heddle stands in for, or whose functions keep to themselves.
bool is_known(std::string_view path) {
  return native::is_openmp_library(path) ||
         starts_with_any(path.substr(path.rfind('/') + 1),
                         {"libc.so", "libm.so", "libgcc_s", "ld-linux", "libstdc++", "libheddle"});
}

bool is_of_system(std::string_view path) { return starts_with_any(path, {"/usr/", "/lib"}); }

void add_code(const Recording& recording, result::NotSeen& into) {
  const std::vector<native::LoadedModule>& modules = recording.modules();
  for (const native::LoadedModule& module : modules) {
    const bool is_program = &module == &modules.front();
    if (!is_program && is_known(module.path)) continue;
    if (!is_program && !module.instrumented) {
      into.code.push_back(
          {is_of_system(module.path) ? UnseenKind::system : UnseenKind::library, {module.path, 0}});
      continue;
    }
    if (module.instrumented) into.modules.push_back(module.path);
    for (const std::string& name : native::uncontrolled_imports(module)) {
      into.library_functions.push_back(name);
    }
    for (const native::UnseenCode& code : native::unseen_code(module)) {
      into.code.push_back({code.kind, recording.place_of(Site{code.address})});
    }
  }
}

std::string text_of(const native::WeakOperation& weak) {
  constexpr std::array<std::string_view, 5> kOrders = {"relaxed", "consume", "acquire", "release",
                                                       "acq_rel"};
  const std::string order(kOrders[static_cast<std::size_t>(weak.order) % kOrders.size()]);
  switch (weak.kind) {
    case OpKind::atomic_load:
      return order + " load";
    case OpKind::atomic_store:
      return order + " store";
    case OpKind::atomic_exchange:
      return order + " exchange";
    case OpKind::atomic_compare_exchange:
      return order + " compare-exchange";
    case OpKind::fence:
      return order + " fence";
    default:
      return order + " update";
  }
}

result::CodeStack code_stack(const Recording& recording, const std::vector<Site>& stack) {
  result::CodeStack places;
  for (const Site site : stack) places.push_back(recording.place_of(site));
  return places;
}

}  // namespace

result::NotSeen not_seen(const Recording& recording) {
  result::NotSeen not_seen;
  add_code(recording, not_seen);
  for (const native::UnseenCall& call : native::unseen_calls()) {
    not_seen.calls.push_back({call.function, code_stack(recording, call.stack)});
  }
  for (const std::vector<Site>& stack : native::unseen_spins()) {
    not_seen.spins.push_back({"loop", code_stack(recording, stack)});
  }
  not_seen.has_protected_memory = native::runtime().memory_is_protected;
  not_seen.has_child_processes = native::runtime().starts_processes;
  not_seen.has_lowered_limits = native::runtime().lowers_limits;
  not_seen.has_lasting_memory = native::runtime().has_lasting_memory;
  not_seen.has_shared_output = native::runtime().output_is_shared;
  not_seen.has_parallel_algorithms = native::runtime().ran_parallel_algorithm;
  for (const native::WeakOperation& weak : native::weak_operations()) {
    not_seen.weak.push_back({text_of(weak), code_stack(recording, weak.stack)});
  }
  return not_seen;
}

}  // namespace heddle::worker
