// Threads that do not come from pthread_create, and libraries with a world of their own.
#include <dlfcn.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>

namespace {
char stack[1 << 16];
int run(void*) { return 0; }
}  // namespace

int main(int, char** argv) {
  if (std::strcmp(argv[1], "clone") == 0)
    clone(run, stack + sizeof stack, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND, nullptr);
  if (std::strcmp(argv[1], "system call") == 0) syscall(SYS_clone, CLONE_VM, stack, 0, 0, 0);
  if (std::strcmp(argv[1], "dlmopen") == 0) dlmopen(LM_ID_NEWLM, "libm.so.6", RTLD_NOW);
}
