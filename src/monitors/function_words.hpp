// The words through which instrumented code calls functions of other files, as the dynamic linker
// left them: entries of the global offset table, and addresses in the program's own tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::native {

struct FunctionWord {
  std::uintptr_t* word = nullptr;
  std::string function;  // mangled
};

// Returns the words of all instrumented modules.
std::vector<FunctionWord> function_words();

// Sets a word, which may be read-only.  Returns whether the system allows it.
bool set_word(std::uintptr_t* word, std::uintptr_t value);

}  // namespace heddle::native
