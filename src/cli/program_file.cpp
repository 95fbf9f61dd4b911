#include "cli/program_file.hpp"

#include <elf.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

// An open ELF file; `elf` is null when the file is none.
class OpenElf {
 public:
  explicit OpenElf(const std::string& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    elf_version(EV_CURRENT);
    if (descriptor_ >= 0) elf_ = elf_begin(descriptor_, ELF_C_READ, nullptr);
    if (elf_ != nullptr && elf_kind(elf_) != ELF_K_ELF) {
      elf_end(elf_);
      elf_ = nullptr;
    }
  }
  ~OpenElf() {
    if (elf_ != nullptr) elf_end(elf_);
    if (descriptor_ >= 0) close(descriptor_);
  }
  OpenElf(const OpenElf&) = delete;
  OpenElf& operator=(const OpenElf&) = delete;

  Elf* get() const { return elf_; }

 private:
  int descriptor_;
  Elf* elf_ = nullptr;
};

// Calls `visit(data, header)` for each section of a type until it returns true.
template <typename Visit>
void visit_sections(Elf* elf, GElf_Word type, Visit visit) {
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != type) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    if (data != nullptr && visit(data, header)) return;
  }
}

bool needs_libheddle(Elf* elf) {
  bool found = false;
  visit_sections(elf, SHT_DYNAMIC, [&](Elf_Data* data, const GElf_Shdr& header) {
    GElf_Dyn entry;
    for (int i = 0; gelf_getdyn(data, i, &entry) != nullptr && entry.d_tag != DT_NULL; ++i) {
      if (entry.d_tag != DT_NEEDED) continue;
      const char* library = elf_strptr(elf, header.sh_link, entry.d_un.d_val);
      if (library != nullptr && std::string_view(library).substr(0, 12) == "libheddle.so")
        found = true;
    }
    return found;
  });
  return found;
}

std::string build_id(Elf* elf) {
  std::string id;
  visit_sections(elf, SHT_NOTE, [&](Elf_Data* data, const GElf_Shdr&) {
    GElf_Nhdr note;
    std::size_t name = 0;
    std::size_t content = 0;
    for (std::size_t at = 0; (at = gelf_getnote(data, at, &note, &name, &content)) > 0;) {
      const auto* bytes = static_cast<const unsigned char*>(data->d_buf);
      const bool gnu = note.n_namesz == 4 && std::memcmp(bytes + name, "GNU", 4) == 0;
      if (!gnu || note.n_type != NT_GNU_BUILD_ID) continue;
      for (std::size_t i = 0; i < note.n_descsz; ++i)
        id += fmt::format("{:02x}", bytes[content + i]);
      return true;
    }
    return false;
  });
  return id;
}

// The file that the name means; empty when there is none.
fs::path locate(const std::string& name) {
  std::error_code error;
  if (fs::exists(name, error)) return name;
  if (name.find('/') != std::string::npos) return {};
  const char* variable = std::getenv("PATH");
  std::string path = variable == nullptr ? "" : variable;
  path += ':';
  for (std::size_t start = 0, end = 0; (end = path.find(':', start)) != std::string::npos;
       start = end + 1) {
    if (end == start) continue;
    fs::path candidate = fs::path(path.substr(start, end - start)) / name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

}  // namespace

Result<ProgramFile> find_program(const std::string& name) {
  const fs::path path = name.empty() ? fs::path() : locate(name);
  std::error_code error;
  if (path.empty()) return Error{fmt::format("The program '{}' does not exist.", name)};
  if (!fs::is_regular_file(path, error)) {
    return Error{
        fmt::format("'{}' is not a program; name a file that was built with `heddle c++`.", name)};
  }
  if (access(path.c_str(), X_OK) != 0) {
    return Error{fmt::format("'{}' is not executable; run chmod +x on it.", name)};
  }
  const OpenElf file(path.string());
  if (file.get() == nullptr) {
    return Error{fmt::format(
        "'{}' is not an ELF program; name a file that was built with `heddle c++`.", name)};
  }
  if (!needs_libheddle(file.get())) {
    return Error{
        fmt::format("'{}' is not instrumented; compile and link it with `heddle c++`.", name)};
  }
  return ProgramFile{.path = fs::absolute(path).lexically_normal().string(),
                     .build_id = build_id(file.get())};
}

}  // namespace heddle::cli
