// A file that the program appends to and reads back: every execution finds what the first one
// found.
#include <cassert>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

namespace files = std::filesystem;

std::mutex mutex;
// Beside the program, where nobody else writes.
const std::string folder = files::read_symlink("/proc/self/exe").parent_path() / "files";
const std::string name = folder + "/log";

std::string content() {
  std::ifstream file(name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void append(const char* line) {
  const std::lock_guard lock(mutex);
  std::ofstream(name, std::ios::app) << line;
}

int main() {
  assert(files::create_directory(folder));
  assert(!files::exists(name));
  append("begin ");
  std::thread first([] { append("first "); });
  std::thread second([] { append("second "); });
  first.join();
  second.join();
  const std::string text = content();
  assert(text == "begin first second " || text == "begin second first ");
  files::rename(name, name + ".old");
  files::create_symlink(name + ".old", name);
  assert(content() == text);
  files::remove(name);
  files::resize_file(name + ".old", 5);
  assert(files::file_size(name + ".old") == 5);
  // The rest is left behind.
}
