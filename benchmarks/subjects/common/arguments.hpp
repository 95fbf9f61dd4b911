// The command line of a subject: [--fixed | --bug NAME] PARAMETERS, every parameter with a default.
#ifndef HEDDLE_SUBJECTS_COMMON_ARGUMENTS_HPP
#define HEDDLE_SUBJECTS_COMMON_ARGUMENTS_HPP

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string_view>

namespace subjects {

class Arguments {
 public:
  // `bugs` are the names that --bug takes; the first is the default.  A wrong command line ends the
  // program with one sentence and exit code 2.
  Arguments(int argc, char** argv, const char* parameters,
            std::initializer_list<std::string_view> bugs = {})
      : name_(argv[0]), parameters_(parameters), next_(argv + 1), end_(argv + argc) {
    if (bugs.size() > 0) bug_ = *bugs.begin();
    if (next_ != end_ && std::strcmp(*next_, "--fixed") == 0) {
      bug_ = {};
      fixed_ = true;
      ++next_;
    } else if (next_ != end_ && std::strcmp(*next_, "--bug") == 0) {
      if (++next_ == end_ || std::find(bugs.begin(), bugs.end(), *next_) == bugs.end()) refuse();
      bug_ = *next_++;
    }
  }

  bool fixed() const { return fixed_; }
  bool has_bug(std::string_view name) const { return bug_ == name; }

  // The next parameter, or `standard` where the command line has ended.
  int number(int standard, int least = 0, int most = 1'000'000) {
    if (next_ == end_) return standard;
    char* rest = nullptr;
    const long value = std::strtol(*next_, &rest, 10);
    if (rest == *next_ || *rest != '\0' || value < least || value > most) refuse();
    ++next_;
    return static_cast<int>(value);
  }

  double real(double standard) {
    if (next_ == end_) return standard;
    char* rest = nullptr;
    const double value = std::strtod(*next_, &rest);
    if (rest == *next_ || *rest != '\0') refuse();
    ++next_;
    return value;
  }

  bool truth(bool standard) {
    if (next_ == end_) return standard;
    const std::string_view word = *next_++;
    if (word != "true" && word != "false") refuse();
    return word == "true";
  }

  // To be called after the last parameter.
  void end() const {
    if (next_ != end_) refuse();
  }

 private:
  [[noreturn]] void refuse() const {
    std::fprintf(stderr, "usage: %s [--fixed | --bug NAME] %s\n", name_, parameters_);
    std::exit(2);
  }

  const char* name_;
  const char* parameters_;
  char** next_;
  char** end_;
  std::string_view bug_;
  bool fixed_ = false;
};

}  // namespace subjects

#endif
