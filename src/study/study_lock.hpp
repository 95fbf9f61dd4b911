// Sees to it that one study at a time writes a database.
#pragma once

#include <string>

#include "core/result.hpp"

namespace heddle::study {

// Held until the object goes, or the process.  Readers are not kept out.
//
// REQUIRES: taken before the database is opened and given back after it is closed: SQLite's own
// locks would go with the first descriptor of the file that this process closes.
class StudyLock {
 public:
  // Makes the file when there is none.
  static Result<StudyLock> take(const std::string& path);
  StudyLock(StudyLock&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  StudyLock& operator=(StudyLock&&) = delete;
  StudyLock(const StudyLock&) = delete;
  StudyLock& operator=(const StudyLock&) = delete;
  ~StudyLock();

 private:
  explicit StudyLock(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace heddle::study
