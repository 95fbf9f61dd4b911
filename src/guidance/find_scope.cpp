#include "guidance/find_scope.hpp"

#include <algorithm>
#include <map>
#include <regex>

#include "guidance/recovery/elf_image.hpp"
#include "guidance/recovery/library_functions.hpp"
#include "guidance/recovery/location_text.hpp"
#include "guidance/recovery/source_map.hpp"
#include "symbolize/demangle.hpp"
#include "symbolize/names.hpp"

namespace heddle::guidance {
namespace {

// The library's matcher recurses for each character.
constexpr std::size_t kLongestMatched = 2'000;

struct ScopeName {
  std::string plain;      // "Queue::push"
  std::string qualified;  // "Queue<int>::push"
  std::string signature;  // "Queue<int>::push(int)"
  bool library = false;
  std::vector<CodePiece> code;
};

void sort_and_join(std::vector<CodePiece>& code) {
  std::sort(code.begin(), code.end(),
            [](const CodePiece& left, const CodePiece& right) { return left.begin < right.begin; });
  std::vector<CodePiece> joined;
  for (const CodePiece& piece : code) {
    if (!joined.empty() && piece.begin <= joined.back().end) {
      joined.back().end = std::max(joined.back().end, piece.end);
    } else {
      joined.push_back(piece);
    }
  }
  code = std::move(joined);
}

// REQUIRES: the code is sorted and joined.
bool is_inside_code(const std::vector<CodePiece>& code, std::uint64_t address) {
  const auto after = std::partition_point(
      code.begin(), code.end(), [&](const CodePiece& piece) { return piece.end <= address; });
  return after != code.end() && address >= after->begin;
}

// Returns whether `wanted` names the function, or a scope around it.
bool is_within(const std::string& name, const std::string& wanted) {
  return ("::" + symbolize::without_blanks(name) + "::").find("::" + wanted + "::") !=
         std::string::npos;
}

bool is_signature(const std::string& name, const std::string& wanted) {
  const std::string whole = "::" + symbolize::without_blanks(name);
  return whole.ends_with("::" + wanted);
}

// Names and code of one program.
class ScopeFinder {
 public:
  explicit ScopeFinder(const ElfImage& image)
      : program_(symbolize::base_name(image.path())), source_(image.path()) {
    for (const Symbol& symbol : image.symbols()) {
      if (!symbol.function || symbol.size == 0) continue;
      add(symbol.name, {{symbol.address, symbol.address + symbol.size}});
    }
    for (const auto& [name, pieces] : source_.inlined()) {
      std::vector<CodePiece> code;
      for (const Piece& piece : pieces) code.push_back({piece.begin, piece.end});
      add(name, code);
    }
  }

  Result<std::vector<CodePiece>> find(const std::string& pattern, bool is_start) const {
    const bool is_regex =
        pattern.size() > 2 && pattern.front() == '/' && pattern.back() == '/' && !is_start;
    if (is_regex) return find_regex(pattern);
    std::vector<CodePiece> code = named(pattern);
    if (code.empty() && !is_start) code = in_files(source_.files_named(pattern));
    if (!code.empty()) return code;
    return missing(pattern, is_start);
  }

 private:
  void add(const std::string& linkage_name, const std::vector<CodePiece>& code) {
    if (linkage_name.empty()) return;
    ScopeName& one = names_[linkage_name];
    if (one.plain.empty()) {
      const std::string full = symbolize::demangle(linkage_name.c_str());
      one.qualified = symbolize::short_name(full);
      constexpr std::string_view kLambda = "lambda in ";
      if (one.qualified.starts_with(kLambda)) one.qualified.erase(0, kLambda.size());
      one.plain = symbolize::without_template_arguments(one.qualified);
      one.signature = symbolize::short_name(full, symbolize::Parameters::keep);
      one.library = is_library_name(linkage_name);
    }
    one.code.insert(one.code.end(), code.begin(), code.end());
  }

  std::vector<CodePiece> named(const std::string& pattern) const {
    const std::string wanted = symbolize::without_blanks(pattern);
    const bool has_parameters = wanted.ends_with(')') && !wanted.ends_with("operator()");
    return code_of([&](const ScopeName& name) {
      return has_parameters ? is_signature(name.signature, wanted)
                            : is_within(name.plain, wanted) || is_within(name.qualified, wanted);
    });
  }

  template <typename Fits>
  std::vector<CodePiece> code_of(Fits fits) const {
    std::vector<CodePiece> code;
    for (const auto& [linkage_name, name] : names_) {
      if (fits(name)) code.insert(code.end(), name.code.begin(), name.code.end());
    }
    return code;
  }

  // Returns the code of the files' lines, and of the functions that begin there: these contain code
  // that compilers assign to no line.
  std::vector<CodePiece> in_files(const std::vector<std::string>& files) const {
    std::vector<CodePiece> code = of_lines(files);
    const std::vector<CodePiece> lines = code;
    for (const auto& [linkage_name, name] : names_) {
      for (const CodePiece& piece : name.code) {
        if (is_inside_code(lines, piece.begin)) code.push_back(piece);
      }
    }
    return code;
  }

  std::vector<CodePiece> of_lines(const std::vector<std::string>& files) const {
    std::vector<CodePiece> code;
    for (const std::string& file : files) {
      for (const auto& [line, pieces] : source_.lines_of(file)) {
        for (const Piece& piece : pieces) code.push_back({piece.begin, piece.end});
      }
    }
    sort_and_join(code);
    return code;
  }

  Result<std::vector<CodePiece>> find_regex(const std::string& pattern) const {
    const std::string inner = pattern.substr(1, pattern.size() - 2);
    const Error wrong{"'" + pattern +
                      "' is not a regular expression that Heddle can use; write an ECMAScript "
                      "expression between slashes."};
    try {
      const std::regex wanted(inner, std::regex::ECMAScript);
      const auto fits = [&](const std::string& text) {
        return std::regex_search(text.substr(0, kLongestMatched), wanted);
      };
      std::vector<CodePiece> code =
          code_of([&](const ScopeName& name) { return fits(name.signature); });
      std::vector<std::string> files = source_.files();
      files.erase(std::remove_if(files.begin(), files.end(),
                                 [&](const std::string& file) { return !fits(file); }),
                  files.end());
      const std::vector<CodePiece> more = in_files(files);
      code.insert(code.end(), more.begin(), more.end());
      if (!code.empty()) return code;
    } catch (const std::regex_error&) {
      return wrong;
    }
    return Error{"No function and no source file of '" + program_ + "' fits '" + pattern +
                 "'; the expression is compared with names such as " + example() + "."};
  }

  std::vector<std::string> own_names() const {
    std::vector<std::string> names;
    for (const auto& [linkage_name, name] : names_) {
      const bool is_own = !name.library && !name.plain.starts_with('_') && !name.plain.empty();
      if (is_own) names.push_back(name.plain);
    }
    return names;
  }

  std::string example() const {
    const std::vector<std::string> nearest = nearest_names("main", own_names());
    return nearest.empty() ? "main" : nearest.front();
  }

  Error missing(const std::string& pattern, bool is_start) const {
    std::vector<std::string> names = own_names();
    if (!is_start) {
      for (const std::string& file : source_.files()) {
        names.emplace_back(symbolize::base_name(file));
      }
    }
    const std::string nearest = alternatives(nearest_names(pattern, names));
    return Error{"'" + program_ + "' has no function " +
                 std::string(is_start ? "" : "and no source file ") + "'" + pattern + "'" +
                 (nearest.empty() ? "; compile it with -g." : "; did you mean " + nearest + "?")};
  }

  std::string program_;
  SourceMap source_;
  std::map<std::string, ScopeName> names_;  // by linkage name
};

}  // namespace

Result<CodeScope> find_scope(const std::string& program, std::span<const std::string> focus,
                             const std::string& start) {
  const Result<ElfImage> image = ElfImage::open(program);
  if (!image.ok()) return image.error();
  const ScopeFinder finder(*image);
  CodeScope scope;
  scope.module = image->path();
  scope.build_id = image->build_id();
  for (const std::string& pattern : focus) {
    const Result<std::vector<CodePiece>> code = finder.find(pattern, false);
    if (!code.ok()) return code.error();
    scope.focus.insert(scope.focus.end(), code->begin(), code->end());
  }
  if (!start.empty()) {
    Result<std::vector<CodePiece>> code = finder.find(start, true);
    if (!code.ok()) return code.error();
    scope.start = std::move(*code);
  }
  sort_and_join(scope.focus);
  sort_and_join(scope.start);
  return scope;
}

}  // namespace heddle::guidance
