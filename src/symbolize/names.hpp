// Makes demangled C++ names short enough to read.
#pragma once

#include <string>
#include <string_view>

namespace heddle::symbolize {

// Selects whether `short_name` keeps the parameters of a function.
enum class Parameters : bool { drop, keep };

// Drops inline namespaces, default template arguments, allocators, ABI tags, clone suffixes and the
// anonymous namespace; calls std::basic_string std::string, a lambda "lambda in main" and a
// function that clang makes of an OpenMP construct "OpenMP block".  With Parameters::drop also the
// parameters, the return type of a template and the qualifiers. "std::vector<int,
// std::allocator<int> >::push_back(int const&)" -> "std::vector<int>::push_back".
std::string short_name(std::string_view demangled, Parameters parameters = Parameters::drop);

// Returns "Queue::push" for "Queue<int>::push".  Names of operators keep their symbols.
std::string without_template_arguments(std::string_view name);

std::string without_blanks(std::string_view text);

// Returns "queue.cpp" for "/home/me/queue.cpp".
std::string_view base_name(std::string_view path);

}  // namespace heddle::symbolize
