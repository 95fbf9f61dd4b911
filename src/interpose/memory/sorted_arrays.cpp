// qsort and swab, called by the program's own code.  The whole array is accessed when the call
// begins; the program's comparison function accesses elements as it runs.
#include <stdlib.h>
#include <unistd.h>

#include "interpose/memory/string_sizes.hpp"
#include "interpose/watched_calls.hpp"

namespace heddle::native {
namespace {

// A call of qsort.  It moves elements after a comparison, which may have scheduling points: its
// steps write the array, too.
struct Sorting {
  void* array = nullptr;
  std::size_t bytes = 0;
  __compar_d_fn_t compare = nullptr;
  void* argument = nullptr;
  Site site = kNoSite;
};

int compare_and_write(const void* one, const void* other, void* call) {
  const auto& sorting = *static_cast<const Sorting*>(call);
  const int order = sorting.compare(one, other, sorting.argument);
  if (controlled_quietly()) access_in_step(writing(sorting.array, sorting.bytes), sorting.site);
  return order;
}

int compare_plainly(const void* one, const void* other, void* compare) {
  return (*static_cast<__compar_fn_t*>(compare))(one, other);
}

}  // namespace

HEDDLE_WATCHED(void, qsort)(void* array, size_t count, size_t size, __compar_fn_t compare) {
  HEDDLE_WATCH(arguments(number_of(array), count, size, number_of(compare)),
               reading(array, count * size), writing(array, count * size));
  Sorting sorting{array, count * size, compare_plainly, &compare, HEDDLE_CALLER};
  ::qsort_r(array, count, size, compare_and_write, &sorting);
}

HEDDLE_WATCHED(void, qsort_r)
(void* array, size_t count, size_t size, __compar_d_fn_t compare, void* argument) {
  HEDDLE_WATCH(arguments(number_of(array), count, size, number_of(compare), number_of(argument)),
               reading(array, count * size), writing(array, count * size));
  Sorting sorting{array, count * size, compare, argument, HEDDLE_CALLER};
  ::qsort_r(array, count, size, compare_and_write, &sorting);
}

HEDDLE_WATCHED(void, swab)(const void* from, void* to, ssize_t size) {
  const auto bytes = size > 0 ? static_cast<size_t>(size) & ~size_t{1} : 0;
  HEDDLE_WATCH(arguments(number_of(from), number_of(to), bytes), reading(from, bytes),
               writing(to, bytes));
  ::swab(from, to, size);
}

}  // namespace heddle::native
