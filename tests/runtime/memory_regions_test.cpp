// The program's data is that of its libraries; not the C library's, not ours, nothing read-only.
#include "runtime/memory_regions.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include "runtime/libraries/libraries.hpp"

namespace heddle::native {
namespace {

int g_global_of_ours = 1;

std::uintptr_t address_number(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

bool is_program_data(const void* address) {
  const std::vector<MemoryRegion> regions = program_data();
  return std::any_of(regions.begin(), regions.end(), [&](const MemoryRegion& region) {
    return address_number(address) >= region.begin && address_number(address) < region.end;
  });
}

// The module that a function or variable is in.
LoadedModule module_of(const void* address) {
  for (const LoadedModule& module : loaded_modules()) {
    if (address_number(address) >= module.begin && address_number(address) < module.end)
      return module;
  }
  ADD_FAILURE() << "in no module";
  return {};
}

LoadedModule module_named(const std::string& part) {
  for (const LoadedModule& module : loaded_modules()) {
    if (module.path.find(part) != std::string::npos) return module;
  }
  ADD_FAILURE() << part << " is not loaded";
  return {};
}

std::string executable() {
  char path[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  return {path, static_cast<std::size_t>(length)};
}

bool has_data_of(const LoadedModule& module) {
  const std::vector<MemoryRegion> regions = program_data();
  return std::any_of(regions.begin(), regions.end(), [&](const MemoryRegion& region) {
    return region.begin < module.end && region.end > module.begin;
  });
}

TEST(MemoryRegions, HoldTheDataOfLibraries) {
  const LoadedModule library = module_named("libruntime_plain_library");
  EXPECT_TRUE(has_data_of(library));
  EXPECT_TRUE(is_program_data(libraries::initialised_data()));
  EXPECT_TRUE(is_program_data(libraries::zeros()));
  EXPECT_TRUE(is_program_data(libraries::zeros() + libraries::kZeros - 1));
  EXPECT_EQ(module_of(libraries::zeros()).path, library.path);
}

TEST(MemoryRegions, HoldTheCxxRuntimesData) { EXPECT_TRUE(has_data_of(module_named("libstdc++"))); }

TEST(MemoryRegions, LeaveOutTheSystemsData) {
  EXPECT_FALSE(is_program_data(stdout)) << "the C library's object";
  EXPECT_FALSE(has_data_of(module_named("libc.so")));
  EXPECT_FALSE(has_data_of(module_named("ld-linux")));
}

TEST(MemoryRegions, LeaveOutOurs) {
  EXPECT_FALSE(is_program_data(&g_global_of_ours));
  EXPECT_FALSE(has_data_of(module_of(reinterpret_cast<const void*>(&program_data))));
}

TEST(MemoryRegions, LeaveOutWhatIsReadOnlyOnceLoaded) {
  EXPECT_FALSE(is_program_data(libraries::relocated_table()));
}

TEST(MemoryRegions, LeaveOutStacksAndHeap) {
  int local = 0;
  const auto owned = std::make_unique<int>(0);
  EXPECT_FALSE(is_program_data(&local));
  EXPECT_FALSE(is_program_data(owned.get()));
}

// Whether every byte of the region is mapped readable and writable.
bool is_writable(const MemoryRegion& region) {
  std::ifstream maps("/proc/self/maps");
  std::uintptr_t at = region.begin;
  for (std::string line; at < region.end && std::getline(maps, line);) {
    unsigned long begin = 0;
    unsigned long end = 0;
    char rights[5] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, rights) != 3) continue;
    if (at >= begin && at < end && rights[0] == 'r' && rights[1] == 'w') at = end;
  }
  return at >= region.end;
}

TEST(MemoryRegions, AreWritableAndDoNotOverlap) {
  std::vector<MemoryRegion> regions = program_data();
  ASSERT_FALSE(regions.empty());
  for (const MemoryRegion& region : regions) {
    ASSERT_LT(region.begin, region.end);
    EXPECT_TRUE(is_writable(region));
  }
  std::sort(regions.begin(), regions.end(),
            [](const MemoryRegion& a, const MemoryRegion& b) { return a.begin < b.begin; });
  for (std::size_t i = 1; i < regions.size(); ++i) EXPECT_LE(regions[i - 1].end, regions[i].begin);
}

TEST(LoadedModules, BeginWithTheExecutable) {
  const std::vector<LoadedModule> modules = loaded_modules();
  ASSERT_FALSE(modules.empty());
  EXPECT_EQ(modules[0].path, executable());
  EXPECT_EQ(modules[0].build_id, "fedcba9876543210");
  EXPECT_EQ(module_of(reinterpret_cast<const void*>(&executable)).path, executable());
  EXPECT_EQ(module_of(&g_global_of_ours).path, executable());
}

TEST(LoadedModules, NameTheBuildOfALibrary) {
  EXPECT_EQ(module_named("libruntime_plain_library").build_id, "0123456789abcdef");
  EXPECT_EQ(module_named("libruntime_instrumented_library").build_id, "") << "the linker made none";
}

TEST(LoadedModules, KnowWhatCallsTheInstrumentation) {
  int cell = 5;
  EXPECT_EQ(libraries::instrumented_read(&cell), 5);
  EXPECT_TRUE(module_named("libruntime_instrumented_library").instrumented);
  EXPECT_FALSE(module_named("libruntime_plain_library").instrumented);
  EXPECT_FALSE(module_named("libc.so").instrumented);
  EXPECT_FALSE(loaded_modules()[0].instrumented) << "ours";
}

TEST(ProgramNames, AreWholeAndNotTheSystems) {
  EXPECT_TRUE(program_names("__tsan_read4"));
  EXPECT_FALSE(program_names("__tsan_rea")) << "the beginning of one";
  EXPECT_FALSE(program_names("flockfile")) << "the C library has it, and nobody uses it";
}

TEST(LoadedModules, DoNotOverlap) {
  std::vector<LoadedModule> modules = loaded_modules();
  std::sort(modules.begin(), modules.end(),
            [](const LoadedModule& a, const LoadedModule& b) { return a.begin < b.begin; });
  for (std::size_t i = 1; i < modules.size(); ++i) EXPECT_LE(modules[i - 1].end, modules[i].begin);
}

}  // namespace
}  // namespace heddle::native
