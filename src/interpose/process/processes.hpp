// What the system call and the function of the same name have in common.
#pragma once

namespace heddle::native {

[[noreturn]] void refuse_clone();

}  // namespace heddle::native
