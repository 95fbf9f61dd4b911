#include "interpose/io/file_use.hpp"

#include <sys/stat.h>

#include "core/file_object.hpp"
#include "core/xxh3.hpp"
#include "interpose/interpose.hpp"
#include "monitors/events.hpp"
#include "runtime/file_changes.hpp"
#include "runtime/kernel_state.hpp"

namespace heddle::native {

void use_files(FileUse use, ObjectId others, Site site) {
  note_coming_call("files");
  scheduling_point({.kind = use == FileUse::reads ? OpKind::atomic_load : OpKind::atomic_update,
                    .object = kFiles,
                    .second = others,
                    .site = site});
  // Calls of other threads during the pause come before this one.
  note_kernel_call("files");
  note_atomic_change(MemoryChange::some);
  hold_files();
}

void use_file(int descriptor, ObjectId others, Site site) {
  events::uses_descriptor(descriptor, DescriptorUse::use, site);
  {
    const EngineScope engine;
    struct stat facts {};
    if (::fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode)) return;
  }
  use_files(FileUse::changes, others, site);
  note_position_use(descriptor);
  if (is_hidden(descriptor)) before_writing(descriptor);
}

void note_written(int descriptor, const void* from, std::size_t size) {
  note_kernel_call("written", static_cast<std::uint64_t>(descriptor), XXH3_64bits(from, size));
}

}  // namespace heddle::native
