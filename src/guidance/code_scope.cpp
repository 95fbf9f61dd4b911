#include "guidance/code_scope.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

namespace heddle::guidance {
namespace {

constexpr std::string_view kScopeTitle = "heddle scope 1";
constexpr std::string_view kFocusWord = "focus ";
constexpr std::string_view kStartWord = "start ";

void encode_pieces(std::ostringstream& out, std::string_view word,
                   const std::vector<CodePiece>& code) {
  for (const CodePiece& piece : code) out << word << piece.begin << ' ' << piece.end << '\n';
}

std::optional<CodePiece> decode_piece(std::string_view text) {
  CodePiece piece;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, piece.begin);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ' ') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, piece.end);
  const bool is_valid = second.ec == std::errc{} && second.ptr == end && piece.begin < piece.end;
  return is_valid ? std::optional(piece) : std::nullopt;
}

bool are_in_order(const std::vector<CodePiece>& code) {
  return std::adjacent_find(code.begin(), code.end(),
                            [](const CodePiece& left, const CodePiece& right) {
                              return right.begin < left.end;
                            }) == code.end();
}

}  // namespace

std::string CodeScope::encode() const {
  std::ostringstream out;
  out << kScopeTitle << '\n' << module << '\n' << build_id << '\n';
  encode_pieces(out, kFocusWord, focus);
  encode_pieces(out, kStartWord, start);
  return out.str();
}

Result<CodeScope> CodeScope::decode(std::string_view text) {
  const Error wrong{"The file of --scope is not one that Heddle wrote; leave out --scope."};
  std::istringstream in{std::string(text)};
  CodeScope scope;
  std::string line;
  if (!std::getline(in, line) || line != kScopeTitle) return wrong;
  if (!std::getline(in, scope.module) || !std::getline(in, scope.build_id)) return wrong;
  while (std::getline(in, line)) {
    const bool is_focus = line.starts_with(kFocusWord);
    if (!is_focus && !line.starts_with(kStartWord)) return wrong;
    const std::optional<CodePiece> piece =
        decode_piece(std::string_view(line).substr(kFocusWord.size()));
    if (!piece) return wrong;
    (is_focus ? scope.focus : scope.start).push_back(*piece);
  }
  if (!are_in_order(scope.focus) || !are_in_order(scope.start)) return wrong;
  return scope;
}

}  // namespace heddle::guidance
