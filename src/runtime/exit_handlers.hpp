// Exit handlers: destructors of thread_local variables run at the end of a thread; atexit functions
// and destructors of static objects run at the end of the program.  The lists are program state:
// they are on the program's heap and are rolled back with it.
#pragma once

namespace heddle::native {

// Registers for the current thread, or for the program.
void at_thread_exit(void (*function)(void*), void* argument);
void at_program_exit(void (*function)(void*), void* argument);

// Registers a function of on_exit, which is given the exit status.
void at_program_exit_with_status(void (*function)(int, void*), void* argument);

// The same for a program that ends by quick_exit.
void at_quick_exit(void (*function)(void*));
void run_quick_exit_handlers();

// Notes a registration made before the exploration began.  Every execution starts with it.
void note_early_exit_handler(void (*function)(void*), void* argument);

// Call and remove the handlers, newest first, including those that a handler registers.  They run
// on the calling fiber and may contain scheduling points.  run_thread_exit_handlers runs the
// variable destructors and those of pthread keys.
void run_thread_exit_handlers();
void run_variable_destructors();
void run_program_exit_handlers(int status);

}  // namespace heddle::native
