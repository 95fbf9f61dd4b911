// A libheddle that merely counts the calls that instrumented code makes, and tells at the end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long g_reads, g_writes, g_entries, g_copies;

static void tell(void) {
  printf("entries=%d reads=%ld writes=%ld\n", g_entries > 0, g_reads, g_writes);
  printf("copies=%ld\n", g_copies);
}

void __tsan_init(void) {
  static int done;
  if (!done) atexit(tell);
  done = 1;
}
void __tsan_func_entry(void* from) {
  (void)from;
  ++g_entries;
}
void __tsan_func_exit(void) {}
// Local variables do not count: clang++ instruments them, g++ only those that others may know.
static int is_local(const void* at) { return at > __builtin_frame_address(0); }

#define OF_SIZE(size)                                              \
  void __tsan_read##size(void* at) { g_reads += !is_local(at); }   \
  void __tsan_write##size(void* at) { g_writes += !is_local(at); } \
  void __sanitizer_cov_load##size(void* at) { (void)at; }          \
  void __sanitizer_cov_store##size(void* at) { (void)at; }
OF_SIZE(1)
OF_SIZE(2)
OF_SIZE(4)
OF_SIZE(8)
OF_SIZE(16)

void* __wrap_memcpy(void* to, const void* from, size_t size) {
  ++g_copies;
  return memcpy(to, from, size);
}
