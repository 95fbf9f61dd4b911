// The exception belongs to the program's C++ runtime, while Heddle's library has its own copy.  So
// it is reached through the C++ ABI's published names and layout, and matched by type_info, which
// compares names.  Nothing is rethrown.
#include "runtime/uncaught_exception.hpp"

#include <dlfcn.h>
#include <unwind.h>

#include <exception>
#include <typeinfo>

namespace heddle::native {
namespace {

// The Itanium C++ ABI's per-thread exception globals, and the header in front of every thrown
// object as far as it is needed here.
struct ExceptionGlobals {
  struct ExceptionHeader* caught;
  unsigned int uncaught;
};

struct ExceptionHeader {
  std::type_info* type;
  void (*destructor)(void*);
  void (*unexpected)();
  void (*terminate)();
  ExceptionHeader* next;
  int handlers;
  int handler_switch_value;
  const unsigned char* action_record;
  const unsigned char* language_specific_data;
  _Unwind_Ptr catch_temp;
  void* adjusted_object;
  _Unwind_Exception unwind_header;
};

template <typename Function>
Function find_symbol(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, name));
}

}  // namespace

UncaughtException uncaught_exception() {
  const auto current_type = find_symbol<std::type_info* (*)()>("__cxa_current_exception_type");
  const auto get_globals = find_symbol<ExceptionGlobals* (*)()>("__cxa_get_globals");
  const std::type_info* type = current_type != nullptr ? current_type() : nullptr;
  if (type == nullptr) return {};
  UncaughtException found{type->name(), nullptr};
  if (get_globals == nullptr || get_globals()->caught == nullptr) return found;
  void* object = get_globals()->caught->adjusted_object;
  if (typeid(std::exception).__do_catch(type, &object, 1)) {
    found.what = static_cast<std::exception*>(object)->what();
  }
  return found;
}

}  // namespace heddle::native
