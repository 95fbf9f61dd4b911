// What the program changes in the file system, and the way back: every execution finds the files
// that the first one found, and so does the user in the end.  A change is written down before it is
// made (core/file_journal.hpp); a process of its own undoes what is left when this one is killed.
#pragma once

#include <string>

namespace heddle::native {

// REQUIRES, of all that begin with `before`: called for the program, by its thread, before the call
// that makes the change.  A call that then fails does no harm.  Paths are relative to an open
// folder, or AT_FDCWD.  What cannot be restored is refused.
void before_opening(int folder, const char* path, int flags);
void before_writing(int folder, const char* path);  // without opening it
void before_writing(int file);                      // that was open before the execution
void before_making(int folder, const char* path);   // a folder, a link, ...
void before_removing(int folder, const char* path);
void before_renaming(int from_folder, const char* from, int to_folder, const char* to);
void before_changing_mode(int folder, const char* path);
void before_changing_mode(int file);

// The program has opened a file, and may have made it: then it need not be saved later on.
void after_opening(int file);

// Lets no other search of the same command use files until this execution is over: they would
// find what it changes.
void hold_files();

// REQUIRES: by the engine, before the first execution.
void prepare_file_changes();
// Undoes what the last execution changed.  REQUIRES: by the engine.
void undo_file_changes();

}  // namespace heddle::native
