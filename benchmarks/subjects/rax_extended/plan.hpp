// What the planner makes and the executive carries out: five tokens, one after the other.
#ifndef HEDDLE_SUBJECTS_RAX_EXTENDED_PLAN_HPP
#define HEDDLE_SUBJECTS_RAX_EXTENDED_PLAN_HPP

#include <mutex>

class Plan {
 public:
  // Begins at the first token: a new plan, or the old one repaired.
  void begin() {
    std::lock_guard lock(mutex_);
    token_ = 0;
  }

  // Carries out the next token.  False when there is none.
  bool execute_token() {
    std::lock_guard lock(mutex_);
    if (token_ == tokens) return false;
    ++token_;
    return true;
  }

 private:
  static constexpr int tokens = 5;

  std::mutex mutex_;
  int token_ = tokens;
};

#endif
