// The scheduler of a real-time kernel, driven by every sequence of events:
// `deos [--fixed] [ABSTRACTED [STEPS]]`.  It has no threads of its own kind; all is data choice.  A
// thread that deletes itself gives its budget back within the period in which it used some of it,
// so more time is promised than there is.
#include <heddle/heddle.hpp>

#include "../common/arguments.hpp"
#include "kernel.hpp"

namespace {

// What the running thread does after time has passed.
void act(Kernel& kernel, Interrupt interrupt) {
  constexpr int wait = 1;
  constexpr int remove = 2;
  const int choices = kernel.running() == Role::user ? 3 : kernel.running() == Role::main ? 2 : 1;
  const int choice = choices == 1 ? 0 : heddle::choose(choices);
  if (choice == wait) kernel.wait_for_next_period();
  if (choice == remove) kernel.delete_running();
  if (choice == 0 || interrupt == Interrupt::system_tick) kernel.handle(interrupt);
}

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[ABSTRACTED [STEPS]]");
  const bool abstracted = arguments.truth(false);
  const int steps = arguments.number(120);
  arguments.end();
  Kernel kernel(abstracted, arguments.fixed());
  for (int i = 0; i < steps; ++i) act(kernel, kernel.advance());
}
