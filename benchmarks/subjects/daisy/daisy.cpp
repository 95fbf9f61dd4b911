// A file system in layers: disk, locks, files, directory:
// `daisy [--fixed | --bug lookup|bits|create] [READERS [UNLINKERS]]`.  lookup: readers look a name
// up and then read the file, which is unlinked in between.  bits: a block is freed and another one
// allocated, whose bits share a byte.  create: two threads create the same name.
#include <cassert>
#include <string>

#include "../common/arguments.hpp"
#include "../common/threads.hpp"
#include "daisy_directory.hpp"
#include "daisy_files.hpp"

namespace {

void read_in_two_steps(DaisyDirectory& directory, DaisyFiles& files) {
  const int file = directory.lookup("cow");
  if (file < 0) return;
  std::string data;
  assert(files.read(file, 1, data) == status::ok);
}

void read_at_once(DaisyDirectory& directory) {
  std::string data;
  const int found = directory.read("cow", 1, data);
  assert(found == status::no_entry || (found == status::ok && data == "m"));
}

void unlink_in_two_steps(DaisyDirectory& directory) {
  const bool found = directory.lookup("cow") >= 0;
  assert(directory.unlink("cow") == (found ? status::ok : status::no_entry));
}

void unlink_at_once(DaisyDirectory& directory) {
  const int result = directory.unlink("cow");
  assert(result == status::no_entry || result == status::ok);
}

void read_and_unlink(bool fixed, int readers, int unlinkers) {
  DaisyFiles files(true);
  DaisyDirectory directory(files);
  assert(directory.create("cow") == status::ok);
  assert(files.write(directory.lookup("cow"), "moo moo!") == status::ok);
  subjects::Threads threads;
  threads.start(readers, [&](int) {
    if (fixed) {
      read_at_once(directory);
    } else {
      read_in_two_steps(directory, files);
    }
  });
  threads.start(unlinkers, [&](int) {
    if (fixed) {
      unlink_at_once(directory);
    } else {
      unlink_in_two_steps(directory);
    }
  });
}

void free_and_allocate(bool locks_bits) {
  DaisyFiles files(locks_bits);
  const int old = files.create();
  subjects::Threads threads;
  threads.start([&] { files.remove(old); });
  threads.start([&] { files.create(); });
  threads.join();
  assert(files.blocks_are_those_of_files());
}

void create_twice(bool at_once) {
  DaisyFiles files(true);
  DaisyDirectory directory(files);
  subjects::Threads threads;
  threads.start(2, [&](int) {
    if (at_once) {
      directory.create("cow");
    } else {
      directory.create_in_two_steps("cow");
    }
  });
  threads.join();
  assert(directory.entries("cow") == 1);
}

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[READERS [UNLINKERS]]", {"lookup", "bits", "create"});
  const int readers = arguments.number(1);
  const int unlinkers = arguments.number(1);
  arguments.end();
  if (arguments.fixed() || arguments.has_bug("lookup")) {
    read_and_unlink(arguments.fixed(), readers, unlinkers);
  }
  if (arguments.fixed() || arguments.has_bug("bits")) free_and_allocate(arguments.fixed());
  if (arguments.fixed() || arguments.has_bug("create")) create_twice(arguments.fixed());
}
