// The written form of a program: the parser and its inverse, from one table of forms.
#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "model/program.hpp"

namespace heddle::model {
namespace {

// The arguments of a word: a letter per argument.  Those of kKinds are names of that kind ('m'
// after 'c' is the second object), 'v' a value, 'k' a count; "V" may be left out and is then 1.
struct Form {
  std::string_view word;
  Code code;
  std::string_view arguments;
};

constexpr std::string_view kKinds = "xmcsrb";

constexpr std::array kForms = {
    Form{"R", Code::read, "x"},
    Form{"W", Code::write, "xV"},
    Form{"A", Code::add, "x"},
    Form{"X", Code::exchange, "xv"},
    Form{"C", Code::compare_exchange, "xkv"},
    Form{"AW", Code::await, "xv"},
    Form{"L", Code::lock, "m"},
    Form{"U", Code::unlock, "m"},
    Form{"TL", Code::try_lock, "mk"},
    Form{"CW", Code::cond_wait, "cm"},
    Form{"CS", Code::cond_signal, "c"},
    Form{"CB", Code::cond_broadcast, "c"},
    Form{"SP", Code::sem_post, "s"},
    Form{"SW", Code::sem_wait, "s"},
    Form{"RL", Code::read_lock, "r"},
    Form{"WL", Code::write_lock, "r"},
    Form{"TRL", Code::try_read_lock, "rk"},
    Form{"TWL", Code::try_write_lock, "rk"},
    Form{"RU", Code::rw_unlock, "r"},
    Form{"BW", Code::barrier_wait, "bk"},
    Form{"CH", Code::choose, "k"},
    Form{"Y", Code::yield, ""},
    Form{"SKE", Code::skip_if, "vk"},
    Form{"JB", Code::jump_back_if, "vk"},
    Form{"AS", Code::fail_if, "v"},
    Form{"SKZ", Code::skip_if, "k"},
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> parts = split(text, ' ');
  std::erase_if(parts, [](std::string_view word) { return word.empty(); });
  return parts;
}

template <typename Number>
bool parse_number(std::string_view word, Number& into) {
  const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), into);
  return error == std::errc{} && rest == word.data() + word.size();
}

class Names {
 public:
  std::uint16_t number_of(char kind, std::string_view name) {
    auto& names = names_[kKinds.find(kind)];
    const auto number = std::find(names.begin(), names.end(), name) - names.begin();
    if (static_cast<std::size_t>(number) == names.size()) names.emplace_back(name);
    return static_cast<std::uint16_t>(number);
  }

 private:
  std::array<std::vector<std::string>, kKinds.size()> names_;
};

bool parse_argument(char kind, std::string_view word, Names& names, Instruction& into) {
  if (kind == 'v' || kind == 'V') return parse_number(word, into.value);
  if (kind == 'k') return parse_number(word, into.count);
  const bool is_second = kind == 'm' && into.code == Code::cond_wait;
  (is_second ? into.second : into.object) = names.number_of(kind, word);
  return true;
}

Result<Instruction> parse_instruction(std::string_view text, Names& names) {
  const std::vector<std::string_view> parts = words(text);
  const Error error{"'" + std::string(text) + "' is no instruction of a model program"};
  if (parts.empty()) return error;
  for (const Form& form : kForms) {
    if (form.word != parts[0]) continue;
    Instruction instruction{form.code};
    const std::span<const std::string_view> given = std::span(parts).subspan(1);
    const bool leaves_out = !form.arguments.empty() && form.arguments.back() == 'V' &&
                            given.size() + 1 == form.arguments.size();
    if (leaves_out) instruction.value = 1;
    if (!leaves_out && given.size() != form.arguments.size()) return error;
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (!parse_argument(form.arguments[i], given[i], names, instruction)) return error;
    }
    return instruction;
  }
  return error;
}

// The sentence that says why a thread cannot run, or nothing.
std::string complaint(const std::vector<Instruction>& thread) {
  for (std::size_t i = 0; i < thread.size(); ++i) {
    const Instruction& instruction = thread[i];
    if (instruction.code == Code::jump_back_if &&
        (instruction.count == 0 || instruction.count > i)) {
      return "a jump must lead to an earlier instruction of its thread";
    }
    if (instruction.code == Code::choose && instruction.count == 0) {
      return "a choice needs at least one value";
    }
    if (instruction.code == Code::barrier_wait && instruction.count == 0) {
      return "a barrier waits for at least one thread";
    }
  }
  return {};
}

}  // namespace

Result<Program> parse_program(std::string_view text) {
  Program program;
  Names names;
  for (const std::string_view thread_text : split(text, '/')) {
    auto& thread = program.threads.emplace_back();
    for (const std::string_view part : split(thread_text, ';')) {
      Result<Instruction> instruction = parse_instruction(part, names);
      if (!instruction) return instruction.error();
      thread.push_back(*instruction);
    }
    if (std::string sentence = complaint(thread); !sentence.empty()) return Error{sentence};
  }
  return program;
}

std::string to_text(const Program& program) {
  std::string text;
  for (const auto& thread : program.threads) {
    if (&thread != &program.threads.front()) text += " / ";
    for (const Instruction& instruction : thread) {
      if (&instruction != &thread.front()) text += ';';
      const auto* form = std::find_if(kForms.begin(), kForms.end(), [&](const Form& candidate) {
        return candidate.code == instruction.code;
      });
      text += form->word;
      for (const char kind : form->arguments) {
        const bool is_second = kind == 'm' && instruction.code == Code::cond_wait;
        text += ' ';
        if (kind == 'v' || kind == 'V') {
          text += std::to_string(instruction.value);
        } else if (kind == 'k') {
          text += std::to_string(instruction.count);
        } else {
          text += kind + std::to_string(is_second ? instruction.second : instruction.object);
        }
      }
    }
  }
  return text;
}

}  // namespace heddle::model
