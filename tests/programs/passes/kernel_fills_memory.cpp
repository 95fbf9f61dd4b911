// The kernel writes into static memory and into old blocks of the heap, of which the state search
// knows, as it does into any other: no call fails for that.
// heddle: --search dfs --states memory
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <cassert>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

namespace {

// One page for each, which nobody has written to before the kernel does.
template <typename T>
struct alignas(4096) Page {
  T value;
};

// The same memory twice: static, and on a heap that is older than main.
template <typename T>
T& fresh(bool on_heap) {
  static Page<T> page;
  static Page<T>* const block = static_cast<Page<T>*>(aligned_alloc(4096, sizeof(Page<T>)));
  return on_heap ? block->value : page.value;
}

template <typename T>
struct Early {
  Early() { fresh<T>(true); }
};

struct Text {
  char bytes[300];
};
struct Ends {
  int ends[2];
};
struct Other {
  char bytes[300];
};
struct Size {
  socklen_t size;
};

// Makes the blocks before main.
template <typename... Types>
struct AllEarly : Early<Types>... {};
AllEarly<struct stat, struct statfs, struct statvfs, struct statx, utsname, rusage, rlimit,
         struct sysinfo, cpu_set_t, timespec, timeval, tms, sigset_t, struct sigaction, pollfd,
         fd_set, epoll_event, Ends, Text, Other, Size, sockaddr_un, int>
    early;

void ask_about_files(bool heap) {
  assert(stat("/", &fresh<struct stat>(heap)) == 0);
  assert(fstat(0, &fresh<struct stat>(heap)) == 0);
  assert(statfs("/", &fresh<struct statfs>(heap)) == 0);
  assert(statvfs("/", &fresh<struct statvfs>(heap)) == 0);
  assert(statx(AT_FDCWD, "/", 0, STATX_ALL, &fresh<struct statx>(heap)) == 0);
  assert(getcwd(fresh<Text>(heap).bytes, sizeof(Text)) != nullptr);
  assert(readlink("/proc/self/exe", fresh<Other>(heap).bytes, sizeof(Other)) > 0);
}

void ask_about_process(bool heap) {
  assert(uname(&fresh<utsname>(heap)) == 0);
  assert(getrusage(RUSAGE_SELF, &fresh<rusage>(heap)) == 0);
  assert(getrlimit(RLIMIT_NOFILE, &fresh<rlimit>(heap)) == 0);
  assert(sysinfo(&fresh<struct sysinfo>(heap)) == 0);
  assert(sched_getaffinity(0, sizeof(cpu_set_t), &fresh<cpu_set_t>(heap)) == 0);
  assert(clock_gettime(CLOCK_MONOTONIC, &fresh<timespec>(heap)) == 0);
  assert(gettimeofday(&fresh<timeval>(heap), nullptr) == 0);
  assert(times(&fresh<tms>(heap)) != -1);
  assert(sigprocmask(SIG_BLOCK, nullptr, &fresh<sigset_t>(heap)) == 0);
  assert(sigaction(SIGUSR1, nullptr, &fresh<struct sigaction>(heap)) == 0);
}

void use_descriptors(bool heap) {
  int* const ends = fresh<Ends>(heap).ends;
  assert(pipe(ends) == 0);
  assert(write(ends[1], "abcdefgh", 8) == 8);
  assert(ioctl(ends[0], FIONREAD, &fresh<int>(heap)) == 0);
  assert(fresh<int>(heap) == 8);
  fresh<pollfd>(heap) = {ends[0], POLLIN, 0};
  assert(poll(&fresh<pollfd>(heap), 1, 0) == 1);
  FD_SET(ends[0], &fresh<fd_set>(heap));
  assert(select(ends[0] + 1, &fresh<fd_set>(heap), nullptr, nullptr, nullptr) == 1);
  const int set = epoll_create1(0);
  epoll_event event{};
  event.events = EPOLLIN;
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event) == 0);
  assert(epoll_wait(set, &fresh<epoll_event>(heap), 1, 0) == 1);
  assert(read(ends[0], fresh<Text>(heap).bytes, 4) == 4);
  const iovec part{fresh<Other>(heap).bytes, 4};
  assert(readv(ends[0], &part, 1) == 4);
  assert(std::memcmp(fresh<Other>(heap).bytes, "efgh", 4) == 0);
}

void use_sockets(bool heap) {
  int* const ends = fresh<Ends>(heap).ends;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  assert(send(ends[1], "abcd", 4, 0) == 4);
  socklen_t& size = fresh<Size>(heap).size;
  size = sizeof(sockaddr_un);
  auto* const address = reinterpret_cast<sockaddr*>(&fresh<sockaddr_un>(heap));
  assert(recvfrom(ends[0], fresh<Text>(heap).bytes, 2, 0, address, &size) == 2);
  assert(recv(ends[0], fresh<Other>(heap).bytes, 2, 0) == 2);
  size = sizeof(sockaddr_un);
  assert(getsockname(ends[0], address, &size) == 0);
  size = sizeof(int);
  assert(getsockopt(ends[0], SOL_SOCKET, SO_TYPE, &fresh<int>(heap), &size) == 0);
  assert(fresh<int>(heap) == SOCK_STREAM);
}

void use_streams(bool heap) {
  FILE* const stream = fopen("/proc/self/status", "r");
  assert(stream != nullptr);
  assert(fgets(fresh<Text>(heap).bytes, sizeof(Text), stream) != nullptr);
  assert(fread(fresh<Other>(heap).bytes, 1, sizeof(Other), stream) == sizeof(Other));
  fclose(stream);
  const int file = open("/proc/self/exe", O_RDONLY);
  assert(pread(file, fresh<Text>(heap).bytes, 4, 0) == 4);
  assert(std::memcmp(fresh<Text>(heap).bytes, "\177ELF", 4) == 0);
  close(file);
}

}  // namespace

int main() {
  std::mutex mutex;
  int turns = 0;
  const auto work = [&] {
    for (int i = 0; i < 3; ++i) {
      const std::lock_guard lock(mutex);
      ++turns;
    }
  };
  // Long enough for pages to be watched again, and without any call that stops it.
  std::thread other(work);
  work();
  other.join();
  for (const bool heap : {false, true}) {
    ask_about_files(heap);
    ask_about_process(heap);
  }
  for (const bool heap : {false, true}) {
    use_descriptors(heap);
    use_sockets(heap);
    use_streams(heap);
  }
  assert(turns == 6);
}
