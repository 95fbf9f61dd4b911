// A field as in Java: a plain variable whose every access in the source is one in the machine.  In
// C++ a compiler may merge the accesses of a variable that no lock protects, and a subject whose
// error lies between two of them would lose it.
#ifndef HEDDLE_SUBJECTS_COMMON_FIELD_HPP
#define HEDDLE_SUBJECTS_COMMON_FIELD_HPP

namespace subjects {

template <typename T>
class Field {
 public:
  Field() = default;
  explicit Field(T value) : value_(value) {}
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  T get() const { return value_; }
  void set(T value) { value_ = value; }

  // A read, then a write: not atomic.
  void add(T amount) { set(get() + amount); }

 private:
  volatile T value_{};
};

}  // namespace subjects

#endif
