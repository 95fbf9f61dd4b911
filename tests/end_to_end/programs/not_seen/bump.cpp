// Part of unseen_bump: loses an update when two threads come here at once.
int counter = 0;

#ifdef UNSANITIZED
__attribute__((no_sanitize("thread"), noinline))
#endif
void bump() {
#if defined(IN_ASSEMBLY) && defined(__x86_64__)
  asm volatile("incl %0" : "+m"(counter));
#elif defined(IN_ASSEMBLY)
  int old = 0;
  int failed = 0;
  asm volatile("1: ldxr %w0, %2\n add %w0, %w0, #1\n stxr %w1, %w0, %2\n cbnz %w1, 1b"
               : "=&r"(old), "=&r"(failed), "+Q"(counter));
#else
  const int old = counter;
  counter = old + 1;
#endif
}
