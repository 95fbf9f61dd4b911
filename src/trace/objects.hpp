// Short stable names for the objects of a trace, instead of addresses.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "core/ids.hpp"
#include "trace/trace.hpp"

namespace heddle::trace {

// The name of a variable, or an empty string for an object that has none.
using VariableName = std::function<std::string(ObjectId)>;
// The value of an object of this many bytes, as text.
using ValueText = std::function<std::string(ObjectId, std::uint64_t value, unsigned size)>;

// "counter" for an object that is a named variable; otherwise its kind and a number in order of
// appearance among its kind: "mutex 1", "atomic 2".  A cell that is ever used as an atomic is an
// atomic.
class ObjectNames {
 public:
  explicit ObjectNames(const Trace& trace, const VariableName& variable = nullptr,
                       ValueText value = nullptr);

  // "mutex 1"; "the end of thread 2" for what a join waits for; empty for no object.
  std::string operator()(ObjectId object) const;

  // The value of the object, as text.
  std::string value(ObjectId object, std::uint64_t value, unsigned size) const;

 private:
  std::map<ObjectId, std::string> names_;
  ValueText value_;
};

}  // namespace heddle::trace
