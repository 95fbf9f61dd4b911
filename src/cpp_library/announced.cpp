// Functions of libstdc++ whose code stays in its shared library, as accesses of their callers.
// `heddle c++` makes the linker redirect the program's calls (core/watched_functions.hpp) to the
// functions here, which access the same memory and then call the original.
#include <cstddef>
#include <ios>
#include <locale>
#include <utility>

#include "cpp_library/announced.hpp"

extern "C" void __tsan_read_range(const void* address, unsigned long size);
extern "C" void __tsan_read8(const void* address);
extern "C" void __tsan_write8(const void* address);

namespace heddle_cpp_library {

// As libstdc++ lays it out.
struct HashPolicy {
  float most_per_bucket;
  std::size_t next_resize;
};

// Locales and exception pointers are one pointer.
struct Pointer {
  void* pointee;
};

// Has the names of a stream's members.
struct Stream : std::ios_base {
  static const void* locale_of(const std::ios_base* stream) {
    return &(stream->*&Stream::_M_ios_locale);
  }
  static const void* callbacks_of(const std::ios_base* stream) {
    return &(stream->*&Stream::_M_callbacks);
  }
  static const void* words_of(const std::ios_base* stream) { return &(stream->*&Stream::_M_word); }
};

}  // namespace heddle_cpp_library

using heddle_cpp_library::HashPolicy;
using heddle_cpp_library::Pointer;
using heddle_cpp_library::Stream;
using Growth = std::pair<bool, std::size_t>;

// ---- hash tables: the original works on a copy ----

HEDDLE_ANNOUNCED(std::size_t, next_bucket, "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm",
                 (HashPolicy * policy, std::size_t count)) {
  HashPolicy copy{policy->most_per_bucket, policy->next_resize};
  const std::size_t bucket = real_next_bucket(&copy, count);
  policy->next_resize = copy.next_resize;
  return bucket;
}

HEDDLE_ANNOUNCED(Growth, need_rehash, "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm",
                 (HashPolicy * policy, std::size_t buckets, std::size_t elements,
                  std::size_t more)) {
  HashPolicy copy{policy->most_per_bucket, policy->next_resize};
  const std::size_t before = copy.next_resize;
  const Growth growth = real_need_rehash(&copy, buckets, elements, more);
  if (copy.next_resize != before) policy->next_resize = copy.next_resize;
  return growth;
}

HEDDLE_ANNOUNCED(std::size_t, hash_bytes, "_ZSt11_Hash_bytesPKvmm",
                 (const void* bytes, std::size_t size, std::size_t seed)) {
  if (size > 0) __tsan_read_range(bytes, size);
  return real_hash_bytes(bytes, size, seed);
}

// ---- locales ----

HEDDLE_ANNOUNCED(void, make_locale, "_ZNSt6localeC1Ev", (Pointer * self)) {
  __tsan_write8(self);
  real_make_locale(self);
}

HEDDLE_ANNOUNCED(void, copy_locale, "_ZNSt6localeC1ERKS_", (Pointer * self, Pointer* other)) {
  __tsan_read8(other);
  __tsan_write8(self);
  real_copy_locale(self, other);
}

HEDDLE_ANNOUNCED(Pointer*, assign_locale, "_ZNSt6localeaSERKS_", (Pointer * self, Pointer* other)) {
  __tsan_read8(other);
  __tsan_write8(self);
  return real_assign_locale(self, other);
}

HEDDLE_ANNOUNCED(void, end_locale, "_ZNSt6localeD1Ev", (Pointer * self)) {
  __tsan_write8(self);
  real_end_locale(self);
}

// ---- pointers to exceptions ----

HEDDLE_ANNOUNCED(void, copy_exception, "_ZNSt15__exception_ptr13exception_ptrC1ERKS0_",
                 (Pointer * self, Pointer* other)) {
  __tsan_read8(other);
  __tsan_write8(self);
  real_copy_exception(self, other);
}

HEDDLE_ANNOUNCED(Pointer*, assign_exception, "_ZNSt15__exception_ptr13exception_ptraSERKS0_",
                 (Pointer * self, Pointer* other)) {
  __tsan_read8(other);
  __tsan_write8(self);
  return real_assign_exception(self, other);
}

HEDDLE_ANNOUNCED(void, swap_exceptions, "_ZNSt15__exception_ptr13exception_ptr4swapERS0_",
                 (Pointer * self, Pointer* other)) {
  __tsan_write8(other);
  __tsan_write8(self);
  real_swap_exceptions(self, other);
}

HEDDLE_ANNOUNCED(void, end_exception, "_ZNSt15__exception_ptr13exception_ptrD1Ev",
                 (Pointer * self)) {
  __tsan_write8(self);
  real_end_exception(self);
}

HEDDLE_ANNOUNCED(void, share_exception, "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv",
                 (Pointer * self)) {
  __tsan_read8(self);
  real_share_exception(self);
}

HEDDLE_ANNOUNCED(void, leave_exception, "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv",
                 (Pointer * self)) {
  __tsan_write8(self);
  real_leave_exception(self);
}

// ---- streams ----

HEDDLE_ANNOUNCED(std::locale, imbue, "_ZNSt8ios_base5imbueERKSt6locale",
                 (std::ios_base * stream, const std::locale* locale)) {
  __tsan_write8(Stream::locale_of(stream));
  return real_imbue(stream, locale);
}

HEDDLE_ANNOUNCED(void, register_callback, "_ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi",
                 (std::ios_base * stream, std::ios_base::event_callback callback, int index)) {
  __tsan_write8(Stream::callbacks_of(stream));
  real_register_callback(stream, callback, index);
}

HEDDLE_ANNOUNCED(void*, grow_words, "_ZNSt8ios_base13_M_grow_wordsEib",
                 (std::ios_base * stream, int index, bool is_number)) {
  __tsan_write8(Stream::words_of(stream));
  return real_grow_words(stream, index, is_number);
}
