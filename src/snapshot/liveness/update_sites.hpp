// Properties of the machine code behind calls of the instrumentation, by the address of the code.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace heddle::native {

struct UpdateSites {
  std::unordered_map<std::uintptr_t, bool> exchanges;   // update_after_load.hpp
  std::unordered_map<std::uintptr_t, bool> bit_fields;  // update_after_store.hpp
};

}  // namespace heddle::native
