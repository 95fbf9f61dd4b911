// Numbers that are written to a temporary file and read again later.  The file has no name, and no
// descriptor stays open: the numbers are mapped, and the machine keeps them in memory only as long
// as it likes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace heddle::search {

class Spill {
 public:
  // Nothing when there is no room in the folder.
  static std::optional<Spill> write(const std::string& folder,
                                    std::span<const std::uint32_t> numbers);

  Spill(Spill&& other) noexcept;
  Spill& operator=(Spill&& other) noexcept;
  ~Spill();

  std::span<const std::uint32_t> numbers() const;

 private:
  Spill(void* memory, std::size_t bytes) : memory_(memory), bytes_(bytes) {}

  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

// Where temporary files belong: what the environment says, or /tmp.
std::string temporary_folder();

}  // namespace heddle::search
