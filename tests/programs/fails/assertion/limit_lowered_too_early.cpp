// Two threads use a limit of the process.
// heddle: --races error
// expect-message: now.rlim_cur == before.rlim_cur
#include <sys/resource.h>

#include <cassert>
#include <thread>

int main() {
  rlimit before{};
  assert(getrlimit(RLIMIT_NOFILE, &before) == 0 && before.rlim_cur > 0);
  std::thread lowering([before] {
    const rlimit lower{before.rlim_cur - 1, before.rlim_max};
    assert(setrlimit(RLIMIT_NOFILE, &lower) == 0);
  });
  rlimit now{};
  assert(getrlimit(RLIMIT_NOFILE, &now) == 0);
  assert(now.rlim_cur == before.rlim_cur);
  lowering.join();
}
