#include "guidance/recovery/graph_cache.hpp"

#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "guidance/graph_text.hpp"
#include "guidance/recovery/recover.hpp"

namespace heddle::guidance {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 200;  // a few megabytes each at most

// Appends the build id of this process's executable, the first object that is listed.
int append_build_id(dl_phdr_info* object, std::size_t, void* into) {
  auto& text = *static_cast<std::string*>(into);
  constexpr char kDigits[] = "0123456789abcdef";
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = object->dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    const auto* at = reinterpret_cast<const unsigned char*>(object->dlpi_addr + header.p_vaddr);
    const unsigned char* const end = at + header.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const unsigned char* const content = at + sizeof note + (note.n_namesz + 3) / 4 * 4;
      if (note.n_type == NT_GNU_BUILD_ID) {
        for (unsigned k = 0; k < note.n_descsz; ++k) {
          text += kDigits[content[k] >> 4];
          text += kDigits[content[k] & 15];
        }
        return 1;
      }
      at = content + (note.n_descsz + 3) / 4 * 4;
    }
  }
  return 1;
}

// Another build of Heddle may recover another graph, so its id is part of the name.
std::string file_of(const ElfImage& image, const std::string& folder) {
  std::string own;
  dl_iterate_phdr(append_build_id, &own);
  return folder + "/graphs/" + image.build_id() + "-" + own;
}

// Removes the oldest files when there are too many.
void shrink(const fs::path& folder) {
  std::error_code ignored;
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    files.emplace_back(fs::last_write_time(at->path(), ignored), at->path());
  }
  if (files.size() <= kMostFiles) return;
  std::sort(files.begin(), files.end());
  files.resize(files.size() - kMostFiles);
  for (const auto& [time, path] : files) fs::remove(path, ignored);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return file ? text.str() : "";
}

void write_file(const std::string& path, const std::string& text) {
  std::error_code ignored;
  const fs::path folder = fs::path(path).parent_path();
  fs::create_directories(folder, ignored);
  std::string made = path + ".XXXXXX";
  const int file = ::mkstemp(made.data());
  if (file < 0) return;
  std::FILE* const stream = ::fdopen(file, "wb");
  bool whole = stream != nullptr;
  if (whole) {
    whole = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
    whole = std::fclose(stream) == 0 && whole;
  } else {
    ::close(file);
  }
  if (!whole || std::rename(made.c_str(), path.c_str()) != 0) ::unlink(made.c_str());
  shrink(folder);
}

}  // namespace

std::string cache_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return std::string(cache) + "/heddle";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return std::string(home) + "/.cache/heddle";
  return {};
}

ProgramGraph cached_graph(const ElfImage& image, const std::string& folder) {
  if (folder.empty() || image.build_id().empty()) return recover_graph(image);
  const std::string path = file_of(image, folder);
  Result<ProgramGraph> kept = decode_graph(read_file(path));
  if (kept.ok()) {
    kept->module = image.path();
    return std::move(*kept);
  }
  ProgramGraph graph = recover_graph(image);
  write_file(path, encode(graph));
  return graph;
}

}  // namespace heddle::guidance
