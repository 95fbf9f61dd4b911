#include "symbolize/library_members.hpp"

#include <algorithm>
#include <array>

namespace heddle::symbolize {
namespace {

struct Row {
  std::string_view type;
  std::string_view end;  // of the path
  LibraryMember member;
};

// Names of libstdc++.
constexpr std::array kRows = {
    Row{"vector", "_M_start", {".begin()", Target::elements}},
    Row{"vector", "_M_finish", {".end()"}},
    Row{"vector", "_M_end_of_storage", {".capacity()"}},
    Row{"basic_string", "_M_p", {".data()", Target::elements}},
    Row{"basic_string", "_M_string_length", {".size()"}},
    Row{"deque", "_M_start._M_cur", {".begin()", Target::nodes}},
    Row{"deque", "_M_finish._M_cur", {".end()", Target::nodes}},
    Row{"list", "_M_size", {".size()"}},
    Row{"list", "_M_next", {".begin()", Target::nodes}},
    Row{"list", "_M_prev", {".end()", Target::nodes}},
    Row{"forward_list", "_M_next", {".begin()", Target::nodes}},
    Row{"map", "_M_node_count", {".size()"}},
    Row{"map", "_M_parent", {".root", Target::nodes}},
    Row{"map", "_M_left", {".begin()", Target::nodes}},
    Row{"map", "_M_right", {".rbegin()", Target::nodes}},
    Row{"unordered_map", "_M_element_count", {".size()"}},
    Row{"unordered_map", "_M_bucket_count", {".bucket_count()"}},
    Row{"unordered_map", "_M_nxt", {".begin()", Target::nodes}},
    Row{"unique_ptr", "_M_head_impl", {"", Target::object}},
    Row{"shared_ptr", "_M_ptr", {"", Target::object}},
    Row{"shared_ptr", "_M_pi", {".use_count()", Target::shared_count}},
    Row{"future", "_M_ptr", {"", Target::state}},
    Row{"promise", "_M_ptr", {"", Target::state}},
    Row{"packaged_task", "_M_ptr", {"", Target::state}},
    Row{"optional", "_M_engaged", {".has_value()"}},
    Row{"thread", "_M_thread", {""}},
};

// Classes that differ only in what they promise.
std::string_view family(std::string_view type) {
  if (type == "set" || type == "multimap" || type == "multiset") return "map";
  if (type == "unordered_set" || type == "unordered_multimap" || type == "unordered_multiset") {
    return "unordered_map";
  }
  if (type == "weak_ptr" || type == "__shared_ptr") return "shared_ptr";
  if (type == "shared_future") return "future";
  if (type == "jthread") return "thread";
  return type;
}

bool is_listed(const auto& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

}  // namespace

const LibraryMember* library_member(std::string_view type, std::string_view path) {
  for (const Row& row : kRows) {
    if (row.type == family(type) && path.ends_with(row.end)) return &row.member;
  }
  return nullptr;
}

bool is_value_class(std::string_view type) {
  constexpr std::string_view kTypes[] = {"atomic", "atomic_flag", "__atomic_base",
                                         "__atomic_float"};
  return is_listed(kTypes, type);
}

bool is_adapter(std::string_view type) {
  constexpr std::string_view kTypes[] = {"queue", "stack", "priority_queue"};
  return is_listed(kTypes, type);
}

bool hides_contents(std::string_view type) {
  return type != "atomic" && type != "optional" && type != "array" && type != "pair";
}

std::uint64_t link_size(std::string_view container) {
  const std::string_view type = family(container);
  if (type == "map") return 32;
  if (type == "list") return 16;
  return type == "deque" ? 0 : 8;
}

}  // namespace heddle::symbolize
