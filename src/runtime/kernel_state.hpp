// State that the kernel keeps for the program: descriptors, file positions, the working directory,
// changed files; and the locale, which the C library keeps.  None of it is in memory that is
// rolled back, so no snapshot holds it.  An execution therefore always begins with the initial
// kernel state.  After the program's first use of the kernel, states are reached by replay.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/file_object.hpp"

namespace heddle::native {

// Which happens-before edges a call creates.  The result of `close` shows nothing of earlier calls,
// so they are not ordered before it; a later call may show that it happened.
enum class CallOrder : std::uint8_t { after_and_before, before };

// Records a call of the current thread that changes kernel state; called before it, and behind its
// scheduling point.  `what` and the numbers identify the call: states with different histories of
// calls differ.
void note_kernel_call(std::string_view what, std::uint64_t a = 0, std::uint64_t b = 0,
                      CallOrder order = CallOrder::after_and_before);
// Does the same in front of the scheduling point, without happens-before edges: the call is made
// after the pause.
void note_coming_call(std::string_view what, std::uint64_t a = 0, std::uint64_t b = 0);

// Takes the present kernel state as the initial one of every execution.  REQUIRES: called once, by
// the engine.
void capture_kernel_state();
// Updates the initial state after Heddle redirected the program's output.
void recapture_outputs();
// Restores the initial kernel state.  REQUIRES: called by the engine, at the end of an execution.
void restore_kernel_state();

// Returns whether the kernel state is the initial one.
bool kernel_state_is_initial();

// Returns whether every execution can read the same standard input: it is a file, or there is
// none.
bool can_reread_input();
inline constexpr const char* kInputSentence =
    "the program reads its standard input: every execution must be able to read it again; redirect "
    "it from a file with < FILE";

// Returns whether a descriptor existed before the program and is not a standard one, such as
// Heddle's own.
bool is_hidden(int descriptor);
// Hides a descriptor.
void hide_descriptor(int descriptor);
// Replaces one of Heddle's descriptors by one with a number that programs do not use, and hides
// it.
int hidden_copy(int descriptor);

// Records that the program uses the position of a descriptor, which may have been open before.
void note_position_use(int descriptor);

}  // namespace heddle::native
