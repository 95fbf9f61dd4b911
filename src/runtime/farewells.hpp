// What a program asks to have called at the end: destructors of thread_local variables at the end
// of a thread, handlers and destructors of static objects at the end of the program.  The lists are
// program state, so they live in the program's heap and are rolled back with it.
#pragma once

namespace heddle::native {

// Registers for the current thread, or for the program.
void at_thread_exit(void (*function)(void*), void* argument);
void at_program_exit(void (*function)(void*), void* argument);

// The same for a program that ends by quick_exit.
void at_quick_exit(void (*function)(void*));
void run_quick_farewells();

// A registration made before the exploration began: it belongs to every execution.
void note_early_farewell(void (*function)(void*), void* argument);

// Calls and removes, newest first; what a call registers is called too.  They run on the calling
// fiber and may contain scheduling points.  The first is the second and the destructors of pthread
// keys.
void run_thread_farewells();
void run_variable_destructors();
void run_program_farewells();

}  // namespace heddle::native
