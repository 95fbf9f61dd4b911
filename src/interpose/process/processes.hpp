// Declares code that the clone system call and the function of the same name share.
#pragma once

namespace heddle::native {

[[noreturn]] void refuse_clone();

}  // namespace heddle::native
