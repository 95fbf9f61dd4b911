// Connects the monitors to the events that the runtime raises itself.
#pragma once

namespace heddle::native {

// REQUIRES: called by the engine, before the exploration begins.
void listen_to_runtime();

}  // namespace heddle::native
