// Names source files relative to the folder of the sources, as servers display them.
#pragma once

#include <string>
#include <string_view>

namespace heddle::report {

// The folder to which files are relative: absolute, without a final slash; empty: none.
class SourceRoot {
 public:
  explicit SourceRoot(std::string folder);

  // Returns the folder of the git repository that contains `folder`, else `folder` itself.
  static SourceRoot around(const std::string& folder);

  const std::string& folder() const { return folder_; }

  // Returns the path inside the folder; empty when the file is outside.
  std::string inside(std::string_view file) const;

 private:
  std::string folder_;
};

// Returns a path with all characters escaped that a URI does not permit.
std::string uri_path(std::string_view path);

}  // namespace heddle::report
