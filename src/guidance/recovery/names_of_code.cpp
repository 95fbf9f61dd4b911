#include "guidance/recovery/names_of_code.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "guidance/recovery/library_functions.hpp"
#include "guidance/recovery/location_text.hpp"
#include "symbolize/demangle.hpp"
#include "symbolize/names.hpp"

namespace heddle::guidance {
namespace {

// Whether `name` is `wanted` within any scope.
bool names(std::string_view name, std::string_view wanted) {
  if (name == wanted) return true;
  return name.size() > wanted.size() + 2 && name.ends_with(wanted) &&
         name.substr(name.size() - wanted.size() - 2, 2) == "::";
}

}  // namespace

NamesOfCode::NamesOfCode(const ElfImage& image, const ProgramGraph& graph, const SourceMap& source)
    : program_(symbolize::base_name(image.path())) {
  std::vector<std::vector<Piece>> code(graph.functions.size());
  for (const Node& node : graph.nodes) {
    std::vector<Piece>& pieces = code[node.function];
    if (!pieces.empty() && pieces.back().end == node.begin) {
      pieces.back().end = node.end;
    } else {
      pieces.push_back({node.begin, node.end});
    }
  }
  for (FunctionId id = 0; id < graph.functions.size(); ++id) {
    add(graph.functions[id].name, graph.functions[id].library, std::move(code[id]));
  }
  for (const auto& [name, pieces] : source.inlined()) add(name, is_library_name(name), pieces);
  for (const Symbol& symbol : image.symbols()) {
    if (symbol.function || symbol.name.empty() || symbol.size == 0) continue;
    const std::string name = symbolize::short_name(symbolize::demangle(symbol.name.c_str()));
    variables_[name].push_back({symbol.address, symbol.address + symbol.size});
  }
}

void NamesOfCode::add(const std::string& linkage_name, bool library, std::vector<Piece> code) {
  if (linkage_name.empty() || code.empty()) return;
  Named& named = functions_[linkage_name];
  if (named.qualified.empty()) {
    const std::string full = symbolize::demangle(linkage_name.c_str());
    named.qualified = symbolize::short_name(full);
    named.plain = symbolize::without_template_arguments(named.qualified);
    named.signature = symbolize::short_name(full, symbolize::Parameters::keep);
    named.library = library;
  }
  named.code.insert(named.code.end(), code.begin(), code.end());
}

Result<std::vector<Piece>> NamesOfCode::function(const std::string& name) const {
  const std::string wanted = symbolize::without_blanks(name);
  const bool with_parameters = wanted.ends_with(')') && !wanted.ends_with("operator()");
  std::map<std::string, std::vector<Piece>> found;  // by qualified name without arguments
  for (const auto& [linkage_name, named] : functions_) {
    const bool fits = with_parameters
                          ? names(symbolize::without_blanks(named.signature), wanted)
                          : names(symbolize::without_blanks(named.plain), wanted) ||
                                names(symbolize::without_blanks(named.qualified), wanted);
    if (!fits) continue;
    std::vector<Piece>& code = found[named.plain];
    code.insert(code.end(), named.code.begin(), named.code.end());
  }
  if (found.size() == 1) return found.begin()->second;
  if (const auto exact = found.find(name); exact != found.end()) return exact->second;
  std::vector<std::string> candidates;
  if (!found.empty()) {
    for (const auto& [qualified, code] : found) candidates.push_back(qualified);
    return Error{"'" + name + "' is ambiguous; write " +
                 alternatives(nearest_names(name, candidates)) + "."};
  }
  for (const auto& [linkage_name, named] : functions_) {
    if (!named.library) candidates.push_back(named.plain);
  }
  return Error{"'" + program_ + "' has no function '" + name + "'; did you mean " +
               alternatives(nearest_names(name, candidates)) + "?"};
}

Result<std::vector<Piece>> NamesOfCode::variable(const std::string& name) const {
  std::map<std::string, std::vector<Piece>> found;
  for (const auto& [qualified, memory] : variables_) {
    if (names(qualified, name)) found[qualified] = memory;
  }
  if (found.empty()) return std::vector<Piece>{};
  const auto exact = found.find(name);
  const auto& [chosen, memory] = exact == found.end() ? *found.begin() : *exact;
  if ((found.size() == 1 || exact != found.end()) && memory.size() == 1) return memory;
  std::vector<std::string> candidates;
  for (const auto& [qualified, places] : found) candidates.push_back(qualified);
  if (candidates.size() < 2) {
    return Error{"'" + program_ + "' has several variables '" + chosen +
                 "'; name a location by its line instead."};
  }
  return Error{"The variable '" + name + "' is ambiguous; write " +
               alternatives(nearest_names(name, candidates)) + "."};
}

std::vector<std::string> NamesOfCode::nearest_variables(const std::string& name) const {
  std::vector<std::string> candidates;
  for (const auto& [qualified, memory] : variables_) {
    const std::string_view text = qualified;
    const bool generated = text.starts_with("vtable") || text.starts_with("typeinfo") ||
                           text.starts_with("_") || text.starts_with("std::");
    if (!generated) candidates.push_back(qualified);
  }
  return nearest_names(name, candidates);
}

}  // namespace heddle::guidance
