// Descriptors that several threads use, each use ordered with the opening and the closing: by the
// start and the end of threads, by a message, or by a lock.
// heddle: --races error
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cassert>
#include <mutex>
#include <thread>

// The message orders the sender's use before the closing.
void closed_after_a_message() {
  int ends[2];
  assert(pipe(ends) == 0);
  std::thread reader([&] {
    char letter = 0;
    assert(read(ends[0], &letter, 1) == 1 && letter == '!');
    close(ends[0]);
    close(ends[1]);
  });
  assert(write(ends[1], "!", 1) == 1);
  reader.join();
}

// Each thread closes its own end.  The number of a closed descriptor is used again.
void closed_by_both_sides() {
  int ends[2];
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  std::thread peer([&] {
    char letter = 0;
    assert(recv(ends[0], &letter, 1, 0) == 1);
    close(ends[0]);
    const int again = eventfd(1, 0);
    eventfd_t count = 0;
    assert(eventfd_read(again, &count) == 0 && count == 1);
    close(again);
  });
  assert(send(ends[1], "!", 1, 0) == 1);
  close(ends[1]);
  peer.join();
}

// A lock guards the number, which the thread that closes it takes away.
void closed_under_a_lock() {
  std::mutex lock;
  int counter = eventfd(0, 0);
  const auto add = [&] {
    const std::scoped_lock hold(lock);
    if (counter >= 0) assert(eventfd_write(counter, 1) == 0);
  };
  std::thread adder(add);
  {
    const std::scoped_lock hold(lock);
    close(counter);
    counter = -1;
  }
  adder.join();
}

int main() {
  closed_after_a_message();
  closed_by_both_sides();
  closed_under_a_lock();
}
