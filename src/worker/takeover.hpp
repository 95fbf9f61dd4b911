// What the public interface tells the start of the process.
#pragma once

namespace heddle::worker {

// The program calls heddle::explore: its main is not to be explored as a whole.
void program_explores_itself();

}  // namespace heddle::worker
