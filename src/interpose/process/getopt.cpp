// getopt and similar functions.  The C library's state of a half-read list has no name.  The
// library starts again when `optind` is 0, so each execution begins with that.
#include <getopt.h>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "runtime/library_state.hpp"
#include "runtime/number_of.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

// The threads of a program share these variables without protection.
void before_options(Site site, ObjectId others) {
  if (!controlled()) return;
  access_memory(&::optind, sizeof ::optind, OpKind::write, site, others);
  roll_back(::optind);
  roll_back(::optarg);
  roll_back(::opterr);
  roll_back(::optopt);
  // 0 is how a program says "from the beginning".
  if (library_state().option_calls++ == 0 && ::optind == 1) ::optind = 0;
}

}  // namespace

HEDDLE_INTERPOSE int getopt(int count, char* const* words, const char* letters) noexcept {
  before_options(HEDDLE_CALLER, arguments(number_of(words), number_of(letters)));
  return call_real<int>("getopt", count, words, letters);
}

HEDDLE_INTERPOSE int getopt_long(int count, char* const* words, const char* letters,
                                 const option* names, int* which) noexcept {
  before_options(HEDDLE_CALLER, arguments(number_of(words), number_of(letters)));
  return call_real<int>("getopt_long", count, words, letters, names, which);
}

HEDDLE_INTERPOSE int getopt_long_only(int count, char* const* words, const char* letters,
                                      const option* names, int* which) noexcept {
  before_options(HEDDLE_CALLER, arguments(number_of(words), number_of(letters)));
  return call_real<int>("getopt_long_only", count, words, letters, names, which);
}

}  // namespace heddle::native
