#include "runtime/start_strings.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

#include "runtime/memory_layout.hpp"
#include "runtime/root.hpp"

namespace heddle::native {

struct StartStringsMemory {
  MemoryRegion region;
};

namespace {

std::size_t count_of(char** strings) {
  std::size_t count = 0;
  while (strings[count] != nullptr) ++count;
  return count;
}

// The list with the null pointer at its end, and the strings after it.
std::size_t size_of(char** strings) {
  const std::size_t count = count_of(strings);
  std::size_t size = (count + 1) * sizeof(char*);
  for (std::size_t i = 0; i < count; ++i) size += std::strlen(strings[i]) + 1;
  return (size + alignof(char*) - 1) & ~(alignof(char*) - 1);
}

char** copy_to(std::uintptr_t address, char** strings) {
  const std::size_t count = count_of(strings);
  auto** const list = reinterpret_cast<char**>(address);
  auto* text = reinterpret_cast<char*>(list + count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t size = std::strlen(strings[i]) + 1;
    list[i] = static_cast<char*>(std::memcpy(text, strings[i], size));
    text += size;
  }
  list[count] = nullptr;
  return list;
}

}  // namespace

StartStrings copy_start_strings(char** argv, char** envp) {
  const std::size_t arguments = size_of(argv);
  const std::size_t size = arguments + size_of(envp);
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  map_fixed(kStartStringsBase, (size + page - 1) & ~(page - 1), PROT_READ | PROT_WRITE);
  static_part(runtime().start_strings_memory).region = {kStartStringsBase,
                                                        kStartStringsBase + size};
  return {copy_to(kStartStringsBase, argv), copy_to(kStartStringsBase + arguments, envp)};
}

MemoryRegion start_strings_memory() { return static_part(runtime().start_strings_memory).region; }

}  // namespace heddle::native
