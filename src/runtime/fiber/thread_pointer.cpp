#include "runtime/fiber/thread_pointer.hpp"

#if defined(__x86_64__)

#include <asm/prctl.h>
#include <sys/syscall.h>

namespace heddle::native {

// Bit 1 of AT_HWCAP2: user space may use the FSGSBASE instructions (Linux 5.9 and newer).
const bool kCanWriteFsBase = (::getauxval(AT_HWCAP2) & 2U) != 0;

void set_thread_pointer_by_kernel(void* pointer) {
  // Straight to the kernel: the C library's wrapper would write errno through the pointer being
  // replaced.
  long result = SYS_arch_prctl;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(static_cast<long>(ARCH_SET_FS)), "S"(pointer)
               : "rcx", "r11", "memory");
}

}  // namespace heddle::native

#endif
