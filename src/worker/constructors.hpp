// The constructors of the program's static objects.  They run once, before the exploration, and
// what they leave behind is the state that every execution begins with; unless one of them starts a
// thread.  Then the process begins anew, and constructors run as the first part of each execution.
#pragma once

namespace heddle::worker {

// The C library's start function was called, or is about to be, for a program that is explored.
void watch_constructors(char** argv);
void constructors_are_done();

// What a process that begins anew must be told, by its environment.
void pass_on_constructors();

// Whether they are part of the exploration in this process.
bool constructors_are_explored();

// What the start function is to call in place of the program's constructors.
void run_no_constructors();

// The constructors of the executable; `init` is what it gave to the start function, which newer
// programs leave to the C library.
void run_constructors(void (*init)(), int argc, char** argv, char** envp);

}  // namespace heddle::worker
