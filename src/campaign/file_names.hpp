// The files of a campaign's folder.
#pragma once

namespace heddle::campaign {

inline constexpr const char* kIdentityName = "campaign.json";
inline constexpr const char* kCheckpointName = "checkpoint";
inline constexpr const char* kNewCheckpointName = "checkpoint.new";  // while it is written
inline constexpr const char* kFoundName =
    "found.trace";  // traces of the errors, one after the other
inline constexpr const char* kNewFoundName = "found.trace.new";
inline constexpr const char* kStatusName = "status.json";

}  // namespace heddle::campaign
