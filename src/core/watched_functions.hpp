// The functions of the C library that read and write memory for their caller.  `heddle c++` makes
// the linker redirect the program's own calls to libheddle.so, which observes their accesses.
// Calls from the C library itself or from other libraries are not interposed.
#pragma once

#include <array>
#include <string_view>

namespace heddle {

// Separated by blanks.
inline constexpr std::string_view kMemoryFunctions =
    "memcpy memmove mempcpy memccpy memset memcmp memchr memrchr rawmemchr memmem bcopy bzero bcmp "
    "explicit_bzero memset_explicit wmemcpy wmemmove wmempcpy wmemset wmemcmp wmemchr";
inline constexpr std::string_view kStringFunctions =
    "strlen strnlen strcpy strncpy stpcpy stpncpy strcat strncat strcmp strncmp strcasecmp "
    "strncasecmp strchr strrchr strchrnul strstr strcasestr strspn strcspn strpbrk strdup strndup "
    "wcslen strlcpy strlcat wcslcpy wcslcat";

// Their replacements under _FORTIFY_SOURCE.
inline constexpr std::string_view kFortifiedFunctions =
    "__memcpy_chk __memmove_chk __mempcpy_chk __memset_chk __explicit_bzero_chk __strcpy_chk "
    "__strncpy_chk __stpcpy_chk __stpncpy_chk __strcat_chk __strncat_chk "
    "__strlcpy_chk __strlcat_chk __wcslcpy_chk __wcslcat_chk";

// Functions of the C++ library that give random numbers.
inline constexpr std::string_view kRandomFunctions =
    "_ZNSt13random_device9_M_getvalEv _ZNKSt13random_device13_M_getentropyEv";

// Functions that make texts from values, and values from texts.
inline constexpr std::string_view kFormattedFunctions =
    "sprintf snprintf vsprintf vsnprintf asprintf vasprintf sscanf vsscanf __isoc99_sscanf "
    "__isoc99_vsscanf __isoc23_sscanf __isoc23_vsscanf __sprintf_chk __snprintf_chk __vsprintf_chk "
    "__vsnprintf_chk";
inline constexpr std::string_view kNumberFunctions =
    "strtol strtoll strtoul strtoull strtoimax strtoumax strtof strtod strtold atoi atol atoll "
    "atof __isoc23_strtol __isoc23_strtoll __isoc23_strtoul __isoc23_strtoull __isoc23_strtoimax "
    "__isoc23_strtoumax";
inline constexpr std::string_view kArrayFunctions = "qsort qsort_r swab";
// Functions that convert texts, dates, errors and addresses in memory of the caller.
inline constexpr std::string_view kTextFunctions =
    "gmtime_r asctime_r ctime_r timegm strptime strtok_r strsep strcoll strverscmp strxfrm "
    "strerror_r __xpg_strerror_r inet_ntop inet_pton wcscpy wcscat wcscmp mbstowcs wcstombs";
// Functions that read the environment.
inline constexpr std::string_view kEnvironmentFunctions = "getenv secure_getenv";

// All of these.
inline constexpr std::array kWatchedFunctions = {
    kMemoryFunctions, kStringFunctions, kFortifiedFunctions, kFormattedFunctions,
    kNumberFunctions, kArrayFunctions,  kTextFunctions,      kEnvironmentFunctions};

// Functions that g++ expands inline, where its instrumentation does not see them, unless
// -fno-builtin forces a call.  Not strlen, which initialises constants.
inline constexpr std::string_view kExpandedFunctions =
    "memcpy memmove mempcpy memset memcmp bcopy bzero bcmp strcpy strncpy stpcpy stpncpy strcat "
    "strncat sprintf snprintf vsprintf vsnprintf";

// Functions of libstdc++ whose accesses src/cpp_library makes for them.
inline constexpr std::string_view kLibraryFunctions =
    "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm "
    "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm _ZSt11_Hash_bytesPKvmm "
    "_ZNSt6localeC1Ev _ZNSt6localeC1ERKS_ _ZNSt6localeaSERKS_ _ZNSt6localeD1Ev "
    "_ZNSt15__exception_ptr13exception_ptrC1ERKS0_ _ZNSt15__exception_ptr13exception_ptraSERKS0_ "
    "_ZNSt15__exception_ptr13exception_ptr4swapERS0_ _ZNSt15__exception_ptr13exception_ptrD1Ev "
    "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv "
    "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv _ZNSt8ios_base5imbueERKSt6locale "
    "_ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi _ZNSt8ios_base13_M_grow_wordsEib "
    "_ZSt8to_charsPcS_f _ZSt8to_charsPcS_fSt12chars_format _ZSt8to_charsPcS_fSt12chars_formati "
    "_ZSt10from_charsPKcS0_RfSt12chars_format _ZSt8to_charsPcS_d "
    "_ZSt8to_charsPcS_dSt12chars_format _ZSt8to_charsPcS_dSt12chars_formati "
    "_ZSt10from_charsPKcS0_RdSt12chars_format _ZSt8to_charsPcS_e "
    "_ZSt8to_charsPcS_eSt12chars_format _ZSt8to_charsPcS_eSt12chars_formati "
    "_ZSt10from_charsPKcS0_ReSt12chars_format";

}  // namespace heddle
