// Streams of the C library: opening, closing and giving them buffers.  A stream that the program
// opens lies in its heap; the list of streams and the three that are always open are rolled back
// with it.
#include <stdio.h>

#include "native/interpose/interpose.hpp"
#include "native/interpose/stream_state.hpp"
#include "native/kernel_state.hpp"

namespace heddle::native {

#define HEDDLE_STREAM(type, name, parameters, ...) \
  HEDDLE_INTERPOSE type name parameters {          \
    if (controlled()) {                            \
      note_kernel_call(#name);                     \
      roll_back_streams();                         \
    }                                              \
    return call_real<type>(#name, __VA_ARGS__);    \
  }

HEDDLE_STREAM(FILE*, fdopen, (int file, const char* mode) noexcept, file, mode)
HEDDLE_STREAM(FILE*, fmemopen, (void* buffer, std::size_t size, const char* mode) noexcept, buffer,
              size, mode)
HEDDLE_STREAM(FILE*, open_memstream, (char** text, std::size_t* size) noexcept, text, size)
HEDDLE_STREAM(FILE*, fopencookie,
              (void* cookie, const char* mode, cookie_io_functions_t functions) noexcept, cookie,
              mode, functions)
HEDDLE_STREAM(int, fclose, (FILE * stream), stream)
HEDDLE_STREAM(int, setvbuf, (FILE * stream, char* buffer, int mode, std::size_t size) noexcept,
              stream, buffer, mode, size)
HEDDLE_STREAM(void, setbuf, (FILE * stream, char* buffer) noexcept, stream, buffer)
HEDDLE_STREAM(void, setbuffer, (FILE * stream, char* buffer, std::size_t size) noexcept, stream,
              buffer, size)
HEDDLE_STREAM(void, setlinebuf, (FILE * stream) noexcept, stream)

#undef HEDDLE_STREAM

}  // namespace heddle::native
