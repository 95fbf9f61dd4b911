#include "trace/line_reader.hpp"

#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "trace/lines.hpp"

namespace heddle::trace {
namespace {

using Json = nlohmann::json;

// Takes fields out of one line.  A missing field leaves its default; a field of a wrong type or
// out of range makes the whole line bad.
class Fields {
 public:
  explicit Fields(std::string_view line) : json_(Json::parse(line, nullptr, false)) {
    good_ = json_.is_object();
  }

  explicit Fields(Json json) : json_(std::move(json)) { good_ = json_.is_object(); }

  bool good() const { return good_; }
  bool has(const char* name) const { return good_ && json_.contains(name); }

  void spoil() { good_ = false; }

  void require(const char* name) {
    if (!has(name)) good_ = false;
  }

  void text(const char* name, std::string& into) {
    if (const Json* field = find(name)) text_of(*field, into);
  }

  void texts(const char* name, std::vector<std::string>& into) {
    each(name, [&](const Json& one) { text_of(one, into.emplace_back()); });
  }

  // Numbers, and hexadecimal words such as "0x1f".
  template <typename Number>
  void number(const char* name, Number& into) {
    if (const Json* field = find(name)) number_of(*field, into);
  }

  // A number that is 0 or not.
  void flag(const char* name, bool& into) {
    std::uint8_t bare = into ? 1 : 0;
    number(name, bare);
    into = bare != 0;
  }

  template <typename Id>
  void id(const char* name, Id& into) {
    auto bare = static_cast<std::underlying_type_t<Id>>(into);
    number(name, bare);
    into = Id{bare};
  }

  void place(const char* name, std::size_t modules, Place& into) {
    if (const Json* field = find(name)) place_of(*field, modules, into);
  }

  void places(const char* name, std::size_t modules, std::vector<Place>& into) {
    each(name, [&](const Json& one) { place_of(one, modules, into.emplace_back()); });
  }

  void excerpt(std::size_t modules, Excerpt& into) {
    each("frames", [&](const Json& one) {
      Fields frame(one);
      auto& read = into.frames.emplace_back();
      frame.id("thread", read.thread);
      frame.place("code", modules, read.code);
      frame.number("begin", read.begin);
      frame.number("end", read.end);
      std::size_t next = 0;
      frame.each("registers", [&](const Json& value) {
        next < read.registers.size() ? frame.number_of(value, read.registers[next++])
                                     : frame.spoil();
      });
      good_ = good_ && frame.good();
    });
    each("blocks", [&](const Json& one) {
      if (!is_pair(one)) return;
      MemoryBlock& block = into.blocks.emplace_back();
      number_of(one[0], block.begin);
      number_of(one[1], block.size);
    });
    each("pointers", [&](const Json& one) {
      if (!is_pair(one)) return;
      auto& pointer = into.pointers.emplace_back();
      place_of(one[0], modules, pointer.place);
      number_of(one[1], pointer.value);
    });
  }

  void orders(OrderConstraints& into) {
    each("orders", [&](const Json& one) {
      if (!one.is_array() || one.size() != 4) return spoil();
      OrderConstraint& order = into.list.emplace_back();
      for (const std::size_t side : {std::size_t{0}, std::size_t{2}}) {
        ThreadStep& step = side == 0 ? order.earlier : order.later;
        std::uint16_t thread = 0;
        number_of(one[side], thread);
        number_of(one[side + 1], step.number);
        step.thread = thread_id(thread);
      }
    });
    flag("orders_suffice", into.suffice);
  }

  void operation(Operation& into) {
    require("op");
    std::string word;
    text("op", word);
    into.kind = op_kind(word);
    if (into.kind == OpKind::none && word != key(OpKind::none)) good_ = false;
    id("object", into.object);
    id("second", into.second);
    number("value", into.value);
    number("size", into.size);
    number("order", into.memory_order);
    id("site", into.site);
  }

 private:
  const Json* find(const char* name) const {
    if (!good_) return nullptr;
    const auto found = json_.find(name);
    return found == json_.end() ? nullptr : &*found;
  }

  bool is_pair(const Json& field) {
    if (!field.is_array() || field.size() != 2) good_ = false;
    return good_;
  }

  // Calls read(element) for each element of a list.
  template <typename Read>
  void each(const char* name, const Read& read) {
    const Json* field = find(name);
    if (field == nullptr) return;
    if (!field->is_array()) good_ = false;
    if (!good_) return;
    for (const Json& one : *field) {
      if (good_) read(one);
    }
  }

  void text_of(const Json& field, std::string& into) {
    if (field.is_string()) {
      into = field.get<std::string>();
    } else {
      good_ = false;
    }
  }

  template <typename Number>
  void number_of(const Json& field, Number& into) {
    std::uint64_t wide = 0;
    if (field.is_number_unsigned()) {
      wide = field.get<std::uint64_t>();
    } else if (field.is_string()) {
      const std::string word = field.get<std::string>();
      const char* const end = word.data() + word.size();
      if (word.size() < 3 || word[0] != '0' || word[1] != 'x') {
        good_ = false;
        return;
      }
      const auto [rest, error] = std::from_chars(word.data() + 2, end, wide, 16);
      if (error != std::errc{} || rest != end) good_ = false;
    } else {
      good_ = false;
    }
    if (wide > static_cast<std::uint64_t>(std::numeric_limits<Number>::max())) good_ = false;
    if (good_) into = static_cast<Number>(wide);
  }

  void place_of(const Json& field, std::size_t modules, Place& into) {
    if (!is_pair(field)) return;
    if (!field[0].is_null()) {
      number_of(field[0], into.module);
      if (into.module >= modules) good_ = false;
    }
    number_of(field[1], into.offset);
  }

  Json json_;
  bool good_ = false;
};

void read_thread(Fields& fields, Trace& into) {
  fields.require("thread");
  Thread thread;
  fields.id("thread", thread.id);
  fields.text("path", thread.path);
  fields.text("name", thread.name);
  if (fields.has("created_at")) {
    fields.place("created_at", into.modules.size(), thread.created_at.emplace());
  }
  if (!fields.good()) return;
  for (Thread& known : into.threads) {
    if (known.id == thread.id) {
      known = std::move(thread);
      return;
    }
  }
  into.threads.push_back(std::move(thread));
}

void read_step(Fields& fields, bool is_step, Trace& into) {
  fields.require("thread");
  Step step;
  step.is_step = is_step;
  fields.id("thread", step.thread);
  fields.operation(step.operation);
  fields.number("alternative", step.alternative);
  fields.number("of", step.alternatives);
  std::string outcome{key(step.outcome)};
  fields.text("outcome", outcome);
  const bool known = outcome_of(outcome, step.outcome);
  fields.flag("unfinished", step.is_unfinished);
  fields.number("before", step.before);
  fields.number("after", step.after);
  fields.id("other", step.other);
  fields.places("stack", into.modules.size(), step.stack);
  if (!known || step.alternative >= step.alternatives) fields.spoil();
  if (fields.good()) into.steps.push_back(std::move(step));
}

void read_output(Fields& fields, Trace& into) {
  Output output;
  output.position = into.steps.size();
  fields.id("thread", output.thread);
  fields.number("descriptor", output.descriptor);
  fields.require("text");
  fields.text("text", output.text);
  if (fields.good()) into.outputs.push_back(std::move(output));
}

void read_failure(Fields& fields, Trace& into) {
  TraceFailure failure;
  std::string kind;
  fields.text("kind", kind);
  if (!failure_kind(kind, failure.kind)) fields.spoil();
  fields.text("message", failure.message);
  fields.id("thread", failure.thread);
  fields.places("stack", into.modules.size(), failure.stack);
  fields.number("address", failure.address);
  if (fields.has("cycle_begin")) {
    fields.number("cycle_begin", failure.cycle_begin.emplace());
    if (*failure.cycle_begin >= into.steps.size()) fields.spoil();
  }
  fields.flag("partial", failure.is_partial);
  fields.orders(failure.orders);
  fields.flag("simplification_cut", failure.is_simplification_cut);
  fields.number("identity", failure.identity);
  // A failure inside a failure must not hide the first one.
  if (fields.good() && !into.failure) into.failure = std::move(failure);
}

void read_account(Fields& fields, Trace& into) {
  TraceAccount account;
  fields.text("what", account.what);
  fields.require("thread");
  fields.id("thread", account.thread);
  fields.places("stack", into.modules.size(), account.stack);
  if (fields.good() && into.failure) into.failure->accounts.push_back(std::move(account));
}

void read_blocked(Fields& fields, Trace& into) {
  fields.require("thread");
  Blocked blocked;
  fields.id("thread", blocked.thread);
  fields.operation(blocked.operation);
  fields.id("held_by", blocked.held_by);
  fields.places("stack", into.modules.size(), blocked.stack);
  if (fields.good()) into.blocked.push_back(std::move(blocked));
}

}  // namespace

HeaderResult read_header(std::string_view line, Header& into, std::uint64_t& version) {
  Fields fields(line);
  if (!fields.has("heddle_trace")) return HeaderResult::no_trace;
  fields.number("heddle_trace", version);
  if (!fields.good()) return HeaderResult::no_trace;
  if (version != kFormatVersion) return HeaderResult::other_version;
  fields.text("program", into.program);
  fields.texts("arguments", into.arguments);
  fields.text("build_id", into.build_id);
  fields.text("options", into.options);
  fields.number("seed", into.seed);
  fields.number("explore_call", into.explore_call);
  fields.texts("shared_cells", into.shared_cells);
  return fields.good() ? HeaderResult::good : HeaderResult::garbled;
}

LineResult read_line(std::string_view line, std::uint64_t number, Trace& into) {
  Fields fields(line);
  std::string item;
  fields.text("item", item);
  if (item == "step" || item == "note") {
    read_step(fields, item == "step", into);
  } else if (item == "output") {
    read_output(fields, into);
  } else if (item == "module") {
    Module module;
    fields.text("path", module.path);
    fields.text("build_id", module.build_id);
    if (fields.good()) into.modules.push_back(std::move(module));
  } else if (item == "thread") {
    read_thread(fields, into);
  } else if (item == "object") {
    Object object;
    fields.id("object", object.id);
    fields.place("place", into.modules.size(), object.place);
    fields.number("incarnation", object.incarnation);
    fields.excerpt(into.modules.size(), object.around);
    if (fields.good()) into.objects.push_back(std::move(object));
  } else if (item == "site") {
    NamedSite site;
    fields.id("site", site.site);
    fields.text("name", site.name);
    fields.text("function", site.function);
    fields.text("file", site.file);
    fields.number("line", site.line);
    if (fields.good()) into.sites.push_back(std::move(site));
  } else if (item == "failure") {
    read_failure(fields, into);
  } else if (item == "account") {
    read_account(fields, into);
  } else if (item == "blocked") {
    read_blocked(fields, into);
  } else if (item == "end") {
    std::uint64_t lines = 0;
    fields.number("lines", lines);
    return fields.good() && lines == number ? LineResult::end : LineResult::garbled;
  } else {
    return LineResult::garbled;
  }
  return fields.good() ? LineResult::good : LineResult::garbled;
}

}  // namespace heddle::trace
