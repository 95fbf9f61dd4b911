#include "cli/compiler_call.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "cli/response_file.hpp"

namespace heddle::cli {
namespace {

template <std::size_t N>
bool among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// Options whose value is the next argument.
constexpr std::array<std::string_view, 36> kTakesNext{"-o",        "-x",          "-I",
                                                      "-D",        "-U",          "-L",
                                                      "-l",        "-include",    "-imacros",
                                                      "-isystem",  "-iquote",     "-idirafter",
                                                      "-iprefix",  "-isysroot",   "-iwithprefix",
                                                      "-MF",       "-MT",         "-MQ",
                                                      "-Xlinker",  "-Xassembler", "-Xpreprocessor",
                                                      "-Xclang",   "-mllvm",      "-T",
                                                      "-u",        "-z",          "-e",
                                                      "-A",        "-B",          "-aux-info",
                                                      "-dumpbase", "-dumpdir",    "--param",
                                                      "-target",   "--sysroot",   "-wrapper"};

// Options that end before linking.
constexpr std::array<std::string_view, 8> kStopsEarly{
    "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--precompile", "--analyze"};

// Sanitizers with a runtime of their own, which would fight ours for the program.
constexpr std::array<std::string_view, 8> kForeignSanitizers{
    "address", "kernel-address", "hwaddress", "kernel-hwaddress",
    "memory",  "leak",           "dataflow",  "fuzzer"};

constexpr std::array<std::string_view, 5> kHeaderEndings{".h", ".hh", ".hpp", ".hxx", ".H"};

std::vector<std::string> split_commas(std::string_view list) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t comma = list.find(',');
    parts.emplace_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

// Asks about the compiler itself, whatever else is on the line.
bool is_query(std::string_view argument) {
  return argument == "--version" || starts_with(argument, "--help") ||
         starts_with(argument, "-print-") || starts_with(argument, "--print-") ||
         among(std::array<std::string_view, 4>{"-dumpversion", "-dumpmachine", "-dumpspecs",
                                               "-dumpfullversion"},
               argument);
}

// Heddle could not separate a library inside the program from the program's code.
constexpr std::array<std::string_view, 2> kStaticRuntimes = {"-static-libstdc++", "-static-libgcc"};

class Reader {
 public:
  void read(const std::string& argument) {
    if (!value_of_.empty()) {
      read_value(argument);
      value_of_.clear();
    } else if (among(kTakesNext, argument)) {
      value_of_ = argument;
      if (argument == "-l") has_other_input_ = names_library_ = true;
    } else if (argument == "-" || argument.empty() || argument.front() != '-') {
      read_input(argument);
    } else {
      read_option(argument);
    }
  }

  // Whether one of the arguments so far names a library.
  bool names_library() const { return names_library_; }

  // The argument without what Heddle does itself or cannot do with; empty when nothing is left.
  static std::string cleaned(const std::string& argument) {
    if (among(kStaticRuntimes, argument)) return "";
    constexpr std::string_view kSanitize = "-fsanitize=";
    if (!starts_with(argument, kSanitize)) return argument;
    std::string kept;
    for (const std::string& part : split_commas(argument.substr(kSanitize.size()))) {
      if (part != "thread") kept += (kept.empty() ? "" : ",") + part;
    }
    return kept.empty() ? kept : std::string(kSanitize) + kept;
  }

  Result<CompilerCall> conclude() const {
    CompilerCall call;
    call.has_input = !query_ && (has_other_input_ || has_header_);
    const bool only_headers = header_language_ || (has_header_ && !has_other_input_);
    call.links = call.has_input && !stops_early_ && !only_headers;
    call.shared = shared_;
    call.relocatable = relocatable_;
    call.optimises_link = optimises_link_;
    call.instruments = instruments_;
    for (std::size_t i = 0; i < for_linker_.size(); ++i) {
      const std::string& word = for_linker_[i];
      const bool z_defs =
          word == "-z" && i + 1 < for_linker_.size() && for_linker_[i + 1] == "defs";
      if (z_defs || word == "-zdefs" || word == "--no-undefined" || word == "-no-undefined") {
        call.needs_symbols = true;
      }
      if (word == "-shared" || word == "--shared" || word == "-Bshareable") call.shared = true;
      if (word == "-r" || word == "--relocatable") call.relocatable = true;
    }
    for (const std::string& sanitizer : foreign_) {
      return Error{"-fsanitize=" + sanitizer +
                   " cannot be combined with Heddle: both must control the program's memory; "
                   "compile without it."};
    }
    if (other_library_) {
      return Error{
          "-stdlib=libc++ cannot be combined with Heddle: the code of libc++.so is not "
          "instrumented; "
          "use libstdc++."};
    }
    if (call.links && static_) {
      return Error{
          "-static cannot be combined with Heddle: its runtime is a shared library; link without "
          "it."};
    }
    return call;
  }

 private:
  void read_value(const std::string& value) {
    if (value_of_ == "-Xlinker") for_linker_.push_back(value);
    if (value_of_ == "-z") for_linker_.insert(for_linker_.end(), {"-z", value});
    if (value_of_ == "-x") read_language(value);
  }

  void read_language(std::string_view language) {
    constexpr std::string_view kHeader = "-header";
    header_language_ = language.size() > kHeader.size() &&
                       language.substr(language.size() - kHeader.size()) == kHeader;
  }

  void read_input(std::string_view input) {
    const std::size_t dot = input.find_last_of('.');
    const bool header = dot != std::string_view::npos && among(kHeaderEndings, input.substr(dot));
    (header ? has_header_ : has_other_input_) = true;
    const std::string_view ending = dot == std::string_view::npos ? "" : input.substr(dot);
    names_library_ |= ending == ".so" || input.find(".so.") != std::string_view::npos;
  }

  void read_option(const std::string& option) {
    if (is_query(option)) query_ = true;
    if (among(kStopsEarly, option)) stops_early_ = true;
    if (option == "-shared" || option == "--shared") shared_ = true;
    if (option == "-static" || option == "--static" || option == "-static-pie") static_ = true;
    if (option == "-r") relocatable_ = true;
    if (starts_with(option, "-stdlib=")) other_library_ = option == "-stdlib=libc++";
    if (starts_with(option, "-flto")) optimises_link_ = true;
    if (option == "-fno-lto") optimises_link_ = false;
    if (starts_with(option, "-l")) has_other_input_ = names_library_ = true;
    if (starts_with(option, "-x")) read_language(option.substr(2));
    if (starts_with(option, "-z")) for_linker_.push_back(option);
    if (starts_with(option, "-Wl,")) {
      for (std::string& word : split_commas(option.substr(4))) for_linker_.push_back(word);
    }
    if (starts_with(option, "-fsanitize=")) sanitize(option.substr(11), true);
    if (starts_with(option, "-fno-sanitize=")) sanitize(option.substr(14), false);
  }

  void sanitize(std::string_view list, bool on) {
    for (const std::string& part : split_commas(list)) {
      if (part == "thread" || (part == "all" && !on)) instruments_ = on;
      if (part == "all" && !on) foreign_.clear();
      if (!among(kForeignSanitizers, part)) continue;
      if (on) foreign_.insert(part);
      if (!on) foreign_.erase(part);
    }
  }

  std::string value_of_;  // the option whose value comes next
  std::vector<std::string> for_linker_;
  std::set<std::string> foreign_;
  bool names_library_ = false;
  bool other_library_ = false;
  bool query_ = false;
  bool stops_early_ = false;
  bool has_header_ = false;
  bool has_other_input_ = false;
  bool header_language_ = false;
  bool shared_ = false;
  bool static_ = false;
  bool relocatable_ = false;
  bool optimises_link_ = false;
  bool instruments_ = true;
};

}  // namespace

Result<CompilerCall> understand(const std::vector<std::string>& arguments) {
  Reader reader;
  std::vector<std::string> kept;
  std::size_t before_libraries = 0;
  for (const std::string& argument : arguments) {
    const std::vector<std::string> expanded = expand_argument(argument);
    std::vector<std::string> cleaned;
    for (const std::string& part : expanded) {
      reader.read(part);
      if (std::string clean = Reader::cleaned(part); !clean.empty() || part.empty()) {
        cleaned.push_back(std::move(clean));
      }
    }
    // A response file is passed on as it is unless something had to be taken out of it.
    if (cleaned == expanded) cleaned = {argument};
    if (!reader.names_library()) before_libraries = kept.size() + cleaned.size();
    kept.insert(kept.end(), cleaned.begin(), cleaned.end());
  }
  Result<CompilerCall> call = reader.conclude();
  if (call.ok()) {
    call->arguments = std::move(kept);
    call->first_library = before_libraries;
  }
  return call;
}

}  // namespace heddle::cli
