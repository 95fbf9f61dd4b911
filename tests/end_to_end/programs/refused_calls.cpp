// Does what the argument names: things that Heddle cannot take back, or that no schedule decides.
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

void connect_far_away() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(0x08080808);
  const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  (void)!connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address);
}

void signal_another_thread() {
  std::thread other([] {});
  pthread_kill(other.native_handle(), SIGUSR1);
  other.join();
}

void wait_for_a_signal() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  int found = 0;
  sigwait(&set, &found);
}

void start_too_many() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 1100; ++i) threads.emplace_back([] {});
  for (std::thread& thread : threads) thread.join();
}

void lock_on_a_stack_of_its_own() {
  static std::mutex mutex;
  static ucontext_t outside;
  static ucontext_t inside;
  static char stack[1 << 16];
  std::thread other([] { std::scoped_lock lock(mutex); });
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = sizeof stack;
  inside.uc_link = &outside;
  makecontext(
      &inside, [] { std::scoped_lock lock(mutex); }, 0);
  swapcontext(&outside, &inside);
  other.join();
}

void map_at_an_address() {
  mmap(reinterpret_cast<void*>(0x100000000), 4096, PROT_READ,
       MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

void spawn() {
  char name[] = "true";
  char* words[] = {name, nullptr};
  pid_t process = 0;
  posix_spawnp(&process, name, nullptr, nullptr, words, environ);
}

void fork_with_pipe() {
  int ends[2];
  if (pipe(ends) == 0) (void)fork();
}

void vfork_with_socket() {
  (void)socket(AF_UNIX, SOCK_STREAM, 0);
  (void)vfork();
}

void fork_with_memory() {
  mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  (void)fork();
}

void fork_with_handler() {
  signal(SIGCHLD, [](int) {});
  (void)fork();
}

void fork_often() {
  while (fork() != 0) {
  }
}

void change_file_in_a_child() {
  if (fork() == 0) fclose(fopen("of_a_child", "w"));
}

// Newer C libraries declare it.
extern "C" int pidfd_spawnp(int* process, const char* file, const posix_spawn_file_actions_t*,
                            const posix_spawnattr_t*, char* const* words, char* const* variables);

void spawn_with_descriptor() {
  char name[] = "true";
  char* words[] = {name, nullptr};
  int process = 0;
  pidfd_spawnp(&process, name, nullptr, nullptr, words, environ);
}

const std::map<std::string, void (*)()> calls = {
    {"fork_with_pipe", fork_with_pipe},
    {"vfork_with_socket", vfork_with_socket},
    {"fork_with_memory", fork_with_memory},
    {"fork_with_handler", fork_with_handler},
    {"forks", fork_often},
    {"child_with_file", change_file_in_a_child},
    {"execl", [] { execl("/bin/true", "true", nullptr); }},
    {"system", [] { (void)!std::system("true"); }},
    {"popen", [] { (void)popen("true", "r"); }},
    {"spawn", spawn},
    {"pidfd_spawn", spawn_with_descriptor},
    {"alarm", [] { alarm(1); }},
    {"setitimer",
     [] {
       const itimerval soon{{0, 0}, {1, 0}};
       setitimer(ITIMER_REAL, &soon, nullptr);
     }},
    {"pause", [] { pause(); }},
    {"sigwait", wait_for_a_signal},
    {"pthread_kill", signal_another_thread},
    {"kill", [] { kill(1, 0); }},
    {"connect", connect_far_away},
    {"threads", start_too_many},
    {"makecontext", lock_on_a_stack_of_its_own},
    {"mmap", map_at_an_address},
    {"syscall", [] { syscall(SYS_sync); }},
};

int main(int argc, char** argv) {
  if (argc == 2) calls.at(argv[1])();
}
