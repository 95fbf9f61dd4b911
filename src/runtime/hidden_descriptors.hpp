// Descriptors that the runtime keeps open in the program under test.
#pragma once

namespace heddle::native {

// Lowest number of such a descriptor.  It is above the numbers that programs usually get, so that
// descriptor numbers inside the program do not change.
inline constexpr int kFirstHidden = 200;

}  // namespace heddle::native
