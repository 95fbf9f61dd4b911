// The second thread is alive while main changes a path: its own one, or the one that both use.
#include <cstdio>
#include <filesystem>
#include <thread>

std::filesystem::path shared = "folder";

int main() {
#ifdef SHARED
  std::filesystem::path& path = shared;
#else
  std::filesystem::path path = "own";
#endif
  std::thread other([] { std::puts(shared.c_str()); });
  path /= "file";
  other.join();
  return path.native().empty() ? 1 : 0;
}
