#include "interpose/io/stream_state.hpp"

#include <stdio.h>
#include <unistd.h>

#include "interpose/io/file_use.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/library_state.hpp"
#include "runtime/real_functions.hpp"
#include "runtime/root.hpp"
#include "runtime/world.hpp"
#include "snapshot/dirty_pages.hpp"

extern "C" {
extern FILE* _IO_list_all;
extern FILE _IO_2_1_stdin_;
extern FILE _IO_2_1_stdout_;
extern FILE _IO_2_1_stderr_;
}

namespace heddle::native {
namespace {

// Returns the number of a standard stream's descriptor, or -1.
int standard_number(const FILE* stream) {
  if (stream == stdin) return STDIN_FILENO;
  if (stream == stdout) return STDOUT_FILENO;
  return stream == stderr ? STDERR_FILENO : -1;
}

}  // namespace

bool is_captured(int descriptor) {
  return (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO) &&
         !library_state().redirected[static_cast<std::size_t>(descriptor)];
}

bool is_captured(const FILE* stream) { return is_captured(standard_number(stream)); }

void note_printing(int descriptor) {
  if (is_alone()) return;
  ThreadId& first = runtime().first_printers[descriptor - STDOUT_FILENO];
  const ThreadId self = world().current;
  if (first == kNoThread) first = self;
  if (first != self) runtime().output_is_shared = true;
}

void note_printing(const FILE* stream) { note_printing(standard_number(stream)); }

void note_redirection(int descriptor) {
  if (controlled() && descriptor >= 0 && descriptor <= STDERR_FILENO) {
    library_state().redirected[static_cast<std::size_t>(descriptor)] = true;
  }
}

void note_redirection(const FILE* stream) { note_redirection(standard_number(stream)); }

void roll_back_streams() {
  roll_back(_IO_list_all);
  roll_back(_IO_2_1_stdin_);
  roll_back(_IO_2_1_stdout_);
  roll_back(_IO_2_1_stderr_);
}

bool may_write_out(const FILE* stream) {
  // Flags of the C library.
  constexpr int kUnbuffered = 0x0002;
  constexpr int kByLine = 0x0200;
  // A line that is printed at once is rarely longer.
  constexpr std::ptrdiff_t kLine = 1024;
  if (stream == nullptr || stream == stdin || is_captured(stream)) return false;
  if ((stream->_flags & (kUnbuffered | kByLine)) != 0) return true;
  const bool has_written = stream->_IO_write_ptr > stream->_IO_write_base;
  return has_written && stream->_IO_buf_end - stream->_IO_write_ptr < kLine;
}

void before_writing_out(FILE* stream, ObjectId others, Site site) {
  if (!controlled() || stream == nullptr || stream == stdin || is_captured(stream)) return;
  const int file = ::fileno(stream);
  if (file < 0) return;
  use_file(file, others, site);
  if (stream->_IO_write_ptr > stream->_IO_write_base) {
    note_written(file, stream->_IO_write_base,
                 static_cast<std::size_t>(stream->_IO_write_ptr - stream->_IO_write_base));
  }
}

// Standard streams have no buffers for output unless the program gave them some, which counts as a
// use of the kernel.
void flush_streams() {
  if (flags().kernel_is_used) call_real<int>("fflush", static_cast<FILE*>(nullptr));
}

}  // namespace heddle::native
