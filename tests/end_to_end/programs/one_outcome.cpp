// Forty small programs in one, chosen by the argument: whatever the schedule, each has one outcome,
// and prints it.
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <future>
#include <latch>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <semaphore>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

void say(const char* format, ...) __attribute__((format(printf, 1, 2)));
void say(const char* format, ...) {
  char line[256];
  va_list list;
  va_start(list, format);
  std::vsnprintf(line, sizeof line, format, list);
  va_end(list);
  std::printf("| %s\n", line);
}

template <typename Work>
void twice(Work work) {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
}

struct Loud {
  const char* name;
  ~Loud() { say("end of %s", name); }
};

struct Tree {
  std::unique_ptr<Tree> left, right;
  int sum() const { return 1 + (left ? left->sum() : 0) + (right ? right->sum() : 0); }
};
std::unique_ptr<Tree> grow(int depth) {
  if (depth == 0) return nullptr;
  auto tree = std::make_unique<Tree>();
  tree->left = grow(depth - 1);
  tree->right = grow(depth - 1);
  return tree;
}

using Case = void (*)();
const Case cases[] = {
    [] { say("nothing"); },
    [] {
      std::atomic<int> n{0};
      twice([&] { n.fetch_add(2); });
      say("%d", n.load());
    },
    [] {
      std::mutex m;
      int n = 0;
      twice([&] {
        std::lock_guard lock(m);
        ++n;
      });
      say("%d", n);
    },
    [] {
      std::promise<int> p;
      std::thread t([&] { p.set_value(7); });
      say("%d", p.get_future().get());
      t.join();
    },
    [] { say("%d", std::async(std::launch::async, [] { return 6 * 7; }).get()); },
    [] {
      std::mutex m;
      std::condition_variable c;
      bool ready = false;
      std::thread t([&] {
        std::lock_guard lock(m);
        ready = true;
        c.notify_one();
      });
      std::unique_lock lock(m);
      c.wait(lock, [&] { return ready; });
      say("ready");
      lock.unlock();
      t.join();
    },
    [] {
      std::latch both(2);
      twice([&] { both.arrive_and_wait(); });
      say("both");
    },
    [] {
      std::atomic<int> n{0};
      std::barrier b(2);
      twice([&] {
        ++n;
        b.arrive_and_wait();
        if (n != 2) std::abort();
      });
      say("%d", n.load());
    },
    [] {
      std::binary_semaphore s(0);
      std::thread t([&] { s.release(); });
      s.acquire();
      t.join();
      say("released");
    },
    [] {
      std::once_flag f;
      std::atomic<int> n{0};
      twice([&] { std::call_once(f, [&] { ++n; }); });
      say("%d", n.load());
    },
    [] {
      static std::atomic<int> made{0};
      twice([] {
        static const int one = ++made;
        if (one != 1) std::abort();
      });
      say("%d", made.load());
    },
    [] {
      thread_local int mine = 1;
      std::atomic<int> n{0};
      twice([&] { n += ++mine; });
      say("%d %d", n.load(), mine);
    },
    [] {
      std::thread t([] {
        thread_local Loud a{"a"}, b{"b"};
        say("%s%s", a.name, b.name);
      });
      t.join();
      say("joined");
    },
    [] {
      static Loud later{"static"};
      std::atexit([] { say("handler"); });
      say("%s", later.name);
    },
    [] {
      std::at_quick_exit([] { say("quickly"); });
      std::quick_exit(0);
    },
    [] {
      try {
        throw std::runtime_error("thrown");
      } catch (const std::exception& e) {
        say("%s", e.what());
      }
    },
    [] {
      auto f = std::async(std::launch::async, []() -> int { throw std::out_of_range("far"); });
      try {
        f.get();
      } catch (const std::out_of_range& e) {
        say("%s", e.what());
      }
    },
    [] {
      auto p = std::make_shared<Loud>(Loud{"shared"});
      twice([p] { (void)p; });
      say("still %s", p->name);
    },
    [] {
      jmp_buf place;
      volatile int rounds = 0;
      if (setjmp(place) < 3) {
        rounds = rounds + 1;
        longjmp(place, rounds);
      }
      say("%d", rounds);
    },
    [] { say("%d", grow(8)->sum()); },
    [] {
      std::map<std::string, int> words;
      std::istringstream text("a b a c a b");
      for (std::string w; text >> w;) ++words[w];
      for (auto& [w, n] : words) say("%s %d", w.c_str(), n);
    },
    [] {
      std::vector<int> v(1000);
      std::iota(v.begin(), v.end(), 0);
      std::sort(v.begin(), v.end(), std::greater<>());
      say("%d %d", v.front(), std::accumulate(v.begin(), v.end(), 0));
    },
    [] {
      srand(1);
      const int a = rand(), b = rand();
      srand(1);
      say("%d", a == rand() && b == rand());
    },
    [] {
      say("%d", getenv("PATH") != nullptr);
      say("%d", getenv("ONE_OUTCOME") == nullptr);
    },
    [] {
      char text[] = "one,two,three";
      for (char* w = strtok(text, ","); w != nullptr; w = strtok(nullptr, ",")) say("%s", w);
    },
    [] {
      FILE* f = std::tmpfile();
      std::fputs("written", f);
      std::rewind(f);
      char back[16] = {};
      say("%s", std::fgets(back, sizeof back, f));
      std::fclose(f);
    },
    [] {
      int ends[2];
      if (pipe(ends) != 0) return;
      std::thread t([&] { (void)!write(ends[1], "word", 4); });
      char word[5] = {};
      (void)!read(ends[0], word, 4);
      t.join();
      say("%s", word);
    },
    [] {
      int ends[2];
      if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return;
      std::thread echo([&] {
        char c;
        if (recv(ends[1], &c, 1, 0) == 1) send(ends[1], &c, 1, 0);
      });
      char c = 'x';
      send(ends[0], &c, 1, 0);
      recv(ends[0], &c, 1, 0);
      echo.join();
      say("%c", c);
    },
    [] {
      const int counter = eventfd(0, 0);
      std::thread t([&] {
        const uint64_t three = 3;
        (void)!write(counter, &three, 8);
      });
      pollfd wanted{counter, POLLIN, 0};
      const int ready = poll(&wanted, 1, -1);
      uint64_t value = 0;
      (void)!read(counter, &value, 8);
      t.join();
      say("%d %d", ready, static_cast<int>(value));
    },
    [] { say("%d", poll(nullptr, 0, 1)); },
    [] {
      const auto before = std::chrono::steady_clock::now();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      say("%d", std::chrono::steady_clock::now() - before >= std::chrono::milliseconds(2));
    },
    [] {
      signal(SIGUSR1, [](int) { say("handled"); });
      raise(SIGUSR1);
      say("after");
    },
    [] {
      sigset_t set;
      sigemptyset(&set);
      sigaddset(&set, SIGUSR1);
      signal(SIGUSR1, [](int) { say("late"); });
      pthread_sigmask(SIG_BLOCK, &set, nullptr);
      raise(SIGUSR1);
      say("blocked");
      pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    },
    [] {
      signal(SIGPIPE, SIG_IGN);
      int ends[2];
      if (pipe(ends) != 0) return;
      close(ends[0]);
      const bool failed = write(ends[1], "x", 1) < 0 && errno == EPIPE;
      say("%d", failed);
    },
    [] {
      auto* p = static_cast<int*>(
          mmap(nullptr, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
      twice([p] { __atomic_fetch_add(p + 1000, 5, __ATOMIC_SEQ_CST); });
      const int sum = p[1000];  // arguments are evaluated in any order
      say("%d %d", sum, munmap(p, 1 << 16));
    },
    [] {
      pthread_t t;
      pthread_create(
          &t, nullptr, [](void*) -> void* { pthread_exit(const_cast<char*>("bye")); }, nullptr);
      void* result = nullptr;
      pthread_join(t, &result);
      say("%s", static_cast<char*>(result));
    },
    [] {
      static std::atomic<bool> told{false};
      std::thread([] {
        while (!told) std::this_thread::yield();
        say("the last one");
      }).detach();
      told = true;
      pthread_exit(nullptr);
    },
    [] {
      pthread_setname_np(pthread_self(), "boss");
      char name[16];
      pthread_getname_np(pthread_self(), name, sizeof name);
      say("%s", name);
    },
    [] {
      std::vector<std::thread> many;
      std::atomic<int> n{0};
      for (int i = 0; i < 40; ++i) many.emplace_back([&] { ++n; });
      for (auto& t : many) t.join();
      say("%d", n.load());
    },
    [] {
      std::jthread t([](std::stop_token stop) {
        while (!stop.stop_requested()) std::this_thread::yield();
        say("stopped");
      });
    },
};
static_assert(std::size(cases) == 40);

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IONBF, 0);  // nothing is lost, however the program ends
  if (argc == 2) cases[std::atoi(argv[1])]();
}
