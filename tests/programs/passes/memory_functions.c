// What the C library's functions for memory and strings give is what they always give: also where
// every access is a scheduling point and a copy is made in two steps.
// heddle: --points all --races ignore
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char from[2048] = "from here";
static char to[2048];
static wchar_t wide_from[8] = L"wide";
static wchar_t wide_to[8];
size_t five = 5;  // so that the compiler does not know

// Somebody else must live, or nobody could tell when something is done.
static void* wait_for_the_end(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void check_copies(void) {
  assert(memcpy(to, from, five) == to && memcmp(to, "from ", 5) == 0 && to[5] == 0);
  assert(memmove(to + 1, to, five) == to + 1 && strcmp(to, "ffrom ") == 0);
  assert(mempcpy(to, from, five) == to + 5);
  assert(memccpy(to, from, 'm', five) == to + 4 && memccpy(to, from, 'x', five) == NULL);
  assert(memcpy(to, from, five - 5) == to);
  assert(memmove(to, from, sizeof from) == to && strcmp(to, from) == 0);
  bcopy("other", to, five);
  assert(memcmp(to, "other", five) == 0);
  assert(memset(to, 'x', five) == to && to[4] == 'x' && to[5] == 'h');
  bzero(to, five);
  assert(to[0] == 0 && to[4] == 0 && to[5] == 'h');
  explicit_bzero(to, sizeof to);
  assert(to[5] == 0);
}

static void check_strings(void) {
  assert(strcpy(to, from) == to && strlen(to) == 9 && stpcpy(to, from) == to + 9);
  assert(strncpy(to, "ab", five) == to && memcmp(to, "ab\0\0\0here", 10) == 0);
  assert(stpncpy(to, from, five) == to + 5 && stpncpy(to, "ab", five) == to + 2);
  assert(strcat(to, from) == to && strcmp(to, "abfrom here") == 0);
  assert(strncat(to, from, five) == to && strcmp(to, "abfrom herefrom ") == 0);
  assert(strncat(to, "!", five) == to && strcmp(to, "abfrom herefrom !") == 0);
  char* const copy = strdup(from);
  char* const part = strndup(from, five);
  assert(strcmp(copy, from) == 0 && strcmp(part, "from ") == 0);
  free(copy);
  free(part);
}

static void check_searches(void) {
  assert(memchr(from, 'm', five) == from + 3 && memchr(from, 'h', five) == NULL);
  assert(memrchr(from, 'e', 9) == from + 8 && memrchr(from, 'x', 9) == NULL);
  assert(rawmemchr(from, 'h') == from + 5 && memmem(from, 9, "her", 3) == from + 5);
  assert(memmem(from, 9, "hers", 4) == NULL);
  assert(strnlen(from, five) == 5 && strnlen(from, sizeof from) == 9);
  assert(strchr(from, 'h') == from + 5 && strchr(from, 'x') == NULL && strchr(from, 0) == from + 9);
  assert(strrchr(from, 'r') == from + 7 && strchrnul(from, 'x') == from + 9);
  assert(strstr(from, "here") == from + 5 && strstr(from, "there") == NULL);
  assert(strcasestr(from, "HERE") == from + 5 && strspn(from, "morf") == 4);
  assert(strcspn(from, " ") == 4 && strpbrk(from, "eh") == from + 5 && strpbrk(from, "x") == NULL);
}

static void check_comparisons(void) {
  assert(memcmp(from, "from x", five) == 0 && bcmp(from, "front", five) != 0);
  assert(strcmp(from, "from") > 0 && strcmp(from, "g") < 0 && strncmp(from, "from x", five) == 0);
  assert(strcasecmp(from, "From Here") == 0 && strncasecmp(from, "FROM X", five) == 0);
  assert(strncmp(from, "x", five - 5) == 0);
}

static void check_wide_characters(void) {
  assert(wmemcpy(wide_to, wide_from, five) == wide_to && wcslen(wide_to) == 4);
  assert(wmemmove(wide_to + 1, wide_to, five) == wide_to + 1 && wide_to[1] == L'w');
  assert(wmempcpy(wide_to, wide_from, five) == wide_to + 5);
  assert(wmemcmp(wide_to, wide_from, five) == 0 && wmemchr(wide_from, L'd', five) == wide_from + 2);
  assert(wmemset(wide_to, L'x', five) == wide_to && wide_to[4] == L'x');
}

int main(void) {
  pthread_t other;
  pthread_mutex_lock(&mutex);
  pthread_create(&other, NULL, wait_for_the_end, NULL);
  check_copies();
  check_strings();
  check_searches();
  check_comparisons();
  check_wide_characters();
  pthread_mutex_unlock(&mutex);
  pthread_join(other, NULL);
}
