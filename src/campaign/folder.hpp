// The folder of a campaign.
//
// Every file in it is written under another name first and then renamed, so that each is complete
// or absent, whenever a process is killed.  Plain files with checksums serve better than a
// database: a checkpoint is one large block that is written from front to back and replaced as a
// whole.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "campaign/checkpoint_check.hpp"
#include "campaign/identity.hpp"
#include "core/result.hpp"

namespace heddle::campaign {

class Folder {
 public:
  // Opens a folder, which is created if there is none, and locks it.  The lock lasts as long as the
  // descriptor is open in any process.  Refuses a folder that holds other files.
  static Result<Folder> open(const std::string& path);
  Folder(Folder&& other) noexcept;
  Folder& operator=(Folder&&) = delete;
  ~Folder();

  const std::string& path() const { return path_; }
  // Returns whether `open` created it.
  bool is_made() const { return is_made_; }
  int descriptor() const { return descriptor_; }

  // Returns the campaign in the folder; nothing if it is new.  A damaged file is an Error.
  Result<std::optional<CampaignIdentity>> identity() const;
  Status write_identity(const CampaignIdentity& identity) const;

  // Returns the checkpoint of the campaign; nothing if there is none.  A damaged one is an Error.
  Result<std::optional<CheckpointFacts>> checkpoint(const CampaignIdentity& identity) const;
  Status remove_checkpoint() const;

  // Removes the files of a campaign that explored nothing, and the folder if `open` created it.
  void abandon() const;

  // Replaces a file.
  Status write(const std::string& name, std::string_view text) const;
  // Returns the content of a file; nothing if there is none.
  std::optional<std::string> read(const std::string& name) const;

 private:
  Folder(std::string path, int descriptor, bool is_made)
      : path_(std::move(path)), descriptor_(descriptor), is_made_(is_made) {}

  std::string path_;
  int descriptor_;
  bool is_made_;
};

// Returns whether a process runs the campaign in this folder.
bool is_running(const std::string& path);

}  // namespace heddle::campaign
