// The functions of the C library that read and write memory for their caller.  `heddle c++` makes
// the linker redirect the program's own calls to libheddle.so, which observes their accesses.
// Calls from the C library itself or from other libraries are not interposed.
#pragma once

#include <string_view>

namespace heddle {

// Separated by blanks.
inline constexpr std::string_view kMemoryFunctions =
    "memcpy memmove mempcpy memccpy memset memcmp memchr memrchr rawmemchr memmem bcopy bzero bcmp "
    "explicit_bzero wmemcpy wmemmove wmempcpy wmemset wmemcmp wmemchr";
inline constexpr std::string_view kStringFunctions =
    "strlen strnlen strcpy strncpy stpcpy stpncpy strcat strncat strcmp strncmp strcasecmp "
    "strncasecmp strchr strrchr strchrnul strstr strcasestr strspn strcspn strpbrk strdup strndup "
    "wcslen";

// Their replacements under _FORTIFY_SOURCE.
inline constexpr std::string_view kFortifiedFunctions =
    "__memcpy_chk __memmove_chk __mempcpy_chk __memset_chk __explicit_bzero_chk __strcpy_chk "
    "__strncpy_chk __stpcpy_chk __stpncpy_chk __strcat_chk __strncat_chk";

// Functions that g++ expands inline, where its instrumentation does not see them, unless
// -fno-builtin forces a call.  Not strlen, which initialises constants.
inline constexpr std::string_view kExpandedFunctions =
    "memcpy memmove mempcpy memset memcmp bcopy bzero bcmp strcpy strncpy stpcpy stpncpy strcat "
    "strncat";

}  // namespace heddle
