#include "native/interpose/stream_state.hpp"

#include <stdio.h>

#include "native/kernel_state.hpp"
#include "native/library_state.hpp"
#include "native/real_functions.hpp"

extern "C" {
extern FILE* _IO_list_all;
extern FILE _IO_2_1_stdin_;
extern FILE _IO_2_1_stdout_;
extern FILE _IO_2_1_stderr_;
}

namespace heddle::native {

void roll_back_streams() {
  roll_back(_IO_list_all);
  roll_back(_IO_2_1_stdin_);
  roll_back(_IO_2_1_stdout_);
  roll_back(_IO_2_1_stderr_);
}

// Standard streams have no buffers for output unless the program gave them some, which counts as a
// use of the kernel.
void flush_streams() {
  if (g_kernel_is_used) call_real<int>("fflush", static_cast<FILE*>(nullptr));
}

}  // namespace heddle::native
