// A file in memory, for as long as it is read.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle::native {

class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat status;
    if (::fstat(file, &status) == 0 && status.st_size > 0) {
      size_ = static_cast<std::size_t>(status.st_size);
      void* const start = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
      if (start != MAP_FAILED) start_ = static_cast<const char*>(start);
    }
    ::close(file);
  }
  ~MappedFile() {
    if (start_ != nullptr) ::munmap(const_cast<char*>(start_), size_);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // An array in the file; null when the file does not hold it.
  template <typename T>
  const T* at(std::uint64_t offset, std::uint64_t count) const {
    if (start_ == nullptr || offset > size_ || count > (size_ - offset) / sizeof(T)) return nullptr;
    return reinterpret_cast<const T*>(start_ + offset);
  }

 private:
  const char* start_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace heddle::native
