#include "worker/runtime_installation.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <climits>

namespace heddle::worker {

std::string executable_path() {
  char path[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
}

std::string heddle_command() {
  Dl_info info;
  if (::dladdr(reinterpret_cast<void*>(&heddle_command), &info) == 0 || info.dli_fname == nullptr)
    return "heddle";
  const std::string library = info.dli_fname;
  const std::size_t slash = library.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : library.substr(0, slash);
  return folder + "/../bin/heddle";
}

}  // namespace heddle::worker
