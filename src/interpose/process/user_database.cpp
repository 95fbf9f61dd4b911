// Users, groups, hosts, services and protocols.  The C library loads modules for them, and keeps
// what it read: its memory is the engine's, and stays.  A function that returns a buffer of the C
// library returns one of the program's, which its threads share without protection.
#include <grp.h>
#include <netdb.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cerrno>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/memory/caller_memory.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/library_state.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kFirstRoom = 1024;

// Makes the answer's block at least so large.  It begins with the record.
bool make_room(Answer& answer, std::size_t room) {
  if (answer.room >= room) return true;
  ::free(answer.block);
  answer.block = ::malloc(room);
  answer.room = answer.block == nullptr ? 0 : room;
  return answer.block != nullptr;
}

// Lets `find(record, text, room, found)` fill the answer, with as much room as it wants.
template <typename Record, typename Find>
Record* find_answer(AnswerKind kind, Site site, Find find) {
  Answer& answer = library_state().answers[static_cast<std::size_t>(kind)];
  for (std::size_t room = kFirstRoom;; room *= 2) {
    if (!make_room(answer, room)) return nullptr;
    room = answer.room;
    access_memory(answer.block, room, OpKind::write, site, kNoObject);
    auto* const record = static_cast<Record*>(answer.block);
    char* const text = static_cast<char*>(answer.block) + sizeof(Record);
    Record* found = nullptr;
    int error = 0;
    {
      const EngineScope engine;
      error = find(record, text, room - sizeof(Record), &found);
    }
    if (error == ERANGE) continue;
    if (error != 0) errno = error;
    return found;
  }
}

}  // namespace

// One entry, found by a key, in a buffer of the library's or of the caller's.
#define HEDDLE_FINDS(type, name, key_type, kind)                                                  \
  HEDDLE_INTERPOSE type* name(key_type key) {                                                     \
    if (!controlled()) return call_real<type*>(#name, key);                                       \
    return find_answer<type>(AnswerKind::kind, HEDDLE_CALLER,                                     \
                             [&](type* record, char* text, std::size_t room, type** found) {      \
                               return call_real<int>(#name "_r", key, record, text, room, found); \
                             });                                                                  \
  }                                                                                               \
  HEDDLE_INTERPOSE int name##_r(key_type key, type* record, char* text, std::size_t room,         \
                                type** found) {                                                   \
    use_memory(kNoObject, HEDDLE_CALLER, writing(text, room), writing(record, sizeof *record),    \
               writing(found, sizeof *found));                                                    \
    const EngineScope engine;                                                                     \
    return call_real<int>(#name "_r", key, record, text, room, found);                            \
  }

HEDDLE_FINDS(passwd, getpwuid, uid_t, user_by_id)
HEDDLE_FINDS(passwd, getpwnam, const char*, user_by_name)
HEDDLE_FINDS(group, getgrgid, gid_t, group_by_id)
HEDDLE_FINDS(group, getgrnam, const char*, group_by_name)

#undef HEDDLE_FINDS

// All entries, one after the other.  Where the C library is in its list is brought back like what
// the kernel keeps, see end_lists.
#define HEDDLE_LISTS(type, letters, kind)                                                       \
  HEDDLE_INTERPOSE void set##letters##ent() {                                                   \
    if (controlled()) note_kernel_call("set" #letters "ent");                                   \
    const EngineScope engine;                                                                   \
    call_real<void>("set" #letters "ent");                                                      \
  }                                                                                             \
  HEDDLE_INTERPOSE void end##letters##ent() {                                                   \
    if (controlled()) note_kernel_call("end" #letters "ent");                                   \
    const EngineScope engine;                                                                   \
    call_real<void>("end" #letters "ent");                                                      \
  }                                                                                             \
  HEDDLE_INTERPOSE type* get##letters##ent() {                                                  \
    if (!controlled()) return call_real<type*>("get" #letters "ent");                           \
    note_kernel_call("get" #letters "ent");                                                     \
    return find_answer<type>(AnswerKind::kind, HEDDLE_CALLER,                                   \
                             [](type* record, char* text, std::size_t room, type** found) {     \
                               const int error = call_real<int>("get" #letters "ent_r", record, \
                                                                text, room, found);             \
                               return error == ENOENT ? 0 : error;                              \
                             });                                                                \
  }

HEDDLE_LISTS(passwd, pw, user_in_list)
HEDDLE_LISTS(group, gr, group_in_list)

#undef HEDDLE_LISTS

HEDDLE_INTERPOSE int getgrouplist(const char* user, gid_t group, gid_t* into, int* count) {
  const EngineScope engine;
  return call_real<int>("getgrouplist", user, group, into, count);
}

HEDDLE_INTERPOSE hostent* gethostbyname(const char* name) {
  if (!controlled()) return call_real<hostent*>("gethostbyname", name);
  int trouble = 0;
  hostent* const host = find_answer<hostent>(
      AnswerKind::host, HEDDLE_CALLER,
      [&](hostent* record, char* text, std::size_t room, hostent** found) {
        return call_real<int>("gethostbyname_r", name, record, text, room, found, &trouble);
      });
  if (host == nullptr) h_errno = trouble;
  return host;
}

HEDDLE_INTERPOSE int gethostbyname_r(const char* name, hostent* record, char* text,
                                     std::size_t room, hostent** found, int* trouble) {
  const EngineScope engine;
  return call_real<int>("gethostbyname_r", name, record, text, room, found, trouble);
}

HEDDLE_INTERPOSE servent* getservbyname(const char* name, const char* protocol) {
  if (!controlled()) return call_real<servent*>("getservbyname", name, protocol);
  return find_answer<servent>(AnswerKind::service, HEDDLE_CALLER,
                              [&](servent* record, char* text, std::size_t room, servent** found) {
                                return call_real<int>("getservbyname_r", name, protocol, record,
                                                      text, room, found);
                              });
}

HEDDLE_INTERPOSE protoent* getprotobyname(const char* name) {
  if (!controlled()) return call_real<protoent*>("getprotobyname", name);
  return find_answer<protoent>(
      AnswerKind::protocol, HEDDLE_CALLER,
      [&](protoent* record, char* text, std::size_t room, protoent** found) {
        return call_real<int>("getprotobyname_r", name, record, text, room, found);
      });
}

namespace {

// One entry of a list in the program's heap: the record, its address and its name.
addrinfo* copy_address(const addrinfo& from) {
  const std::size_t name = from.ai_canonname == nullptr ? 0 : ::strlen(from.ai_canonname) + 1;
  auto* const copy = static_cast<addrinfo*>(::malloc(sizeof(addrinfo) + from.ai_addrlen + name));
  if (copy == nullptr) return nullptr;
  *copy = from;
  auto* const address = reinterpret_cast<char*>(copy + 1);
  ::memcpy(address, from.ai_addr, from.ai_addrlen);
  copy->ai_addr = reinterpret_cast<sockaddr*>(address);
  copy->ai_next = nullptr;
  if (name > 0) {
    copy->ai_canonname = address + from.ai_addrlen;
    ::memcpy(copy->ai_canonname, from.ai_canonname, name);
  }
  return copy;
}

void free_addresses(addrinfo* list) {
  while (list != nullptr) {
    addrinfo* const next = list->ai_next;
    ::free(list);
    list = next;
  }
}

}  // namespace

HEDDLE_INTERPOSE int getaddrinfo(const char* node, const char* service, const addrinfo* hints,
                                 addrinfo** found) {
  if (!controlled()) return call_real<int>("getaddrinfo", node, service, hints, found);
  addrinfo* list = nullptr;
  int error = 0;
  {
    const EngineScope engine;
    error = call_real<int>("getaddrinfo", node, service, hints, &list);
  }
  if (error != 0) return error;
  addrinfo* copies = nullptr;
  addrinfo** end = &copies;
  for (const addrinfo* at = list; at != nullptr; at = at->ai_next) {
    *end = copy_address(*at);
    if (*end == nullptr) {
      free_addresses(copies);
      error = EAI_MEMORY;
      break;
    }
    end = &(*end)->ai_next;
  }
  {
    const EngineScope engine;
    call_real<void>("freeaddrinfo", list);
  }
  if (error == 0) *found = copies;
  return error;
}

HEDDLE_INTERPOSE void freeaddrinfo(addrinfo* list) noexcept {
  if (!controlled()) return call_real<void>("freeaddrinfo", list);
  free_addresses(list);
}

HEDDLE_INTERPOSE int getnameinfo(const sockaddr* address, socklen_t size, char* host,
                                 socklen_t host_size, char* service, socklen_t service_size,
                                 int flags) {
  const EngineScope engine;
  return call_real<int>("getnameinfo", address, size, host, host_size, service, service_size,
                        flags);
}

// Its buffer is made once and never given back.
HEDDLE_INTERPOSE char* ttyname(int file) noexcept {
  const EngineScope engine;
  return call_real<char*>("ttyname", file);
}

HEDDLE_INTERPOSE char* getlogin() {
  const EngineScope engine;
  return call_real<char*>("getlogin");
}

}  // namespace heddle::native
