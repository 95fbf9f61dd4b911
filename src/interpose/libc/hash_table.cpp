// hsearch: the one table that the C library keeps is the program's, and shared by its threads
// without protection.
#include <search.h>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "runtime/library_state.hpp"

namespace heddle::native {
namespace {

hsearch_data& table(OpKind access, ObjectId others, Site site) {
  hsearch_data& table = library_state().hash_table;
  access_memory(&table, sizeof table, access, site, others);
  return table;
}

}  // namespace

HEDDLE_INTERPOSE int hcreate(std::size_t size) noexcept {
  if (!controlled()) return call_real<int>("hcreate", size);
  return ::hcreate_r(size, &table(OpKind::write, arguments(size), HEDDLE_CALLER));
}

HEDDLE_INTERPOSE void hdestroy() noexcept {
  if (!controlled()) return call_real<void>("hdestroy");
  ::hdestroy_r(&table(OpKind::write, kNoObject, HEDDLE_CALLER));
}

HEDDLE_INTERPOSE ENTRY* hsearch(ENTRY item, ACTION action) noexcept {
  if (!controlled()) return call_real<ENTRY*>("hsearch", item, action);
  const ObjectId others =
      arguments(reinterpret_cast<std::uintptr_t>(item.key),
                reinterpret_cast<std::uintptr_t>(item.data), static_cast<std::uint64_t>(action));
  ENTRY* found = nullptr;
  ::hsearch_r(item, action, &found,
              &table(action == ENTER ? OpKind::write : OpKind::read, others, HEDDLE_CALLER));
  return found;
}

}  // namespace heddle::native
