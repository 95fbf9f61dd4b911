#include "monitors/destroyed_statics.hpp"

#include <cstdio>

#include "monitors/shared_memory.hpp"
#include "runtime/root.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/static_objects.hpp"
#include "runtime/step_accesses.hpp"

namespace heddle::native {
namespace {

// The link to the object that the range touches, in the list; null when there is none.
DestroyedStatic** find(std::uintptr_t address, std::size_t size) {
  for (DestroyedStatic** link = &world().destroyed; *link != nullptr; link = &(*link)->next) {
    if (address < (*link)->end && address + size > (*link)->begin) return link;
  }
  return nullptr;
}

}  // namespace

void note_destroyed_static(const void* object) {
  const std::size_t size = static_object_size(object);
  if (size == 0) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(object);
  auto* const entry =
      static_cast<DestroyedStatic*>(heap().allocate(world().current, sizeof(DestroyedStatic)));
  if (entry == nullptr) return;
  *entry = {begin, begin + size, world().destroyed};
  world().destroyed = entry;
  step_accesses().forget_all();
  // Other threads can use the object before or after its destruction.
  if (flags().plain_points == PlainPoints::shared && !is_alone()) {
    shared_memory().touch(current_thread(), begin, size, true);
  }
}

void check_static_access(std::uintptr_t address, std::size_t size, bool writes) {
  DestroyedStatic** const link = find(address, size);
  if (link == nullptr) return;
  if (writes) {
    DestroyedStatic* const revived = *link;
    *link = revived->next;
    heap().free(revived);
    return;
  }
  scheduler().fail(FailureKind::memory, "a static object was read after its destructor", address);
}

void check_static_object(const Operation& operation) {
  const auto address = static_cast<std::uintptr_t>(operation.object);
  if (find(address, operation.size > 0 ? operation.size : 1) == nullptr) return;
  char text[160];
  const std::string_view word = name(operation.kind);
  std::snprintf(text, sizeof text, "%.*s of a static object after its destructor",
                static_cast<int>(word.size()), word.data());
  scheduler().fail(FailureKind::memory, text, address);
}

}  // namespace heddle::native
