// The part of a frame that other code may reach by addresses, given the addresses that the function
// forms and the objects in its frame.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::native {

struct ByteRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

struct FrameObject {
  ByteRange bytes;
  bool is_scalar = false;
};

// Returns ranges that contain every byte that is reachable from a formed address, in ascending
// order.  `frame` is the whole frame.  REQUIRES: every named object is in `named`.
//
// - An address exposes the object that contains it, and the one that ends there.
// - Arrays and classes are always exposed: the address that an index is added to may lie outside.
// - Memory without a name holds temporary objects.  The program cannot name one of them, so the
//   compiler forms its beginning.  An address exposes the memory around it, up to the next objects
//   with a name.
std::vector<ByteRange> exposed_bytes(std::vector<FrameObject> named,
                                     const std::vector<std::int64_t>& formed,
                                     const ByteRange& frame);

}  // namespace heddle::native
