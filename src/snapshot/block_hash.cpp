#include "snapshot/block_hash.hpp"

#include "core/splitmix.hpp"

namespace heddle::native {
namespace {

constexpr HashSecret make_secret() {
  HashSecret secret{};
  std::uint64_t state = 0;
  for (std::uint64_t& word : secret) word = splitmix(state);
  return secret;
}

}  // namespace

constinit const HashSecret kHashSecret = make_secret();

}  // namespace heddle::native
