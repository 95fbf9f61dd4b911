"""Statements of random native programs, by group.

{0}, {1} and {2} are integer variables of the thread, in any order.  A statement with a partner needs one in another thread
to go on, most of the time.  A group whose accesses race has data races: it is explored only where plain accesses are
scheduling points.
"""

from dataclasses import dataclass

PROLOGUE = """\
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <cfenv>
#include <charconv>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <thread>

namespace {
using namespace std::chrono_literals;
std::atomic<int> x{0}, y{0}, z{0};
volatile int p = 0, q = 0;
volatile int* block = nullptr;  // of two; freed after the threads
std::atomic<int*> handed{nullptr};
std::mutex m, n, io;
int guarded = 0;  // by m
int counted = 0;  // by n
std::condition_variable condition;
int tickets = 0;  // by m
std::shared_mutex shared;
int looked_at = 0;  // by shared
pthread_barrier_t barrier;  // of two
sem_t semaphore;
std::once_flag once;
// Initialised and overwritten while other threads use them.
sem_t late_semaphore;
pthread_spinlock_t late_spin_lock;
pthread_rwlock_t late_lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t late_once = PTHREAD_ONCE_INIT;
pthread_mutex_t late_mutex = PTHREAD_MUTEX_INITIALIZER;
void run_once() { z.fetch_add(3); }
unsigned result[3];

[[gnu::noinline]] int helper(int a, int b) {
  const int r = a * 3 + b;
  x.fetch_add(1);
  return r - b;
}
[[gnu::noinline]] int may_throw(int a, int b) {
  const int r = y.fetch_add(1) + a;
  if (r & 1) throw r + b;
  return r;
}
[[gnu::noinline]] int deep(int depth, int a) {
  if (depth == 0) return x.load() + a;
  const int below = deep(depth - 1, a + 1);
  return below * 2 + y.load();
}
struct Undo {
  std::atomic<int>& cell;
  ~Undo() { cell.fetch_sub(1); }
};
[[gnu::noinline]] int fails_inside(int a) {
  x.fetch_add(1);
  const Undo undo{x};
  if (y.load() + a > 1) throw std::runtime_error("too much");
  return a + 1;
}
[[gnu::noinline]] int first_time() {
  static const int value = z.fetch_add(1) + 2;
  return value;
}
[[gnu::noinline]] int rounded(int a) {
  volatile double half = a + 0.5;
  return static_cast<int>(std::lrint(half));
}
[[gnu::noinline]] int third(int a) {
  volatile double one = 1 + (a & 1), three = 3;
  volatile double quotient = one / three;
  return quotient * 3 < one ? 1 : quotient * 3 > one ? 2 : 3;
}
[[gnu::noinline]] int inexact() { return std::fetestexcept(FE_INEXACT | FE_DIVBYZERO) != 0 ? 1 : 0; }
const char kName[] = "campaign.txt";
const char kOther[] = "campaign.other";
[[gnu::noinline]] void append(int a) {
  const int file = ::open(kName, O_WRONLY | O_CREAT | O_APPEND, 0600);
  const char letter = static_cast<char>('a' + (a & 3));
  if (file < 0 || ::write(file, &letter, 1) != 1) std::abort();
  ::close(file);
}
[[gnu::noinline]] int read_back(const char* name) {
  const int file = ::open(name, O_RDONLY);
  if (file < 0) return -1;
  char text[8] = {};
  const int length = static_cast<int>(::read(file, text, sizeof text));
  ::close(file);
  int sum = length;
  for (const char letter : text) sum = sum * 3 + letter;
  return sum;
}
[[gnu::noinline]] int create() {
  const int file = ::open(kName, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (file < 0) return 0;
  ::close(file);
  return 1;
}
int ends[2] = {-1, -1};  // of a pipe that does not block
[[gnu::noinline]] void put(int a) {
  const char letter = static_cast<char>(a & 3);
  if (::write(ends[1], &letter, 1) != 1) std::abort();
}
[[gnu::noinline]] int take() {
  char bytes[8] = {};
  const int length = static_cast<int>(::read(ends[0], bytes, sizeof bytes));
  int sum = length;
  for (int i = 0; i < length; ++i) sum = sum * 5 + bytes[i];
  return sum;
}
[[gnu::noinline]] int number_of_copy() {
  const int copy = ::dup(ends[0]);
  return ::close(copy) == 0 ? copy - ends[0] : -1;
}
[[gnu::noinline]] int number_of_file() {
  const int file = ::open("/dev/null", O_RDONLY);
  return ::close(file) == 0 ? file - ends[0] : -1;
}
[[gnu::noinline]] int size_of(const char* name) {
  struct stat facts {};
  return ::stat(name, &facts) == 0 ? static_cast<int>(facts.st_size) : -1;
}
const char kVariable[] = "HEDDLE_CAMPAIGN";
[[gnu::noinline]] int value_of_variable() {
  const char* const value = std::getenv(kVariable);
  return value == nullptr ? 0 : *value - '0';
}
const std::time_t epoch = 0;
[[gnu::noinline]] int hour() {
  std::tm parts{};
  parts.tm_year = 70;
  parts.tm_mday = 1;
  return static_cast<int>(std::mktime(&parts) / 3600);
}
std::FILE* lines = nullptr;  // in memory
char* lines_text = nullptr;
std::size_t lines_size = 0;
[[gnu::noinline]] int sum_of_lines() {
  std::fclose(lines);
  int sum = 0;
  for (std::size_t i = 0; i < lines_size; ++i) sum = sum * 3 + lines_text[i];
  std::free(lines_text);
  return sum;
}
void add_one(int) { x.fetch_add(1); }
void add_three(int) { y.fetch_add(3); }
pthread_key_t first_key;
char digits[8] = "0";
int scanned = 0;
int sorted[2] = {2, 1};
char report[24] = "";
[[gnu::noinline, gnu::format(printf, 1, 2)]] void print(const char* format, ...) {
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(report, 8, format, values);
  va_end(values);
}
constexpr std::size_t kPage = 4096;
char* pages = nullptr;  // two, mapped
std::atomic<char*> handed_page{nullptr};
char* new_pages(std::size_t count) {
  void* const memory = ::mmap(nullptr, count * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) std::abort();
  return static_cast<char*>(memory);
}
[[gnu::noinline]] void map_again(char* page) {
  if (::mmap(page, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != page) std::abort();
}
[[gnu::noinline]] int moved(int a) {
  char* page = new_pages(1);
  page[1] = static_cast<char>(a & 7);
  x.fetch_add(1);
  page = static_cast<char*>(::mremap(page, kPage, 2 * kPage, MREMAP_MAYMOVE));
  const int sum = page[1] + page[kPage];
  return ::munmap(page, 2 * kPage) + sum;
}
[[gnu::noinline]] int hand_over(int a) {
  char* const page = new_pages(1);
  *page = static_cast<char>(a & 7);
  char* const old = handed_page.exchange(page);
  if (old == nullptr) return 0;
  const int value = *old;
  return ::munmap(old, kPage) + value;
}
[[gnu::noinline]] int sum_of_pages() {
  ::mprotect(pages, 2 * kPage, PROT_READ);
  int sum = pages[0] + 3 * pages[kPage];
  ::munmap(pages, 2 * kPage);
  if (char* const last = handed_page) {
    sum += 5 * *last;
    ::munmap(last, kPage);
  }
  return sum;
}
pthread_mutex_t robust;
int repaired = 0;  // by it
void make_robust() {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&robust, &attributes);
}
[[gnu::noinline]] int take_robust(bool tries, bool repairs, bool keeps) {
  const int answer = tries ? pthread_mutex_trylock(&robust) : pthread_mutex_lock(&robust);
  if (answer == EBUSY || answer == EDEADLK || answer == ENOTRECOVERABLE) return 1;
  repaired = repaired * 2 + (answer == EOWNERDEAD ? 1 : 0);
  if (answer == EOWNERDEAD && repairs) pthread_mutex_consistent(&robust);
  const int seen = repaired + (answer == EOWNERDEAD ? 2 : 4);
  if (!keeps) pthread_mutex_unlock(&robust);
  return seen;
}
const auto begin = std::chrono::system_clock::now();
// In milliseconds, up to 3.
[[gnu::noinline]] int elapsed() {
  return static_cast<int>(std::min((std::chrono::system_clock::now() - begin) / 1ms, 3L));
}
// Returns whether the mutex was free before the deadline.
int in_time(std::mutex& mutex, int microseconds) {
  const auto end = (begin + std::chrono::microseconds(microseconds)).time_since_epoch();
  const timespec deadline{end / 1s, static_cast<long>(end % 1s / 1ns)};
  if (pthread_mutex_timedlock(mutex.native_handle(), &deadline) != 0) return 0;
  const int seen = x.fetch_add(1) + 1;
  mutex.unlock();
  return seen;
}
int compare(const void* one, const void* other) {
  return *static_cast<const int*>(one) - *static_cast<const int*>(other);
}
"""


@dataclass(frozen=True)
class Group:
    statements: tuple
    weight: int = 1
    partner: str | None = None  # a statement for another thread
    races: bool = False
    lasts: bool = False  # time passes: natively, more early timeouts may occur than a search explores


GROUPS = {
    "atomics": Group((
        "{0} = x.fetch_add({1} % 3 + 1);",
        "{0} = y.load() + {1};",
        "z.store({0} + {1});",
        "{0} += z.exchange({1});",
        "(void)x.fetch_add(2);",
        "y.fetch_sub(1);",
        "{0} = {1}; y.store({2});",
        "if ({0} > {1}) {2} = y.exchange({0}); else {1} += {2};",
        "for (int i = 0; i < 2; ++i) {{ {0} += x.load(); if ({0} & 1) break; }}",
        "{2} = helper({0}, {1});",
        "{0} = deep(1, {1});",
    ), weight=4),
    "exchanges": Group((
        "{0} += x.compare_exchange_strong({1}, {2}) ? 1 : 0;",
        "{2} = 0; if (!z.compare_exchange_strong({2}, {0})) {1} = {2};",
        "{2} = z.load(); if (!z.compare_exchange_strong({2}, {0})) {1} = {2};",
        "{0} = 0; x.compare_exchange_strong({0}, 5);",
    ), weight=2),
    "mutexes": Group((
        "{{ std::lock_guard lock(m); guarded += {0}; {1} = guarded; }}",
        "{{ std::lock_guard lock(n); {0} += ++counted; }}",
        "{{ std::lock_guard lock(m); std::lock_guard inner(n); counted += guarded++; }}",
        "{{ std::scoped_lock both(m, n); {0} = counted - guarded; }}",
        "if (m.try_lock()) {{ {0} += ++guarded; m.unlock(); }} else {{ {1} += 3; }}",
    ), weight=3),
    "conditions": Group((
        "{{ std::unique_lock lock(m); while (tickets == 0) condition.wait(lock); --tickets; {0} += guarded; }}",
    ), partner="{{ std::lock_guard lock(m); ++tickets; guarded += {0} & 1; }} condition.notify_one();"),
    "broadcasts": Group((
        "{{ std::unique_lock lock(m); condition.wait(lock, [] {{ return tickets > 0; }}); {0} += ++guarded; }}",
    ), partner="{{ std::lock_guard lock(m); ++tickets; }} condition.notify_all();"),
    "semaphores": Group((
        "sem_wait(&semaphore); {0} += x.load();",
        "if (sem_trywait(&semaphore) == 0) {0} += 2;",
    ), partner="sem_post(&semaphore);"),
    "barriers": Group((
        "pthread_barrier_wait(&barrier); {0} += x.load();",
        "{0} += pthread_barrier_wait(&barrier) == 0 ? 1 : 2;",
    ), partner="pthread_barrier_wait(&barrier);"),
    "rwlocks": Group((
        "{{ std::shared_lock lock(shared); {0} += looked_at; }}",
        "{{ std::shared_lock lock(shared); {0} += looked_at + y.load(); }}",
        "{{ std::unique_lock lock(shared); {0} += ++looked_at; }}",
        "if (shared.try_lock()) {{ looked_at += 2; shared.unlock(); }} else {{ {0} += 5; }}",
        "if (shared.try_lock_shared()) {{ {1} += looked_at; shared.unlock_shared(); }} else {{ {0} += 5; }}",
    ), weight=2),
    "once": Group((
        "std::call_once(once, [&] {{ std::lock_guard lock(n); counted += 4; {0} += 1; }});",
        "{0} += first_time();",
    )),
    "exceptions": Group((
        "try {{ {2} = may_throw({0}, {1}); }} catch (int e) {{ {2} = e + {0} * 2 + {1}; }}",
        "try {{ {2} = may_throw({0}, {1}); {0} = x.load(); }} catch (int) {{ {1} += {0}; }}",
        "{{ const int k = z.load(); try {{ {0} += may_throw({1}, 0); }} catch (int) {{ {2} += k * 3; }} }}",
        "try {{ {0} += fails_inside({1}); }} catch (const std::exception& e) {{ {0} += e.what()[0]; }}",
        "try {{ std::lock_guard lock(m); if (++guarded > 1) throw guarded; {0} += 1; }} catch (int e) {{ {1} += e; }}",
    ), weight=2),
    "heap": Group((
        "{{ const auto k = std::make_unique<int>(x.load()); {0} += *k; }}",
        "{{ const auto k = std::make_shared<int>({0}); const auto l = k; {1} += *l + y.load(); }}",
    )),
    "plain": Group((
        "p = p + 1;",
        "{0} += p;",
        "p = {0};",
        "q = p + {0};",
        "if (q == 0) {0} += 2;",
    ), weight=3, races=True),
    "blocks": Group((
        "block[0] = {0};",
        "{0} += block[0];",
        "block[1] = block[0] + 1;",
        "if (x.load() > 0) {0} += block[0] + 1;",
        "if (x.load() > 0) block[0] = {0} + 1;",
        "x.fetch_add(1);",
        "x.store({0});",
        "{{ int* const old = handed.exchange(new int({0})); if (old != nullptr) {{ {1} += *old; delete old; }} }}",
    ), weight=3, races=True),
    "floating": Group((
        "if (x.load() == 0) std::fesetround(FE_UPWARD);",
        "std::fesetround(y.load() > 0 ? FE_DOWNWARD : FE_TONEAREST);",
        "{0} += rounded({1} & 1);",
        "{0} += third({1});",
        "if (z.load() == 0) std::feclearexcept(FE_ALL_EXCEPT);",
        "{0} += inexact();",
        "{0} += std::fegetround() == FE_UPWARD ? 1 : 0; x.store({0});",
    ), weight=2),
    "pipes": Group((
        "put({0});",
        "put({0}); put({1});",
        "{0} += take();",
        "{0} += number_of_copy();",
        "{0} += number_of_file();",
        "{0} += ::fcntl(ends[0], F_GETFD);",
        "::fcntl(ends[0], F_SETFD, FD_CLOEXEC);",
    )),
    "environment": Group((
        '::setenv(kVariable, ({0} & 1) != 0 ? "1" : "2", 1);',
        '::setenv(kVariable, "3", 0);',
        "::unsetenv(kVariable);",
        "{0} += value_of_variable();",
        "if (value_of_variable() == 0) {0} += 2;",
        '::setenv("TZ", ({0} & 1) != 0 ? "XXX-1" : "XXX-2", 1);',
        "{0} += hour();",
        "{0} += std::localtime(&epoch)->tm_hour;",
    ), weight=2, races=True),
    "streams": Group((
        "std::fputc('a' + ({0} & 3), lines);",
        'std::fprintf(lines, "%d", {0} & 7);',
        'std::fputs("xy", lines);',
        "{0} += static_cast<int>(std::ftell(lines));",
        "{0} += y.load();",
    ), weight=2),
    "signals": Group((
        "std::signal(SIGUSR1, add_one);",
        "std::signal(SIGUSR1, add_three);",
        "{0} += std::signal(SIGUSR1, SIG_IGN) == add_one ? 1 : 0;",
        "std::raise(SIGUSR1);",
        "std::raise(SIGUSR1); {0} += x.load();",
    ), weight=2),
    "keys": Group((
        "{{ pthread_key_t k; pthread_key_create(&k, nullptr); {0} += static_cast<int>(k - first_key); }}",
        "{{ pthread_key_t k; pthread_key_create(&k, nullptr); {0} += static_cast<int>(k - first_key);"
        " x.fetch_add(1); pthread_key_delete(k); }}",
    )),
    "texts": Group((
        'std::snprintf(digits, sizeof digits, "%d", {0} & 7);',
        "{0} += std::atoi(digits);",
        '{{ int k = 0; std::sscanf(digits, "%d", &k); {0} += k; }}',
        'std::sscanf("4", "%d", &scanned);',
        "{0} += scanned;",
        "scanned = {0};",
        "std::qsort(sorted, 2, sizeof sorted[0], compare);",
        "{0} += sorted[0]; {1} += sorted[0];",
    ), weight=2, races=True),
    "outputs": Group((
        'std::snprintf(report, sizeof report, "%d-%d", {0} & 7, {1} & 7);',
        'print("%d", {0} & 31);',
        'std::sprintf(report + 2, "%c", 97 + ({0} & 3));',
        "std::strcpy(report, ({0} & 1) != 0 ? \"ab\" : \"cde\");",
        'std::strncat(report, "z", 2);',
        "*std::to_chars(report, report + 8, {0}).ptr = 0;",
        '{{ const std::tm k{{}}; std::strftime(report, 8, "%H", &k); }}',
        "{0} += static_cast<int>(std::strlen(report));",
        'std::sscanf(report, "%d-%d", &{0}, &{1});',
        "{0} += report[1];",
        "x.fetch_add(1);",
    ), weight=2, races=True),
    "maps": Group((
        "{0} += pages[0];",
        "pages[0] = {0} & 7;",
        "{0} += pages[kPage];",
        "pages[kPage] = {0} & 7;",
        "map_again(pages);",
        "map_again(pages + kPage);",
        "{0} += ::mprotect(pages, 2 * kPage, PROT_READ | PROT_WRITE);",
        "{0} += ::madvise(pages, kPage, MADV_DONTNEED);",
        "{0} += moved({1});",
        "{0} += hand_over({1});",
        "if (x.load() > 0) ::mprotect(pages + kPage, kPage, PROT_READ);",
    ), weight=2, races=True),
    "files": Group((
        "{{ std::lock_guard lock(io); append({0}); }}",
        "{{ std::lock_guard lock(io); {0} += read_back(kName); }}",
        "{{ std::lock_guard lock(io); {0} += create(); }}",
        "{{ std::lock_guard lock(io); {0} += ::unlink(kName); }}",
        "{{ std::lock_guard lock(io); {0} += ::rename(kName, kOther); }}",
        "{{ std::lock_guard lock(io); {0} += size_of(kName) + 2 * read_back(kOther); }}",
    ), weight=2),
    "late": Group((
        "sem_init(&late_semaphore, 0, {0} & 1);",
        "std::memset(&late_semaphore, 0, sizeof late_semaphore);",
        "{0} += sem_trywait(&late_semaphore) == 0 ? 1 : 3;",
        "sem_post(&late_semaphore); {0} += x.load();",
        "{{ int k = 0; sem_getvalue(&late_semaphore, &k); {0} += k; }}",
        "pthread_spin_init(&late_spin_lock, PTHREAD_PROCESS_PRIVATE);",
        "{0} += pthread_spin_trylock(&late_spin_lock) == 0 ? 1 : 3;",
        "late_lock = pthread_rwlock_t PTHREAD_RWLOCK_INITIALIZER;",
        "{0} += pthread_rwlock_trywrlock(&late_lock) == 0 ? 2 : 1;",
        "late_once = PTHREAD_ONCE_INIT;",
        "pthread_once(&late_once, run_once); {0} += z.load();",
    ), weight=3, races=True),
    "robust": Group((
        "{0} += take_robust(false, true, false);",
        "{0} += take_robust(false, ({1} & 1) != 0, false);",
        "{0} += take_robust(true, true, false);",
        "{0} += take_robust(false, true, true);",
        "{0} += take_robust(true, ({1} & 1) != 0, true);",
        "{0} += take_robust(false, true, true); pthread_exit(nullptr);",
        "{0} += x.fetch_add(1);",
    ), weight=2),
    "processes": Group((
        "if (::fork() == 0) end_child({0});",
        "if (::fork() == 0) end_child({0}); else {1} += x.load();",
        "if (::fork() == 0) {{ std::thread other([] {{ x.fetch_add(1); }}); {0} += x.load(); other.join(); end_child({0}); }}",
        "if (const int child = ::fork()) {{ {0} += ::waitpid(child, nullptr, 0) == child; }} else {{ end_child({1}); }}",
        "{0} += ::wait(nullptr) > 0; x.fetch_add(1);",
        "{{ std::scoped_lock lock(n); counted += {0}; }} y.fetch_add(1);",
        "{{ std::scoped_lock lock(m); x.fetch_add(1); }} {0} += x.load();",
        "x.store({0}); {1} += y.fetch_add(1);",
    ), weight=2),
    "time": Group((
        "::usleep(1); {0} += x.load();",
        "{{ std::scoped_lock lock(m); ::usleep(1); {0} += x.load(); }}",
        "{{ std::scoped_lock lock(m); {0} += x.load(); ::usleep(1); y.fetch_add(1); }}",
        "{{ std::scoped_lock lock(m); x.fetch_add(1); }} {0} += y.load();",
        "{{ std::scoped_lock lock(n); ::usleep(1); counted += {0}; }}",
        "{{ std::scoped_lock lock(m, n); counted += 1; }} x.fetch_add(1);",
        "{0} += in_time(m, 1);",
        "{0} += in_time(n, 1000); y.fetch_add(1);",
        "{{ std::shared_lock lock(shared); ::usleep(1); {0} += looked_at; }}",
        "{{ std::unique_lock lock(shared); looked_at += {0} + 1; }} x.fetch_add(1);",
        "{{ std::unique_lock lock(m); {0} += condition.wait_until(lock, begin + 1ms) == std::cv_status::timeout; }} y.fetch_add(2);",
        "{{ std::scoped_lock lock(m); x.fetch_add(1); condition.notify_one(); }}",
        "y.store({0}); {1} += x.fetch_add(1);",
        "{0} += elapsed(); x.fetch_add({0});",
        "{{ std::scoped_lock lock(m); {0} += elapsed(); }} ::usleep(1000);",
    ), weight=2, races=True, lasts=True),
    "late_waits": Group((
        "sem_wait(&late_semaphore); {0} += x.load();",
        "sem_post(&late_semaphore); x.fetch_add(1);",
    ), partner="sem_init(&late_semaphore, 0, 1);", races=True),
    "late_mutexes": Group((
        "pthread_mutex_lock(&late_mutex); {0} += x.fetch_add(1); pthread_mutex_unlock(&late_mutex);",
        "pthread_mutex_init(&late_mutex, nullptr);",
        "late_mutex = pthread_mutex_t PTHREAD_MUTEX_INITIALIZER;",
        "if (pthread_mutex_trylock(&late_mutex) == 0) {{ x.store({0}); pthread_mutex_unlock(&late_mutex); }}",
    ), weight=2, races=True),
}
