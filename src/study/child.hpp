// A command that runs beside this one, in a folder of its own.  It does not outlive this process.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace heddle::study {

class Child {
 public:
  // Starts `argv` in `folder`, with both output streams going to the file `output` there and
  // without the HEDDLE_OPTIONS of this process.
  static Result<std::unique_ptr<Child>> start(const std::vector<std::string>& argv,
                                              const std::string& folder, const std::string& output);
  ~Child();  // kills it, if it still runs
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool has_ended();
  // As wait() gives it.  REQUIRES: has_ended() gave true.
  int status() const { return status_; }
  // Becomes readable at the end; -1 on systems without such handles.
  int handle() const { return handle_; }

 private:
  explicit Child(pid_t process);

  pid_t process_;
  int handle_;
  bool ended_ = false;
  int status_ = 0;
};

}  // namespace heddle::study
