// Files by name: a file that holds names and numbers of others.
#ifndef HEDDLE_SUBJECTS_DAISY_DAISY_DIRECTORY_HPP
#define HEDDLE_SUBJECTS_DAISY_DAISY_DIRECTORY_HPP

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

#include "daisy_files.hpp"

class DaisyDirectory {
 public:
  // Names are of three characters.
  explicit DaisyDirectory(DaisyFiles& files) : files_(files), number_(files.create()) {}

  // The number of the file, or a status.
  int lookup(std::string_view name) {
    Opened opened(*this);
    return opened.find(name);
  }

  int create(std::string_view name) {
    Opened opened(*this);
    if (opened.find(name) >= 0) return status::exists;
    return insert(opened, name);
  }

  // The same, looking for the name first: somebody else may create it before this one comes back.
  int create_in_two_steps(std::string_view name) {
    if (lookup(name) >= 0) return status::exists;
    Opened opened(*this);
    return insert(opened, name);
  }

  int unlink(std::string_view name) {
    Opened opened(*this);
    const int file = opened.find(name);
    if (file < 0) return file;
    opened.erase(name);
    return files_.remove(file);
  }

  // Reads a file by name; what it is looked up for happens while nobody can unlink it.
  int read(std::string_view name, int count, std::string& data) {
    Opened opened(*this);
    const int file = opened.find(name);
    return file < 0 ? file : files_.read(file, count, data);
  }

  int entries(std::string_view name) {
    Opened opened(*this);
    return opened.count(name);
  }

 private:
  // The directory in memory and locked; written back at the end.
  class Opened {
   public:
    explicit Opened(DaisyDirectory& directory) : directory_(directory), lock_(directory.mutex_) {
      directory_.files_.read(directory_.number_, DaisyDisk::block_size, data_);
    }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    ~Opened() { directory_.files_.write(directory_.number_, data_); }

    int find(std::string_view name) const {
      const std::size_t place = place_of(name, 0);
      return place == std::string::npos ? status::no_entry : data_[place + name_size];
    }

    int count(std::string_view name) const {
      int found = 0;
      for (std::size_t at = place_of(name, 0); at != std::string::npos;
           at = place_of(name, at + entry_size)) {
        ++found;
      }
      return found;
    }

    void add(std::string_view name, int file) {
      data_.append(name.substr(0, name_size)).push_back(static_cast<char>(file));
    }

    void erase(std::string_view name) { data_.erase(place_of(name, 0), entry_size); }

   private:
    static constexpr std::size_t name_size = 3;
    static constexpr std::size_t entry_size = name_size + 1;

    std::size_t place_of(std::string_view name, std::size_t begin) const {
      for (std::size_t i = begin; i < data_.size(); i += entry_size) {
        if (std::string_view(data_).substr(i, name_size) == name) return i;
      }
      return std::string::npos;
    }

    DaisyDirectory& directory_;
    std::lock_guard<std::mutex> lock_;
    std::string data_;
  };

  int insert(Opened& opened, std::string_view name) {
    const int file = files_.create();
    if (file >= 0) opened.add(name, file);
    return std::min(file, status::ok);
  }

  DaisyFiles& files_;
  const int number_;
  std::mutex mutex_;
};

#endif
