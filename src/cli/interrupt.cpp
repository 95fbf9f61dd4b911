#include "cli/interrupt.hpp"

#include <csignal>

namespace heddle::cli {
namespace {

volatile std::sig_atomic_t g_interrupted = 0;
struct sigaction g_former_interrupt;
struct sigaction g_former_termination;

void note(int) { g_interrupted = 1; }

}  // namespace

InterruptGuard::InterruptGuard() {
  g_interrupted = 0;
  struct sigaction action {};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &g_former_interrupt);
  sigaction(SIGTERM, &action, &g_former_termination);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &g_former_interrupt, nullptr);
  sigaction(SIGTERM, &g_former_termination, nullptr);
}

bool InterruptGuard::interrupted() const { return g_interrupted != 0; }

}  // namespace heddle::cli
