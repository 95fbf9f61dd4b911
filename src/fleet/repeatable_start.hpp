// Starts a program under conditions that repeat:
// - Addresses of globals and code may decide what a program does.  Where the system permits, they
//   are fixed.  Elsewhere (some containers) traces still hold: all else is at fixed addresses.
// - Symbols are bound at load time: bound at first use, they would be bound again in every
//   execution.
#pragma once

namespace heddle::fleet {

// Prepares this process and its environment for the program that it executes next.
void prepare_repeatable_start();

// In the program: whether it was started so.  Restores the environment that the user gave.
bool finish_repeatable_start();

}  // namespace heddle::fleet
