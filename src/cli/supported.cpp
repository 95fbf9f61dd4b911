#include "cli/supported.hpp"

#include <fmt/format.h>

#include <array>

#include "core/watched_functions.hpp"

namespace heddle::cli {
namespace {

constexpr std::array kTable = {
    SupportedRow{Support::supported, "threads",
                 "pthread_create pthread_join pthread_detach pthread_self pthread_exit",
                 "std::thread, std::jthread, std::async; joining twice, or a detached thread, is a "
                 "misuse"},
    SupportedRow{Support::supported, "cancelled threads",
                 "pthread_cancel pthread_setcancelstate pthread_setcanceltype pthread_testcancel",
                 "deferred; cleanup handlers and destructors run. Cancellation points are waits on "
                 "conditions, semaphores, joins, sleeps and what may block on pipes and sockets, "
                 "but not files and streams"},
    SupportedRow{Support::supported, "mutexes",
                 "pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock "
                 "pthread_mutex_trylock pthread_mutex_timedlock pthread_mutex_clocklock "
                 "pthread_mutex_unlock",
                 "normal, recursive, error-checking, adaptive; std::mutex and its kin; priority "
                 "inheritance has no effect"},
    SupportedRow{Support::supported, "condition variables",
                 "pthread_cond_init pthread_cond_destroy pthread_cond_wait pthread_cond_timedwait "
                 "pthread_cond_clockwait pthread_cond_signal pthread_cond_broadcast",
                 "std::condition_variable, std::condition_variable_any; a signal may wake any "
                 "waiter"},
    SupportedRow{Support::supported, "read-write locks",
                 "pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock "
                 "pthread_rwlock_tryrdlock pthread_rwlock_timedrdlock pthread_rwlock_clockrdlock "
                 "pthread_rwlock_wrlock pthread_rwlock_trywrlock pthread_rwlock_timedwrlock "
                 "pthread_rwlock_clockwrlock pthread_rwlock_unlock",
                 "std::shared_mutex, std::shared_timed_mutex; readers go first, as by default in "
                 "glibc"},
    SupportedRow{Support::supported, "spin locks",
                 "pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_trylock "
                 "pthread_spin_unlock",
                 "a thread that spins is blocked, not running"},
    SupportedRow{Support::supported, "barriers",
                 "pthread_barrier_init pthread_barrier_destroy pthread_barrier_wait",
                 "the last to arrive is the serial thread, as in glibc"},
    SupportedRow{Support::supported, "semaphores",
                 "sem_init sem_destroy sem_wait sem_trywait sem_timedwait sem_clockwait sem_post "
                 "sem_getvalue",
                 "unnamed ones"},
    SupportedRow{Support::supported, "once",
                 "pthread_once __cxa_guard_acquire __cxa_guard_release __cxa_guard_abort",
                 "std::call_once, also left by an exception; function-local statics"},
    SupportedRow{Support::supported, "thread-specific values",
                 "pthread_key_create pthread_key_delete pthread_getspecific pthread_setspecific",
                 "thread_local needs no function"},
    SupportedRow{Support::supported, "C11 threads",
                 "thrd_create thrd_join thrd_detach thrd_current thrd_exit thrd_sleep thrd_yield",
                 "thrd_equal is the C library's"},
    SupportedRow{Support::supported, "C11 mutexes",
                 "mtx_init mtx_destroy mtx_lock mtx_trylock mtx_timedlock mtx_unlock", ""},
    SupportedRow{Support::supported, "C11 condition variables",
                 "cnd_init cnd_destroy cnd_wait cnd_timedwait cnd_signal cnd_broadcast", ""},
    SupportedRow{Support::supported, "C11 storage and once",
                 "tss_create tss_delete tss_get tss_set call_once", ""},
    SupportedRow{Support::supported, "futexes", "syscall",
                 "FUTEX_WAIT, WAKE, WAIT_BITSET, WAKE_BITSET, REQUEUE, CMP_REQUEUE: what "
                 "std::atomic::wait, std::latch, std::barrier, std::counting_semaphore and "
                 "std::future sleep with"},
    SupportedRow{Support::supported, "system calls by number", "syscall",
                 "those that only tell something, and those that Heddle answers: clock_gettime, "
                 "getrandom, gettid, membarrier and a few more"},
    SupportedRow{Support::supported, "atomics", "",
                 "std::atomic of any size, std::atomic_ref, std::atomic_flag, "
                 "std::atomic<std::shared_ptr>, fences; sequentially consistent, whatever order is "
                 "given: weaker orders are listed under \"not covered\""},
    SupportedRow{Support::supported, "memory", kMemoryFunctions,
                 "called by the program's own code: what they read and write is watched for data "
                 "races and memory errors, like its other accesses"},
    SupportedRow{Support::supported, "strings", kStringFunctions,
                 "likewise, up to the last byte that they look at"},
    SupportedRow{Support::supported, "memory and strings, fortified", kFortifiedFunctions,
                 "with _FORTIFY_SOURCE"},
    SupportedRow{
        Support::supported, "floating-point environment", "",
        "rounding modes, traps and exceptions that have occurred (fesetround, fetestexcept): "
        "each thread's own, and part of the state"},
    SupportedRow{Support::supported, "coroutines", "",
                 "run on the thread that resumes them; no scheduling points of their own"},
    SupportedRow{
        Support::supported, "parallel algorithms", "",
        "std::execution policies run by one thread, as `heddle c++` compiles them, without "
        "TBB; programs that use par say so under \"not covered\""},
    SupportedRow{Support::supported, "joins with a limit",
                 "pthread_tryjoin_np pthread_timedjoin_np pthread_clockjoin_np", ""},
    SupportedRow{Support::supported, "pipes and sockets", "pipe socketpair read write poll select",
                 "between threads of the program; a thread that waits for input is blocked. Since "
                 "a program's first use of the kernel, states are reached by executing again"},
    SupportedRow{Support::supported, "signals", "raise sigaction signal",
                 "that the program sends to itself"},
    SupportedRow{Support::supported, "locks of streams", "flockfile ftrylockfile funlockfile",
                 "a thread that wants to use a stream that another one holds is blocked; printing "
                 "is a scheduling point in programs that name these functions or fopencookie"},
    SupportedRow{
        Support::supported, "temporary files",
        "mkstemp mkostemp mkstemps mkostemps mkdtemp mktemp tmpnam tmpnam_r tempnam tmpfile",
        "the names are the same in every execution; what it leaves behind is removed"},
    SupportedRow{
        Support::supported, "files", "",
        "what the program changes in files and folders (open, fopen, std::fstream, rename, unlink, "
        "mkdir, truncate, chmod, std::filesystem, ...) is undone after each execution and in the "
        "end, also when the search is killed; every use of a file is a scheduling point. Refused: "
        "changing files of more than 256 MiB together, exchanging them, and files that cannot be "
        "read. Not restored: owners, attributes, hard links of a file that was removed"},
    SupportedRow{Support::supported, "random numbers", "getrandom getentropy",
                 "and /dev/urandom: the same in every execution"},
    SupportedRow{Support::supported, "random numbers of the C library", "",
                 "rand, random, drand48 and their families: the numbers that the C library gives; "
                 "each draw is a scheduling point"},
    SupportedRow{
        Support::supported, "state of the C library", "",
        "the environment (setenv, putenv, unsetenv, clearenv), strtok, dates and the time "
        "zone, getopt, hsearch, setlocale, gettext, iconv, streams (fopen, setvbuf, fclose): every "
        "execution begins without what another one did"},
    SupportedRow{
        Support::supported, "users, groups and hosts", "",
        "getpwuid, getpwnam, getgrgid, getgrnam and their lists, getaddrinfo, gethostbyname, "
        "getservbyname, getprotobyname, getnameinfo: what the system answers; the program's "
        "threads "
        "share the buffers that they return"},
    SupportedRow{Support::supported, "the end of the program",
                 "exit _exit quick_exit __cxa_atexit __cxa_at_quick_exit",
                 "while other threads run; destructors of static and thread_local objects, and "
                 "static objects used after theirs"},
    SupportedRow{Support::supported, "threads of static objects", "",
                 "started by constructors of the program before main; by those of a library: "
                 "refused"},
    SupportedRow{Support::supported, "shared libraries", "dlopen dlerror dlclose",
                 "their data is rolled back; one that the program loads while it is explored is "
                 "loaded before main, and refused inside heddle::explore"},
    SupportedRow{Support::supported, "annotations of ThreadSanitizer",
                 "__tsan_acquire __tsan_release __tsan_mutex_create __tsan_mutex_post_lock "
                 "__tsan_mutex_pre_unlock AnnotateHappensBefore AnnotateHappensAfter "
                 "AnnotateRWLockAcquired AnnotateRWLockReleased AnnotateIgnoreReadsBegin "
                 "AnnotateIgnoreWritesBegin AnnotateBenignRaceSized",
                 "and the others of sanitizer/tsan_interface.h and dynamic_annotations.h: they "
                 "order threads for the race detector and change no schedule; a switch to another "
                 "fiber is refused"},
    SupportedRow{Support::refused, "other allocators", "",
                 "a program or a library that defines malloc; operator new and delete may be "
                 "replaced"},
    SupportedRow{Support::refused, "threads and libraries in a world of their own", "clone dlmopen",
                 ""},
    SupportedRow{Support::refused, "stacks of the program's own", "",
                 "a thread that comes to a scheduling point on one: makecontext, Boost.Context"},
    SupportedRow{Support::refused, "threads of OpenMP", "",
                 "their runtime waits by spinning, unseen"},
    SupportedRow{Support::refused, "other processes", "fork vfork system popen execve posix_spawn",
                 ""},
    SupportedRow{Support::refused, "changes to the terminal",
                 "tcsetattr tcsetpgrp tcflush tcflow tcsendbreak tcdrain", ""},
    SupportedRow{Support::refused, "other system calls by number", "", ""},
    SupportedRow{Support::refused, "cancellation at any instruction", "",
                 "PTHREAD_CANCEL_ASYNCHRONOUS"},
    SupportedRow{Support::refused, "mutexes of special kinds", "",
                 "robust, with a priority ceiling, shared between processes"},
    SupportedRow{Support::refused, "other objects shared between processes", "",
                 "condition variables, read-write locks, spin locks, barriers, semaphores"},
    SupportedRow{Support::refused, "read-write locks that prefer writers", "",
                 "PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP"},
    SupportedRow{Support::refused, "named semaphores", "sem_open sem_unlink", ""},
    SupportedRow{Support::refused, "System V and POSIX queues, sets of semaphores, memory",
                 "semget msgget shmget mq_open mq_unlink", ""},
    SupportedRow{Support::refused, "asynchronous input and output",
                 "aio_read aio_write aio_fsync lio_listio", ""},
    SupportedRow{Support::refused, "other futex operations", "",
                 "FUTEX_WAKE_OP, FUTEX_FD and all with priority inheritance, by name"},
    SupportedRow{Support::unwatched, "code compiled without instrumentation", "",
                 "its calls of the functions above are controlled, its memory accesses and atomics "
                 "are not seen; found in the machine code and listed, and complete only with "
                 "--trust-uninstrumented"},
    SupportedRow{Support::unwatched, "memory that the C library accesses for the program", "",
                 "in other functions: printf and scanf and their kin, strtol, qsort, strtok_r; and "
                 "in all calls by libraries that were not linked by `heddle c++`"},
    SupportedRow{
        Support::unwatched, "other data of the C library", "",
        "message catalogues of catopen, bindings of text domains, lists of hosts, networks "
        "and services: carried over from one execution to the next"},
    SupportedRow{Support::unwatched, "inline assembly", "",
                 "memory that it reads or writes; locked, exclusive and read-modify-write "
                 "instructions are found and listed"},
};

}  // namespace

std::string_view name(Support support) {
  switch (support) {
    case Support::supported:
      return "supported";
    case Support::refused:
      return "refused";
    case Support::unwatched:
      return "unwatched";
  }
  return "";
}

std::span<const SupportedRow> supported_table() { return kTable; }

std::string supported_page() {
  std::string page =
      "Threads, synchronisation and memory: what Heddle controls (supported), what ends a run\n"
      "with a sentence (refused), and what runs without being seen (unwatched).\n";
  for (const SupportedRow& row : kTable) {
    page += fmt::format("\n{}: {}\n", name(row.support), row.what);
    if (!row.functions.empty()) page += fmt::format("  {}\n", row.functions);
    if (!row.remark.empty()) page += fmt::format("  {}\n", row.remark);
  }
  return page;
}

std::string markdown(const SupportedRow& row) {
  std::string functions;
  for (const char c : row.functions)
    functions += c == ' ' ? std::string("`, `") : std::string(1, c);
  if (!functions.empty()) functions = "`" + functions + "`";
  return fmt::format("| {} | {} | {} | {} |\n", row.what, name(row.support), functions, row.remark);
}

}  // namespace heddle::cli
