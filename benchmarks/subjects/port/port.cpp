// Senders and receivers at a port: `port [--fixed | --bug link|move] [SENDERS [RECEIVERS]]`, each
// with one message.  link: a message is lost.  move: a message is received twice.
#include "port.hpp"

#include <atomic>
#include <cassert>

#include "../common/arguments.hpp"
#include "../common/threads.hpp"

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[SENDERS [RECEIVERS]]", {"link", "move"});
  const int senders = arguments.number(2, 0, 16);
  const int receivers = arguments.number(2);
  arguments.end();
  Port port(arguments.has_bug("link")   ? Bug::link
            : arguments.has_bug("move") ? Bug::move
                                        : Bug::none);
  std::atomic<int> received{0};
  subjects::Threads threads;
  threads.start(senders, [&](int sender) { port.enqueue(1 << sender); });
  threads.start(receivers, [&](int) {
    if (const auto message = port.try_dequeue()) received += *message;
  });
  threads.join();
  while (const auto message = port.try_dequeue()) received += *message;
  assert(received == (1 << senders) - 1);
}
