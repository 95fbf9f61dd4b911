// Streams of the C library: opening, closing and giving them buffers.  A stream that the program
// opens lies in its heap; the list of streams and the three that are always open are rolled back
// with it.
#include <stdio.h>

#include "interpose/interpose.hpp"
#include "interpose/io/stream_locks.hpp"
#include "interpose/io/stream_state.hpp"
#include "monitors/events.hpp"
#include "runtime/descriptor_wait.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/number_of.hpp"

namespace heddle::native {

#define HEDDLE_OPENS(name, parameters, ...)                  \
  HEDDLE_INTERPOSE FILE* name parameters {                   \
    if (controlled()) {                                      \
      note_kernel_call(#name);                               \
      roll_back_streams();                                   \
    }                                                        \
    FILE* const opened = HEDDLE_ORIGINAL(name)(__VA_ARGS__); \
    note_stream(opened);                                     \
    return opened;                                           \
  }

HEDDLE_OPENS(fdopen, (int file, const char* mode) noexcept, file, mode)
HEDDLE_OPENS(fmemopen, (void* buffer, std::size_t size, const char* mode) noexcept, buffer, size,
             mode)
HEDDLE_OPENS(open_memstream, (char** text, std::size_t* size) noexcept, text, size)
HEDDLE_OPENS(fopencookie,
             (void* cookie, const char* mode, cookie_io_functions_t functions) noexcept, cookie,
             mode, functions)

#undef HEDDLE_OPENS

// The program can read what is printed to a buffer of its own.
#define HEDDLE_CHANGES(type, name, parameters, buffer, others, ...) \
  HEDDLE_INTERPOSE type name parameters {                           \
    const StreamUse use(stream, HEDDLE_CALLER, others);             \
    if (controlled()) {                                             \
      note_kernel_call(#name);                                      \
      roll_back_streams();                                          \
      if (buffer != nullptr) note_redirection(stream);              \
    }                                                               \
    return HEDDLE_ORIGINAL(name)(__VA_ARGS__);                      \
  }

HEDDLE_CHANGES(int, setvbuf, (FILE * stream, char* buffer, int mode, std::size_t size) noexcept,
               buffer, arguments(number_of(buffer), number_of(mode), size), stream, buffer, mode,
               size)
HEDDLE_CHANGES(void, setbuf, (FILE * stream, char* buffer) noexcept, buffer,
               arguments(number_of(buffer)), stream, buffer)
HEDDLE_CHANGES(void, setbuffer, (FILE * stream, char* buffer, std::size_t size) noexcept, buffer,
               arguments(number_of(buffer), size), stream, buffer, size)
HEDDLE_CHANGES(void, setlinebuf, (FILE * stream) noexcept, nullptr, kNoObject, stream)

#undef HEDDLE_CHANGES

HEDDLE_INTERPOSE int fclose(FILE* stream) {
  int result = 0;
  {
    StreamUse use(stream, HEDDLE_CALLER, kNoObject);
    before_writing_out(stream, arguments(number_of(stream)), HEDDLE_CALLER);
    int descriptor = -1;
    if (controlled()) {
      descriptor = ::fileno(stream);  // none of a stream in memory
      events::uses_descriptor(descriptor, DescriptorUse::close, HEDDLE_CALLER);
      use_descriptors("fclose", HEDDLE_CALLER, number_of(stream));
      roll_back_streams();
    }
    result = use.keep(HEDDLE_ORIGINAL(fclose)(stream));
    if (descriptor >= 0) events::closed_descriptor(descriptor);
  }
  forget_stream(stream);
  return result;
}

}  // namespace heddle::native
