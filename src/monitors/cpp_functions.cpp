#include "monitors/cpp_functions.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>

#include "core/watched_functions.hpp"

namespace heddle::native {
namespace {

// Starts of mangled names.  Objects that these functions make, as of exceptions and futures, are
// new and the caller's alone; what they change otherwise has a lock, or is the library's.
constexpr std::string_view kHarmless[] = {
    // the language: exceptions, types, new and delete
    "__cxa_", "__gxx_", "__dynamic_cast", "_Zn", "_Zd", "_ZNSt9type_info", "_ZNKSt9type_info",
    "_ZSt9terminatev", "_ZSt10unexpectedv", "_ZSt13set_terminate", "_ZSt13get_terminate",
    "_ZSt15get_new_handler", "_ZSt15set_new_handler", "_ZSt18uncaught_exception",
    "_ZSt19uncaught_exceptions", "_ZSt17current_exception", "_ZSt17rethrow_exception",
    "_ZN9__gnu_cxx27__verbose_terminate_handler", "_ZN10__cxxabiv1", "_ZNK10__cxxabiv1",
    "_ZSt21__glibcxx_assert_fail", "_ZSt16__throw_",
    // classes of exceptions
    "_ZNSt9exception", "_ZNKSt9exception", "_ZNSt9bad_alloc", "_ZNKSt9bad_alloc", "_ZNSt8bad_cast",
    "_ZNKSt8bad_cast", "_ZNSt10bad_typeid", "_ZNKSt10bad_typeid", "_ZNSt13bad_exception",
    "_ZNKSt13bad_exception", "_ZNSt20bad_array_new_length", "_ZNKSt20bad_array_new_length",
    "_ZNSt11logic_error", "_ZNKSt11logic_error", "_ZNSt13runtime_error", "_ZNKSt13runtime_error",
    "_ZNSt12domain_error", "_ZNSt16invalid_argument", "_ZNSt12length_error", "_ZNSt12out_of_range",
    "_ZNSt11range_error", "_ZNSt12bad_weak_ptr", "_ZNKSt12bad_weak_ptr", "_ZNSt14overflow_error",
    "_ZNSt15underflow_error", "_ZNSt12system_error", "_ZNSt12future_error", "_ZNKSt12future_error",
    "_ZNSt11regex_error", "_ZNSt17bad_function_call", "_ZNKSt17bad_function_call",
    "_ZNSt8ios_base7failure", "_ZNKSt8ios_base7failure", "_ZSt19__throw_ios_failure", "_ZNSt3_V2",
    "_ZNKSt3_V2", "_ZNSt14error_category", "_ZNKSt14error_category", "_ZNKSt4hash",
    "_ZNSt16nested_exception", "_ZNKSt10error_code", "_ZSt15future_category",
    "_ZSt25notify_all_at_thread_exit", "_ZSt17iostream_category",
    // threads, and objects that order them
    "_ZNSt6thread", "_ZNSt11this_thread", "_ZNSt18condition_variable", "_ZNSt22condition_variable",
    "_ZNSt28__atomic_futex_unsigned_base", "_ZNSt13__future_base", "_ZNSt16__once_callable",
    "_ZSt13__once_functor", "__once_proxy", "_ZSt16__get_once_mutex", "_ZSt27__set_once_functor",
    "_ZNSt10_Sp_locker", "_ZNSt19_Sp_make_shared_tag", "_ZNSt8__detail11__wait_impl",
    "_ZNSt8__detail17__wait_until_impl", "_ZNSt8__detail13__notify_impl", "_ZNSt6chrono",
    "_ZNKSt6chrono", "_ZNSt17__gnu_parallel",
    // locales: their facets do not change, and keep what they compute for themselves
    "_ZNSt6localeC1EPKc", "_ZNSt6localeC1EPNS_5_Impl", "_ZNSt6locale7classic", "_ZNSt6locale5facet",
    "_ZNKSt6locale2id", "_ZNKSt6localeeq", "_ZNKSt6locale4name",
    "_ZNSt6locale21_S_normalize_category", "_ZNSt5ctype", "_ZNKSt5ctype", "_ZNSt10ctype_base",
    "_ZNSt7codecvt", "_ZNKSt7codecvt", "_ZNSt18__moneypunct_cache", "_ZNSt16__numpunct_cache",
    "_ZNSt11__timepunct", "_ZNKSt11__timepunct", "_ZNSt17__timepunct_cache", "_ZNSt7collate",
    "_ZNKSt7collate", "_ZNSt8numpunct", "_ZNKSt8numpunct", "_ZNSt10moneypunct",
    "_ZNKSt10moneypunct", "_ZNSt7__cxx117collate", "_ZNKSt7__cxx117collate",
    "_ZNSt7__cxx118numpunct", "_ZNKSt7__cxx118numpunct", "_ZNSt7__cxx1110moneypunct",
    "_ZNKSt7__cxx1110moneypunct", "_ZNSt7__cxx118messages", "_ZNKSt7__cxx118messages",
    "_ZNSt10__num_base", "_ZNSt10money_base", "_ZSt9use_facet", "_ZSt9has_facet",
    "_ZSt14__convert_to_v", "_ZSt17__verify_grouping", "_ZSt16__add_grouping",
    "_ZNSt21__ctype_abstract_base", "_ZNKSt21__ctype_abstract_base", "_ZNSt14codecvt_byname",
    "_ZNSt12ctype_byname",
    // allocators, and memory resources that have a lock or keep nothing
    "_ZNSaI", "_ZNKSaI", "_ZNSt15__new_allocator", "_ZN9__gnu_cxx13new_allocator",
    "_ZNSt3pmr15memory_resourceD", "_ZNSt3pmr19new_delete_resource",
    "_ZNSt3pmr20get_default_resource", "_ZNSt3pmr20null_memory_resource",
    "_ZNSt3pmr26synchronized_pool_resource",

    // the end of a path frees its parts
    "_ZNKSt10filesystem7__cxx114path5_List13_Impl_deleter",
    // streams: construction, and files behind buffers whose accesses are seen
    "_ZNSt8ios_base4Init", "_ZNSt8ios_baseC", "_ZNSt8ios_baseD", "_ZNSt8ios_base7_M_init",
    "_ZNSt8ios_base15sync_with_stdio", "_ZNSt8ios_base6xalloc", "_ZNSt12__basic_file",
    "_ZNKSt12__basic_file",
    // debug mode keeps its lists of iterators under a lock
    "_ZN11__gnu_debug", "_ZNK11__gnu_debug",
    // objects that are used where they are made
    "_ZNSt13random_device", "_ZNKSt13random_device"};

// Constructors of classes whose virtual functions are the library's.
constexpr std::string_view kKept[] = {"_ZNSt3pmr28unsynchronized_pool_resourceC"};

template <std::size_t N>
bool has_any_prefix(std::string_view name, const std::string_view (&starts)[N]) {
  return std::any_of(std::begin(starts), std::end(starts),
                     [&](std::string_view start) { return name.starts_with(start); });
}

bool throws(std::string_view name) {
  return name.starts_with("_ZSt") && name.find("__throw_") != std::string_view::npos;
}

bool is_announced(std::string_view name) {
  std::string_view rest = kLibraryFunctions;
  while (!rest.empty()) {
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, blank) == name) return true;
    rest.remove_prefix(std::min(blank + 1, rest.size()));
  }
  return false;
}

constexpr std::size_t kMostRegisters = 8;

// Returns where the list of parameters begins in a name for readers.
std::size_t parameters_of(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '<') ++depth;
    if (text[at] == '>') --depth;
    if (text[at] == '(' && depth == 0) return at;
  }
  return text.size();
}

// Values of two words take two registers.
std::size_t registers_of(std::string_view parameter) {
  if (parameter.empty() || parameter == "void") return 0;
  const bool is_word = parameter.ends_with('*') || parameter.ends_with('&') ||
                       parameter.find("::") == std::string_view::npos;
  return is_word ? 1 : 2;
}

#if defined(__aarch64__)
constexpr bool kResultHasRegister = true;
#else
constexpr bool kResultHasRegister = false;
#endif

// Returns whether the address of the result may be an argument.
bool takes_place_of_result(std::string_view function) {
  if (kResultHasRegister) return false;
  const std::size_t last = function.rfind("::");
  if (last == std::string_view::npos) return true;
  const std::string_view scope = function.substr(0, last);
  const std::string_view type = scope.substr(scope.rfind("::") + 2);
  const std::string_view member = function.substr(last + 2);
  const bool ends_or_makes_object = member == type || member.starts_with('~');
  return !ends_or_makes_object;
}

}  // namespace

CppFunction cpp_function(std::string_view name) {
  if (is_announced(name)) return CppFunction::announced;
  if (throws(name) || has_any_prefix(name, kHarmless)) return CppFunction::harmless;
  return has_any_prefix(name, kKept) ? CppFunction::kept : CppFunction::unseen;
}

std::size_t registers_of_arguments(const std::string& name) {
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, nullptr), &std::free);
  if (text == nullptr) return kMostRegisters;
  const std::string_view whole(text.get());
  const std::size_t begin = parameters_of(whole);
  std::size_t count = name.starts_with("_ZN") ? 1 : 0;  // maybe the object
  if (takes_place_of_result(whole.substr(0, begin))) ++count;
  int depth = 0;
  std::size_t first = begin + 1;
  for (std::size_t at = first; at < whole.size(); ++at) {
    if (depth == 0 && (whole[at] == ',' || whole[at] == ')')) {
      count += registers_of(whole.substr(first, at - first));
      first = at + 2;
      if (whole[at] == ')') break;
    }
    if (whole[at] == '(' || whole[at] == '<') ++depth;
    if (whole[at] == ')' || whole[at] == '>') --depth;
  }
  return std::min(count, kMostRegisters);
}

}  // namespace heddle::native
