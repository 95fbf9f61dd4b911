// A process that undoes the program's changes to the file system when this process ends without
// having done so: killed, or ended by the program.
#pragma once

#include <string>

namespace heddle::native {

// Keeps a copy of `lock` open until the changes are undone.  Without a guardian, as where no
// process can be started, the watching process undoes the changes.  REQUIRES: by the engine.
void start_file_guardian(const std::string& journal_folder, int lock);

}  // namespace heddle::native
