// Bug: the handler is set before the signal is sent.
#include <cassert>
#include <csignal>
#include <thread>

volatile std::sig_atomic_t hits = 0;

int main() {
  std::signal(SIGUSR1, SIG_IGN);
  std::thread setter([] { std::signal(SIGUSR1, [](int) { hits = hits + 1; }); });
  std::raise(SIGUSR1);
  setter.join();
  assert(hits == 0);
}
