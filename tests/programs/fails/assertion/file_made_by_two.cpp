// Each of two threads makes a file unless it is there: both may find that it is not.
#include <cassert>
#include <cstdio>
#include <filesystem>
#include <thread>

// Beside the program, where nobody else writes.
const std::filesystem::path folder =
    std::filesystem::read_symlink("/proc/self/exe").parent_path() / "made_by_two";

bool is_made[2] = {};

void make(int number) {
  if (std::filesystem::exists(folder / "file")) return;
  FILE* const file = std::fopen((folder / "file").c_str(), "w");
  assert(file != nullptr);
  std::fputs("made", file);
  std::fclose(file);
  is_made[number] = true;
}

int main() {
  std::filesystem::create_directory(folder);
  std::thread first(make, 0);
  std::thread second(make, 1);
  first.join();
  second.join();
  assert(is_made[0] != is_made[1]);
}
