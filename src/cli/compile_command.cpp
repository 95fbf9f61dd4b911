// heddle c++ and heddle cc: the user's compiler, with instrumentation added.
//
// The compilers' own thread sanitizer emits the calls that libheddle defines.  Its driver option
// would also link the sanitizer's runtime, so the option is handed to the compiler proper alone: by
// a specs file for gcc, by -Xclang for clang.  Thus one call of the user's stays one call of the
// compiler's, with every flag of the user's in its place.  docs/compiling.md lists what is added.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/compiler_call.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/installation.hpp"
#include "cli/subprocess.hpp"
#include "cli/uninstrumented_inputs.hpp"
#include "config/option_value_text.hpp"
#include "core/kept_accesses.hpp"
#include "core/watched_functions.hpp"

namespace heddle::cli {
namespace {

struct Language {
  const char* command;   // the verb
  const char* variable;  // of the environment
  const char* first;     // compilers to try when nothing was said
  const char* second;
};

constexpr Language kCxx{"c++", "HEDDLE_CXX", "g++", "clang++"};
constexpr Language kC{"cc", "HEDDLE_CC", "gcc", "clang"};

// Heddle's own options, which precede the compiler's.
struct Own {
  std::string compiler;  // may be several words
  std::string accesses;  // empty: as written
};

std::string environment_value(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Takes Heddle's own options out of the arguments: build systems may put flags anywhere.  The first
// of the remaining ones may be --launch, with the compiler behind it.
Result<Own> take_own_options(const Language& language, Arguments& arguments) {
  constexpr std::string_view kCompiler = "--compiler=";
  constexpr std::string_view kAccesses = "--accesses=";
  Own own;
  for (const std::string& argument : arguments) {
    if (argument.starts_with(kCompiler)) {
      own.compiler = argument.substr(kCompiler.size());
      if (own.compiler.empty()) return Error{"--compiler needs a value: --compiler=clang++."};
    } else if (argument.starts_with(kAccesses)) {
      own.accesses = argument.substr(kAccesses.size());
    }
  }
  std::erase_if(arguments, [&](const std::string& argument) {
    return argument.starts_with(kCompiler) || argument.starts_with(kAccesses);
  });
  if (own.compiler.empty() && !arguments.empty() && arguments.front() == "--launch") {
    if (arguments.size() < 2) return Error{"--launch needs a compiler behind it: --launch g++."};
    own.compiler = arguments[1];
    arguments.erase(arguments.begin(), arguments.begin() + 2);
    if (!command_exists(own.compiler)) {
      return Error{"Cannot find the compiler '" + own.compiler +
                   "'; write the name of a compiler behind --launch."};
    }
  }
  if (own.compiler.empty()) own.compiler = environment_value(language.variable);
  if (own.accesses.empty()) own.accesses = environment_value("HEDDLE_ACCESSES");
  if (!own.accesses.empty() && own.accesses != "written" && own.accesses != "compiled") {
    return Error{"'" + own.accesses +
                 "' is no value of --accesses or HEDDLE_ACCESSES; give 'written' or 'compiled'."};
  }
  return own;
}

// The compiler may be several words.
Result<Arguments> find_compiler(const Language& language, const std::string& chosen) {
  Arguments words = config::split_at_blanks(chosen);
  if (words.empty()) {
    words = {command_exists(language.first) || !command_exists(language.second) ? language.first
                                                                                : language.second};
  }
  if (!command_exists(words.front())) {
    return Error{"Cannot find the compiler '" + words.front() +
                 "'; install it, or select another one with --compiler=X or " + language.variable +
                 "."};
  }
  return words;
}

bool is_clang(const Arguments& compiler) {
  Arguments question = compiler;
  question.push_back("--version");
  const Result<std::string> answer = output_of(question);
  return answer.ok() && answer->find("clang") != std::string::npos;
}

void append(Arguments& to, const Arguments& more) { to.insert(to.end(), more.begin(), more.end()); }

void add_compile_flags(Arguments& line, const CompilerCall& call, const Installation& installation,
                       bool clang, const std::string& accesses) {
  if (clang) line.push_back("--start-no-unused-arguments");
  append(line, {"-DHEDDLE=1", "-D_GLIBCXX_USE_TBB_PAR_BACKEND=0", "-isystem",
                installation.include_directory + "/heddle_standard", "-idirafter",
                installation.include_directory});
  if (call.instruments) {
    append(line, {"-g", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls"});
    if (clang) {
      append(line, {"-Xclang", "-fsanitize=thread", "-Xclang", "-mllvm", "-Xclang",
                    "-tsan-instrument-read-before-write=1", "-grecord-command-line"});
      if (accesses != "compiled") {
        append(line, config::split_at_blanks(kKeepAccessesByClang));
        append(line, config::split_at_blanks(kShowLocalsByClang));
      } else {
        // It reads before a loop what only some iterations read: a data race that the source lacks.
        append(line, {"-Xclang", "-mllvm", "-Xclang", "-disable-licm-promotion"});
      }
    } else {
      append(line, {"-specs=" + installation.gcc_specs, "-Wno-tsan",
                    "--param=builtin-string-cmp-inline-length=0"});
      if (accesses != "compiled") append(line, config::split_at_blanks(kKeepAccesses));
    }
    // clang instruments such calls, but the link would make instructions of them afterwards.
    if (!clang || call.optimises_link) {
      for (const std::string& name : config::split_at_blanks(kExpandedFunctions)) {
        line.push_back("-fno-builtin-" + name);
      }
    }
  }
  if (clang) line.push_back("--end-no-unused-arguments");
}

// Calls of the program's own code, also of its static libraries, go to libheddle.
std::string watch_flag() {
  std::string flag = "-Wl";
  std::vector<std::string_view> lists(kWatchedFunctions.begin(), kWatchedFunctions.end());
  lists.push_back(kLibraryFunctions);
  lists.push_back(kRandomFunctions);
  for (const std::string_view names : lists) {
    for (const std::string& name : config::split_at_blanks(names)) {
      flag += ",--wrap=" + name;
    }
  }
  return flag;
}

// Adds the link flags; libheddle goes first, so that its functions interpose those of the C
// library.
Status add_link_flags(Arguments& line, const CompilerCall& call, const Installation& installation) {
  append(line, {"-Wl,-z,now", "-Wl,--build-id"});
  if (call.instruments) line.push_back(watch_flag());
  if (call.shared && !call.needs_symbols) return Done{};
  for (const std::string& part : {installation.library, installation.cpp_library}) {
    if (std::filesystem::exists(part)) continue;
    return Error{"'" + part +
                 "' is missing; install Heddle again, or set HEDDLE_LIBDIR to the folder of "
                 "libheddle.so."};
  }
  append(line, {"-Wl,--push-state,--no-as-needed", installation.library, "-Wl,--pop-state",
                "-Xlinker", "-rpath", "-Xlinker", installation.library_directory});
  return Done{};
}

// Adds the user's arguments and the instrumented code of libstdc++: before the first library, which
// may define some of it without instrumentation, and at the end, for the user's own archives.
void add_inputs(Arguments& line, const CompilerCall& call, const Installation& installation) {
  const Arguments ours = {"-Xlinker", installation.cpp_library};
  const auto libraries = call.arguments.begin() + static_cast<std::ptrdiff_t>(call.first_library);
  line.insert(line.end(), call.arguments.begin(), libraries);
  append(line, ours);
  if (libraries == call.arguments.end()) return;
  line.insert(line.end(), libraries, call.arguments.end());
  append(line, ours);
}

// Warns about uninstrumented inputs.  The link continues: the program runs, and its results repeat
// the warning.
void tell_uninstrumented(const Arguments& arguments) {
  for (const std::string& file : uninstrumented_inputs(arguments)) {
    complain("'" + file +
             "' is not instrumented: its memory accesses will not be observed; compile it with "
             "`heddle c++`.");
  }
}

// Prints the flags that are added to a call, one per line, for build systems that call the compiler
// themselves.
int print_flags(const Arguments& compiler, const std::string& part, const std::string& accesses) {
  const Result<Installation> installation = find_installation();
  if (!installation.ok()) return complain(installation.sentence());
  CompilerCall call;
  Arguments flags;
  if (part == "compile") {
    add_compile_flags(flags, call, *installation, is_clang(compiler), accesses);
  } else if (part == "link" || part == "link-shared") {
    call.shared = part == "link-shared";
    const Status linked = add_link_flags(flags, call, *installation);
    if (!linked.ok()) return complain(linked.sentence());
    // A libstdc++.so there names the instrumented code and the library itself.
    flags.push_back("-L" + std::filesystem::path(installation->cpp_library).parent_path().string());
  } else {
    return complain("--print-flags does not accept '" + part +
                    "'; use one of: compile, link, link-shared.");
  }
  for (const std::string& flag : flags) fmt::print("{}\n", flag);
  return kExitOk;
}

int compile(const Language& language, Arguments arguments) {
  const Result<Own> own = take_own_options(language, arguments);
  if (!own.ok()) return complain(own.sentence());
  Result<Arguments> line = find_compiler(language, own->compiler);
  if (!line.ok()) return complain(line.sentence());
  constexpr std::string_view kPrintFlags = "--print-flags=";
  if (!arguments.empty() && arguments.front().starts_with(kPrintFlags)) {
    return print_flags(*line, arguments.front().substr(kPrintFlags.size()), own->accesses);
  }
  const Result<CompilerCall> call = understand(arguments);
  if (!call.ok()) return complain(call.sentence());
  if (call->has_input) {
    const Result<Installation> installation = find_installation();
    if (!installation.ok()) return complain(installation.sentence());
    const bool clang = is_clang(*line);
    add_compile_flags(*line, *call, *installation, clang, own->accesses);
    if (call->links && !call->relocatable) {
      const Status linked = add_link_flags(*line, *call, *installation);
      if (!linked.ok()) return complain(linked.sentence());
      if (call->instruments) tell_uninstrumented(call->arguments);
    }
    if (call->links && !call->relocatable && call->instruments) {
      add_inputs(*line, *call, *installation);
    } else {
      append(*line, call->arguments);
    }
  } else {
    append(*line, arguments);
  }
  return complain(become(*line).sentence);
}

std::string compile_command_help() {
  return
      R"(Compiles and links like g++ or clang++ (gcc or clang for cc), with instrumentation.  All
other arguments are passed to the compiler unchanged, in order.

Options of Heddle:
  --compiler=X                    select the compiler (default: HEDDLE_CXX or HEDDLE_CC, otherwise
                                  g++ or gcc, otherwise clang++ or clang)
  --accesses=written|compiled     written: keep the source's accesses to variables that threads may
                                  share; clang++ then compiles without optimisation.  compiled:
                                  remove accesses as without Heddle; schedules that reveal a data
                                  race may disappear (default: HEDDLE_ACCESSES, otherwise written)
  --launch X                      select the compiler, for build systems that put a launcher before
                                  it; before the flags
  --print-flags=compile|link|link-shared
                                  print the flags that are added, one per line, and compile nothing;
                                  before the flags

Compile every part of the program this way, including its libraries: uninstrumented code runs, but
its memory accesses are not observed.  -fno-sanitize=thread leaves a file uninstrumented.
HEDDLE_LIBDIR selects the folder of another libheddle.so, for cross compilation.  -static,
-fsanitize=address and similar sanitizers, and -stdlib=libc++ are refused.

In CMake: cmake -DCMAKE_CXX_COMPILER=heddle-c++ -DCMAKE_C_COMPILER=heddle-cc, or CXX="heddle c++".
)";
}

}  // namespace

const Command kCxxCommand{"c++", "heddle c++ FLAGS FILES -o PROG", "compile and link like g++",
                          compile_command_help,
                          [](const Arguments& arguments) { return compile(kCxx, arguments); }};

const Command kCcCommand{"cc", "heddle cc FLAGS FILES -o PROG", "compile and link like gcc",
                         compile_command_help,
                         [](const Arguments& arguments) { return compile(kC, arguments); }};

}  // namespace heddle::cli
