// Makes demangled C++ names short enough to read.
#pragma once

#include <string>
#include <string_view>

namespace heddle::symbolize {

// Selects whether `short_name` keeps the parameters of a function.
enum class Parameters : bool { drop, keep };

// Drops inline namespaces, default template arguments, allocators, ABI tags, clone suffixes and the
// anonymous namespace; calls std::basic_string std::string and a lambda "lambda in main".  With
// Parameters::drop also the parameters, the return type of a template and the qualifiers.
// "std::vector<int, std::allocator<int> >::push_back(int const&)" -> "std::vector<int>::push_back".
std::string short_name(std::string_view demangled, Parameters parameters = Parameters::drop);

// Returns "queue.cpp" for "/home/me/queue.cpp".
std::string_view base_name(std::string_view path);

}  // namespace heddle::symbolize
