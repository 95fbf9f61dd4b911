#include "symbolize/names.hpp"

#include <array>
#include <cctype>
#include <cstdlib>
#include <utility>

namespace heddle::symbolize {
namespace {

constexpr auto kNowhere = std::string::npos;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != kNowhere; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// Removes every "<open>...]", for clone suffixes and ABI tags.
void remove_bracketed(std::string& text, std::string_view open) {
  for (std::size_t at = text.find(open); at != kNowhere; at = text.find(open, at)) {
    const std::size_t close = text.find(']', at);
    text.erase(at, close == kNowhere ? kNowhere : close - at + 1);
  }
}

// As substr, but empty beyond the end.
std::string_view part(std::string_view text, std::size_t at, std::size_t length = kNowhere) {
  return at < text.size() ? text.substr(at, length) : std::string_view();
}

bool opens(char c) { return c == '<' || c == '(' || c == '{' || c == '['; }
bool closes(char c) { return c == '>' || c == ')' || c == '}' || c == ']'; }

// The position after the argument that starts at `at`: its comma, its closing bracket or the end.
std::size_t argument_end(std::string_view text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '>' && at > 0 && text[at - 1] == '-') continue;  // "->"
    if (depth == 0 && (c == ',' || closes(c))) return at;
    if (opens(c)) ++depth;
    if (closes(c)) --depth;
  }
  return text.size();
}

void remove_default_arguments(std::string& text) {
  constexpr std::array<std::string_view, 8> kDefaults = {
      ", std::allocator<", ", std::char_traits<",
      ", std::less<",      ", std::equal_to<",
      ", std::hash<",      ", std::default_delete<",
      ", std::ratio<",     ", (__gnu_cxx::_Lock_policy)"};
  for (const std::string_view start : kDefaults) {
    for (std::size_t at = text.find(start); at != kNowhere; at = text.find(start, at)) {
      text.erase(at, argument_end(text, at + 2) - at);
    }
  }
}

void simplify_types(std::string& text) {
  for (const std::string_view inner : {"__cxx11::", "__1::", "_V2::", "__detail::__variant::"}) {
    replace_all(text, std::string("std::") + std::string(inner), "std::");
  }
  remove_bracketed(text, " [clone ");
  remove_bracketed(text, "[abi:");
  remove_bracketed(text, " [with ");
  replace_all(text, "(anonymous namespace)::", "");
  replace_all(text, "{anonymous}::", "");
  remove_default_arguments(text);
  replace_all(text, "> >", ">>");
  replace_all(text, "> >", ">>");
  for (const auto& [from, to] : {std::pair{"std::basic_string<char>", "std::string"},
                                 std::pair{"std::basic_string_view<char>", "std::string_view"},
                                 std::pair{"std::basic_ostream<char>", "std::ostream"},
                                 std::pair{"std::basic_istream<char>", "std::istream"}}) {
    replace_all(text, from, to);
  }
}

// Longer symbols come first.
constexpr std::array<std::string_view, 40> kOperators = {
    "<=>", "<<=", ">>=", "->*", "()", "[]", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "++",  "--",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", "->", "<",  ">",  "=",
    "!",   "+",   "-",   "*",   "/",  "%",  "^",  "&",  "|",  "~",  ",",  ""};

// The symbol of an operator that starts at `at`, such as "operator<<" or "operator()"; 0 if none.
std::size_t operator_length(std::string_view text, std::size_t at) {
  constexpr std::string_view kWord = "operator";
  if (part(text, at, kWord.size()) != kWord) return 0;
  if (at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) || text[at - 1] == '_')) {
    return 0;
  }
  std::size_t end = at + kWord.size();
  if (end < text.size() && text[end] == ' ') {  // operator new, operator bool
    end = text.find('(', end);
    return (end == kNowhere ? text.size() : end) - at;
  }
  for (const std::string_view symbol : kOperators) {
    if (part(text, end).starts_with(symbol)) return kWord.size() + symbol.size();
  }
  return kWord.size();
}

// Removes the template arguments of operators, which follow a symbol: "operator<< <char>".
void remove_operator_arguments(std::string& text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t length = operator_length(text, at);
    if (length == 0) continue;
    const std::size_t begin = at + length;
    const std::size_t open = begin + (part(text, begin, 2) == " <" ? 1 : 0);
    if (part(text, open, 1) == "<") text.erase(begin, argument_end(text, open + 1) + 1 - begin);
    at = begin - 1;
  }
}

// The name alone: from after the return type up to the parameters.
std::string without_parameters(std::string_view text) {
  std::size_t start = 0;
  int depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t length = depth == 0 ? operator_length(text, at) : 0; length > 0) {
      at += length;
      continue;
    }
    const char c = text[at];
    if (depth == 0 && c == '(') {
      const std::size_t close = argument_end(text, at + 1);
      // A function's own local name goes on: "pop()::{lambda()#1}".
      std::size_t next = close + 1;
      if (part(text, next, 6) == " const") next += 6;
      if (close >= text.size() || part(text, next, 2) != "::") {
        return std::string(text.substr(start, at - start));
      }
      const std::string outer = without_parameters(text.substr(start, close + 1 - start));
      return outer + "::" + without_parameters(part(text, next + 2));
    }
    if (depth == 0 && c == ' ') start = at + 1;
    if (opens(c)) ++depth;
    if (closes(c)) --depth;
    ++at;
  }
  return std::string(text.substr(start));
}

// "main::{lambda()#2}::operator()() const", and clang's "main::$_1::operator()() const".
bool name_lambda(std::string_view text, std::string& into) {
  std::size_t mark = text.rfind("::{lambda(");
  std::size_t number = 1;
  std::size_t after = kNowhere;
  if (mark != kNowhere) {
    const std::size_t hash = text.find('#', argument_end(text, mark + 10));
    after = text.find('}', mark);
    if (hash != kNowhere) {
      number = static_cast<std::size_t>(std::atoi(text.data() + hash + 1));
      after = text.find('}', hash);
    }
  } else if (mark = text.rfind("::$_"); mark != kNowhere) {
    number = static_cast<std::size_t>(std::atoi(text.data() + mark + 4)) + 1;
    after = text.find_first_not_of("0123456789", mark + 4);
    if (after != kNowhere) --after;
  }
  if (mark == kNowhere || after == kNowhere || !part(text, after + 1).starts_with("::operator()")) {
    return false;
  }
  int depth = 0;  // a lambda inside a template argument is not this function
  for (const char c : text.substr(0, mark)) depth += opens(c) ? 1 : closes(c) ? -1 : 0;
  if (depth != 0) return false;
  into = number == 1 ? "lambda in " : "lambda " + std::to_string(number) + " in ";
  into += short_name(text.substr(0, mark));
  return true;
}

// Functions that clang makes of OpenMP constructs: ".omp_outlined..3" up to version 16, then
// "main.omp_outlined".
bool name_openmp_function(std::string_view text, std::string& into) {
  const std::size_t mark = text.find(".omp");
  if (mark == kNowhere) return false;
  const std::string_view rest = text.substr(mark);
  if (!rest.starts_with(".omp_") && !rest.starts_with(".omp.")) return false;
  into = mark == 0 ? "OpenMP block" : short_name(text.substr(0, mark));
  return true;
}

}  // namespace

std::string short_name(std::string_view demangled, Parameters parameters) {
  std::string text(demangled);
  simplify_types(text);
  remove_operator_arguments(text);
  std::string lambda;
  if (name_lambda(text, lambda)) return lambda;
  std::string openmp;
  if (name_openmp_function(text, openmp)) return openmp;
  return parameters == Parameters::keep ? text : without_parameters(text);
}

std::string without_template_arguments(std::string_view name) {
  std::string plain;
  int depth = 0;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const bool begins_word = at == 0 || name[at - 1] == ':' || name[at - 1] == ' ';
    if (depth == 0 && begins_word && name.substr(at).starts_with("operator")) {
      return plain.append(name.substr(at));
    }
    if (name[at] == '<') ++depth;
    if (depth == 0) plain += name[at];
    if (name[at] == '>' && depth > 0) --depth;
  }
  return plain;
}

std::string without_blanks(std::string_view text) {
  std::string kept(text);
  std::erase(kept, ' ');
  return kept;
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace heddle::symbolize
