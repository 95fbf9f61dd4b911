// A program raises a limit as far as it may, and gives up core files.
#include <sys/resource.h>

#include <cassert>
#include <cerrno>
#include <thread>

rlimit limit(__rlimit_resource what) {
  rlimit now{};
  assert(prlimit(0, what, nullptr, &now) == 0);
  return now;
}

int main() {
  const rlimit before = limit(RLIMIT_NOFILE);
  const rlimit most{before.rlim_max, before.rlim_max};
  assert(setrlimit(RLIMIT_NOFILE, &most) == 0);
  std::thread other([] {
    const rlimit none{0, limit(RLIMIT_CORE).rlim_max};
    assert(setrlimit(RLIMIT_CORE, &none) == 0);
    assert(limit(RLIMIT_CORE).rlim_cur == 0);
  });
  assert(limit(RLIMIT_NOFILE).rlim_cur == before.rlim_max);
  other.join();
  const rlimit wrong{1, 0};
  assert(setrlimit(RLIMIT_CORE, &wrong) == -1 && errno == EINVAL);
  assert(limit(RLIMIT_CORE).rlim_cur == 0);
}
