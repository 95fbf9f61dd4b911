// Runs the constructors of the program's static objects.  They run once, before the exploration,
// and their effects are part of the initial state of every execution.
// If a constructor starts a thread, the process executes itself again.  Then constructors run as
// the first part of each execution.
#pragma once

namespace heddle::worker {

// Begins to watch for threads that constructors start.  Called before or at the C library's start
// function, for an explored program.
void watch_constructors(char** argv);
void constructors_are_done();

// Passes the decision on to the next process image, through the environment.
void pass_on_constructors();

// Returns whether constructors are part of the exploration in this process.
bool constructors_are_explored();

// Does nothing; the start function calls it in place of the program's constructors.
void run_no_constructors();

// Runs the constructors of the executable.  `init` is the pointer that the executable passed to the
// start function; newer programs leave it to the C library.
void run_constructors(void (*init)(), int argc, char** argv, char** envp);

}  // namespace heddle::worker
