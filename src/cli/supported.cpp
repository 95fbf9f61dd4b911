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
                 "condition variables and semaphores, joins, sleeps and blocking calls on pipes "
                 "and sockets, but not files and streams"},
    SupportedRow{Support::supported, "mutexes",
                 "pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock "
                 "pthread_mutex_trylock pthread_mutex_timedlock pthread_mutex_clocklock "
                 "pthread_mutex_unlock pthread_mutex_consistent",
                 "normal, recursive, error-checking, adaptive, robust (a thread may end while it "
                 "holds one); std::mutex and its variants; priority inheritance has no effect"},
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
                 "std::shared_mutex, std::shared_timed_mutex; readers are preferred, as by default "
                 "in glibc"},
    SupportedRow{Support::supported, "spin locks",
                 "pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_trylock "
                 "pthread_spin_unlock",
                 "a spinning thread is blocked, not runnable"},
    SupportedRow{Support::supported, "barriers",
                 "pthread_barrier_init pthread_barrier_destroy pthread_barrier_wait",
                 "the last thread to arrive is the serial thread, as in glibc"},
    SupportedRow{Support::supported, "semaphores",
                 "sem_init sem_destroy sem_wait sem_trywait sem_timedwait sem_clockwait sem_post "
                 "sem_getvalue",
                 "unnamed semaphores"},
    SupportedRow{Support::supported, "once",
                 "pthread_once __cxa_guard_acquire __cxa_guard_release __cxa_guard_abort",
                 "std::call_once, also when it exits by an exception; function-local statics"},
    SupportedRow{Support::supported, "thread-specific values",
                 "pthread_key_create pthread_key_delete pthread_getspecific pthread_setspecific",
                 "a deletion races with a use that nothing orders; thread_local needs no "
                 "function"},
    SupportedRow{Support::supported, "C11 threads",
                 "thrd_create thrd_join thrd_detach thrd_current thrd_exit thrd_sleep thrd_yield",
                 "thrd_equal is not interposed"},
    SupportedRow{Support::supported, "C11 mutexes",
                 "mtx_init mtx_destroy mtx_lock mtx_trylock mtx_timedlock mtx_unlock", ""},
    SupportedRow{Support::supported, "C11 condition variables",
                 "cnd_init cnd_destroy cnd_wait cnd_timedwait cnd_signal cnd_broadcast", ""},
    SupportedRow{Support::supported, "C11 storage and once",
                 "tss_create tss_delete tss_get tss_set call_once", ""},
    SupportedRow{
        Support::supported, "OpenMP constructs", "",
        "of g++ and clang++ -fopenmp: parallel, for, sections, single, master, critical, atomic, "
        "barrier, ordered, task, taskwait, taskgroup, taskloop; a region has two threads "
        "unless the program or OMP_NUM_THREADS sets another number"},
    SupportedRow{Support::supported, "OpenMP functions",
                 "omp_get_thread_num omp_get_num_threads omp_get_max_threads omp_get_num_procs "
                 "omp_get_thread_limit omp_in_parallel omp_in_final omp_get_level "
                 "omp_get_active_level omp_get_ancestor_thread_num omp_get_team_size "
                 "omp_get_dynamic omp_get_nested omp_get_max_active_levels "
                 "omp_get_supported_active_levels omp_get_schedule omp_get_cancellation "
                 "omp_get_max_task_priority omp_get_wtime omp_get_wtick omp_set_num_threads "
                 "omp_set_dynamic omp_set_nested omp_set_max_active_levels omp_set_schedule",
                 "time is virtual; the number of processors is 2"},
    SupportedRow{Support::supported, "OpenMP locks",
                 "omp_init_lock omp_init_lock_with_hint omp_destroy_lock omp_set_lock "
                 "omp_unset_lock omp_test_lock omp_init_nest_lock omp_init_nest_lock_with_hint "
                 "omp_destroy_nest_lock omp_set_nest_lock omp_unset_nest_lock omp_test_nest_lock",
                 "shown as spin locks; a thread that cannot take one is blocked"},
    SupportedRow{
        Support::supported, "futexes", "syscall",
        "FUTEX_WAIT, WAKE, WAIT_BITSET, WAKE_BITSET, REQUEUE, CMP_REQUEUE; used by "
        "std::atomic::wait, std::latch, std::barrier, std::counting_semaphore and std::future"},
    SupportedRow{Support::supported, "system calls by number", "syscall",
                 "read-only queries, and calls that Heddle emulates: clock_gettime, getrandom, "
                 "gettid, membarrier, read, write and a few more"},
    SupportedRow{
        Support::supported, "atomics", "",
        "std::atomic of any size, std::atomic_ref, std::atomic_flag, "
        "std::atomic<std::shared_ptr>, fences; executed as sequentially consistent; weaker "
        "orders are listed under \"not covered\""},
    SupportedRow{Support::supported, "memory", kMemoryFunctions,
                 "calls from instrumented code; their reads and writes are checked for data races "
                 "and memory errors"},
    SupportedRow{Support::supported, "strings", kStringFunctions,
                 "as for memory, up to the last byte that they access"},
    SupportedRow{Support::supported, "memory and strings, fortified", kFortifiedFunctions,
                 "with _FORTIFY_SOURCE"},
    SupportedRow{Support::supported, "buffers of formatted texts", kFormattedFunctions,
                 "the format, its strings, the results and %n, as for memory; strings of formats "
                 "with numbered arguments (%1$s) are not observed"},
    SupportedRow{Support::supported, "buffers of numbers", kNumberFunctions,
                 "the text up to the end of the number, and where that is stored"},
    SupportedRow{Support::supported, "buffers of arrays", kArrayFunctions,
                 "the whole array, when the call begins"},
    SupportedRow{Support::supported, "buffers of dates, words, errors and addresses",
                 kTextFunctions, "as for memory"},
    SupportedRow{Support::supported, "input and output buffers", "",
                 "of read, write, readv, writev, pread, pwrite, send, recv, fread, fwrite, fgets, "
                 "fputs, puts, getline, perror, and the printf and scanf families on streams: as "
                 "for memory, in the step of the call"},
    SupportedRow{Support::supported, "environment", kEnvironmentFunctions,
                 "read without protection, as setenv, putenv, unsetenv and clearenv change it: a "
                 "data race if nothing orders them; dates read it for the time zone"},
    SupportedRow{Support::supported, "mapped memory", "mmap munmap mremap mprotect madvise",
                 "private and anonymous ones, also before main, with their protection; the content "
                 "of a file that is not written through the mapping; a fixed address inside an "
                 "earlier mapping. A write to a mapped file by other means is not seen in it. The "
                 "mappings of a thread have 16 GiB"},
    SupportedRow{Support::supported, "limits of the process", "getrlimit setrlimit prlimit",
                 "values that nothing enforces: Heddle runs in the same process. A program that "
                 "lowers one other than RLIMIT_CORE has an incomplete result"},
    SupportedRow{Support::supported, "child processes",
                 "fork vfork _Fork wait waitpid wait3 wait4 waitid getpid getppid pthread_atfork "
                 "execve execv execvp execl",
                 "a search follows both processes, one at a time; the child has no other threads. "
                 "Communication between them is not explored: such a program has an incomplete "
                 "result, a fork with open pipes, sockets or shared memory is refused, and so is "
                 "exec outside of a child"},
    SupportedRow{Support::supported, "floating-point environment", "",
                 "rounding modes, traps and raised exceptions (fesetround, fetestexcept), per "
                 "thread and part of the state"},
    SupportedRow{Support::supported, "coroutines", "",
                 "run on the thread that resumes them; add no scheduling points"},
    SupportedRow{Support::supported, "parallel algorithms", "",
                 "of libstdc++ with std::execution::par or par_unseq: each runs on two threads, "
                 "without TBB"},
    SupportedRow{Support::supported, "joins with a timeout",
                 "pthread_tryjoin_np pthread_timedjoin_np pthread_clockjoin_np", ""},
    SupportedRow{Support::supported, "pipes and sockets", "pipe socketpair read write poll select",
                 "between threads of the program; a thread that waits for input is blocked. After "
                 "the first such call of a program, states are restored by replay"},
    SupportedRow{Support::supported, "timers with a descriptor",
                 "timerfd_create timerfd_settime timerfd_gettime",
                 "on virtual time; a timer may expire early, as timed waits may; copies of the "
                 "descriptor are refused"},
    SupportedRow{Support::supported, "signals", "raise sigaction signal",
                 "signals that the program sends to itself; sending one and changing its "
                 "disposition are scheduling points; handlers of faults run and may jump away"},
    SupportedRow{
        Support::supported, "stream locks", "flockfile ftrylockfile funlockfile",
        "a thread that uses a stream locked by another thread is blocked; in programs that "
        "use these functions or fopencookie, each use of a stream locks it"},
    SupportedRow{
        Support::supported, "streams", "",
        "each use of a stream that the program opened, or of stdin, is a scheduling point; "
        "the order of output to stdout and stderr is not explored unless the program "
        "redirects them"},
    SupportedRow{
        Support::supported, "temporary files",
        "mkstemp mkostemp mkstemps mkostemps mkdtemp mktemp tmpnam tmpnam_r tempnam tmpfile",
        "the names are the same in every execution; files that an execution leaves are removed"},
    SupportedRow{
        Support::supported, "files", "",
        "changes to files and folders (open, fopen, std::fstream, rename, unlink, mkdir, truncate, "
        "chmod, std::filesystem, ...) are undone after each execution and at the end, also when "
        "the search is killed; every use of a file is a scheduling point. Refused: changes to more "
        "than 256 MiB of files, exchanging files, and unreadable files. Not restored: owners, "
        "attributes, hard links of a removed file"},
    SupportedRow{Support::supported, "number of processors",
                 "sysconf get_nprocs get_nprocs_conf sched_getaffinity pthread_getaffinity_np",
                 "2 on every machine, also for std::thread::hardware_concurrency"},
    SupportedRow{
        Support::supported, "random numbers", "getrandom getentropy",
        "the same values in every execution, also from /dev/urandom and std::random_device"},
    SupportedRow{Support::supported, "random numbers of the C library", "",
                 "rand, random, drand48 and their families return the C library's numbers; each "
                 "call is a scheduling point"},
    SupportedRow{Support::supported, "state of the C library", "",
                 "the environment (setenv, putenv, unsetenv, clearenv), strtok, dates and the time "
                 "zone, getopt, hsearch, setlocale, gettext, iconv, streams (fopen, setvbuf, "
                 "fclose): restored before every execution"},
    SupportedRow{Support::supported, "users, groups and hosts", "",
                 "getpwuid, getpwnam, getgrgid, getgrnam and their lists, getaddrinfo, "
                 "gethostbyname, getservbyname, getprotobyname, getnameinfo: answered by the "
                 "system; the program's threads share the returned buffers"},
    SupportedRow{
        Support::supported, "program exit",
        "exit _exit quick_exit atexit at_quick_exit on_exit __cxa_atexit __cxa_at_quick_exit",
        "also while other threads run; destructors of static and thread_local objects "
        "run, and uses of destroyed static objects are reported"},
    SupportedRow{Support::supported, "threads of static objects", "",
                 "started by constructors of the program before main; threads started by "
                 "constructors of a library are refused"},
    SupportedRow{Support::supported, "shared libraries", "dlopen dlerror dlclose",
                 "their data is rolled back; a library that the program loads during the "
                 "exploration is loaded before main, and refused inside heddle::explore"},
    SupportedRow{Support::supported, "ThreadSanitizer annotations",
                 "__tsan_acquire __tsan_release __tsan_mutex_create __tsan_mutex_post_lock "
                 "__tsan_mutex_pre_unlock AnnotateHappensBefore AnnotateHappensAfter "
                 "AnnotateRWLockAcquired AnnotateRWLockReleased AnnotateIgnoreReadsBegin "
                 "AnnotateIgnoreWritesBegin AnnotateBenignRaceSized",
                 "and the others of sanitizer/tsan_interface.h and dynamic_annotations.h: they add "
                 "happens-before edges for the race detector, ignore others, and change no "
                 "schedule; a fiber switch is refused"},
    SupportedRow{Support::refused, "other allocators", "",
                 "a program or a library that defines malloc; operator new and delete may be "
                 "replaced"},
    SupportedRow{Support::refused, "threads and libraries outside Heddle's control",
                 "clone dlmopen", ""},
    SupportedRow{Support::refused, "other memory mappings", "brk sbrk shmat",
                 "executable or growing memory, files that are written through a mapping, other "
                 "fixed addresses, MAP_32BIT, and handlers of SIGSEGV for protected memory; mapped "
                 "before the exploration, such memory is not restored, and the search is not "
                 "complete"},
    SupportedRow{
        Support::refused, "user-level stacks", "",
        "a thread that reaches a scheduling point on such a stack: makecontext, Boost.Context"},
    SupportedRow{Support::refused, "other OpenMP constructs", "omp_fulfill_event",
                 "task dependences other than in, out and inout, detach clauses, task reductions, "
                 "conditional lastprivate, doacross loops, target and teams regions, "
                 "OMP_CANCELLATION=true"},
    SupportedRow{Support::refused, "other programs",
                 "system popen posix_spawn pidfd_spawn forkpty daemon", ""},
    SupportedRow{Support::refused, "changes of the user and groups of the process",
                 "setuid setgid seteuid setegid setreuid setregid setresuid setresgid setgroups "
                 "initgroups",
                 "a call that changes nothing succeeds, except setgroups and initgroups"},
    SupportedRow{Support::refused, "changes to the terminal",
                 "tcsetattr tcsetpgrp tcflush tcflow tcsendbreak tcdrain", ""},
    SupportedRow{Support::refused, "other system calls by number", "", ""},
    SupportedRow{Support::refused, "cancellation at any instruction", "",
                 "PTHREAD_CANCEL_ASYNCHRONOUS"},
    SupportedRow{Support::refused, "mutexes of special kinds", "",
                 "with a priority ceiling, shared between processes"},
    SupportedRow{Support::refused, "other objects shared between processes", "",
                 "condition variables, read-write locks, spin locks, barriers, semaphores"},
    SupportedRow{Support::refused, "writer-preferring read-write locks", "",
                 "PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP"},
    SupportedRow{Support::refused, "named semaphores", "sem_open sem_unlink", ""},
    SupportedRow{Support::refused, "System V and POSIX queues, sets of semaphores, memory",
                 "semget msgget shmget mq_open mq_unlink", ""},
    SupportedRow{Support::refused, "asynchronous I/O", "aio_read aio_write aio_fsync lio_listio",
                 ""},
    SupportedRow{Support::refused, "other futex operations", "",
                 "FUTEX_WAKE_OP, FUTEX_FD and all with priority inheritance"},
    SupportedRow{Support::unwatched, "uninstrumented code", "",
                 "its calls of the functions above are controlled, its memory accesses and atomics "
                 "are not observed; it is found in the machine code and listed; a search is "
                 "complete only with --trust-uninstrumented"},
    SupportedRow{
        Support::unwatched, "memory accesses of the C library", "",
        "in functions that neither table names; and in all calls by libraries that were not "
        "linked by `heddle c++`"},
    SupportedRow{
        Support::unwatched, "other functions of the C library", "",
        "functions with effects outside of the program's memory, and those of newer "
        "libraries that Heddle does not know: found in the program's imports and listed; a "
        "search is complete only with --trust-uninstrumented"},
    SupportedRow{Support::unwatched, "clocks and random numbers of the processor", "",
                 "instructions such as rdtsc, rdrand and reads of cntvct_el0: found in the machine "
                 "code and listed; a search is complete only with --trust-uninstrumented"},
    SupportedRow{Support::unwatched, "other data of the C library", "",
                 "message catalogues of catopen, bindings of text domains, lists of hosts, "
                 "networks and services: not restored between executions"},
    SupportedRow{Support::unwatched, "inline assembly", "",
                 "its memory accesses are not observed; locked, exclusive and read-modify-write "
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
      "Threads, synchronisation and memory: functions that Heddle controls (supported), "
      "functions\nthat end a run with a message (refused), and code that it does not observe "
      "(unwatched).\n";
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
