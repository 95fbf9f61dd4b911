// Records and undoes the program's changes to the file system.  Every execution finds the files
// that the first one found, and so does the user in the end.  A change is recorded before it is
// made (core/file_journal.hpp).  A separate process undoes the remaining changes when this one is
// killed.
#pragma once

#include <string>

namespace heddle::native {

// Record a change.  REQUIRES, for all functions that begin with `before`: called for the program,
// by its thread, before the call that makes the change.  A call that then fails does no harm.
// Paths are relative to an open folder, or AT_FDCWD.  A change that cannot be undone is refused.
void before_opening(int folder, const char* path, int flags);
void before_writing(int folder, const char* path);  // without opening it
void before_writing(int file);                      // that was open before the execution
void before_making(int folder, const char* path);   // a folder, a link, ...
void before_removing(int folder, const char* path);
void before_renaming(int from_folder, const char* from, int to_folder, const char* to);
void before_changing_mode(int folder, const char* path);
void before_changing_mode(int file);

// Records that the program has opened a file, and may have created it: then it need not be saved
// later.
void after_opening(int file);

// Locks files against other searches of the same command until this execution is over: they would
// see its changes.
void hold_files();
// Returns whether an execution has done so.
bool files_were_held();

// Prepares the journal.  REQUIRES: called by the engine, before the first execution.
void prepare_file_changes();
// Undoes the changes of the last execution.  REQUIRES: called by the engine.
void undo_file_changes();

}  // namespace heddle::native
