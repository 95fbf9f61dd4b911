// Input and queries compiled with _FORTIFY_SOURCE, which pass the room of the buffer: they become
// the plain calls.  Others of this form are beside the plain ones (__read_chk).
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "interpose/interpose.hpp"
#include "interpose/watched_calls.hpp"

namespace heddle::native {

HEDDLE_INTERPOSE std::size_t __fread_chk(void* buffer, std::size_t room, std::size_t size,
                                         std::size_t count, FILE* stream) {
  require_room(size * count, room);
  return ::fread(buffer, size, count, stream);
}

HEDDLE_INTERPOSE std::size_t __fread_unlocked_chk(void* buffer, std::size_t room, std::size_t size,
                                                  std::size_t count, FILE* stream) {
  require_room(size * count, room);
  return ::fread_unlocked(buffer, size, count, stream);
}

HEDDLE_INTERPOSE char* __fgets_chk(char* buffer, std::size_t room, int size, FILE* stream) {
  require_room(static_cast<std::size_t>(size), room);
  return ::fgets(buffer, size, stream);
}

HEDDLE_INTERPOSE char* __fgets_unlocked_chk(char* buffer, std::size_t room, int size,
                                            FILE* stream) {
  require_room(static_cast<std::size_t>(size), room);
  return ::fgets_unlocked(buffer, size, stream);
}

HEDDLE_INTERPOSE ssize_t __pread_chk(int descriptor, void* buffer, std::size_t size, off_t offset,
                                     std::size_t room) {
  require_room(size, room);
  return ::pread(descriptor, buffer, size, offset);
}

HEDDLE_INTERPOSE ssize_t __pread64_chk(int descriptor, void* buffer, std::size_t size,
                                       off64_t offset, std::size_t room) {
  require_room(size, room);
  return ::pread(descriptor, buffer, size, offset);
}

HEDDLE_INTERPOSE ssize_t __recv_chk(int descriptor, void* buffer, std::size_t size,
                                    std::size_t room, int flags) {
  require_room(size, room);
  return ::recv(descriptor, buffer, size, flags);
}

HEDDLE_INTERPOSE ssize_t __recvfrom_chk(int descriptor, void* buffer, std::size_t size,
                                        std::size_t room, int flags, sockaddr* address,
                                        socklen_t* length) {
  require_room(size, room);
  return ::recvfrom(descriptor, buffer, size, flags, address, length);
}

HEDDLE_INTERPOSE int __poll_chk(pollfd* wanted, nfds_t count, int milliseconds, std::size_t room) {
  require_room(count * sizeof *wanted, room);
  return ::poll(wanted, count, milliseconds);
}

HEDDLE_INTERPOSE int __ppoll_chk(pollfd* wanted, nfds_t count, const timespec* span,
                                 const sigset_t* mask, std::size_t room) {
  require_room(count * sizeof *wanted, room);
  return ::ppoll(wanted, count, span, mask);
}

HEDDLE_INTERPOSE ssize_t __readlink_chk(const char* path, char* buffer, std::size_t size,
                                        std::size_t room) {
  require_room(size, room);
  return ::readlink(path, buffer, size);
}

HEDDLE_INTERPOSE ssize_t __readlinkat_chk(int folder, const char* path, char* buffer,
                                          std::size_t size, std::size_t room) {
  require_room(size, room);
  return ::readlinkat(folder, path, buffer, size);
}

HEDDLE_INTERPOSE char* __getcwd_chk(char* buffer, std::size_t size, std::size_t room) {
  require_room(size, room);
  return ::getcwd(buffer, size);
}

}  // namespace heddle::native
