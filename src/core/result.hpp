// A value, or what the user or the machine did wrong as one sentence that says what to do.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace heddle {

struct Error {
  std::string sentence;
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  // REQUIRES: ok().
  T& value() { return std::get<T>(state_); }
  const T& value() const { return std::get<T>(state_); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // REQUIRES: !ok().
  const std::string& sentence() const { return std::get<Error>(state_).sentence; }
  Error error() const { return std::get<Error>(state_); }

 private:
  std::variant<T, Error> state_;
};

// The result of an action that yields nothing.
struct Done {};
using Status = Result<Done>;

}  // namespace heddle
