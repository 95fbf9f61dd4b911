// Changes files in every way, in the current folder, in every execution; and may wait there for
// something to be done to it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

std::string content(const char* name) {
  std::ifstream file(name);
  std::string text;
  std::getline(file, text, '\0');
  return text;
}

void change_everything() {
  assert(content("kept") == "kept");
  assert(content("log") == "line\n");
  std::ofstream("log", std::ios::app) << "another\n";
  assert(content("log") == "line\nanother\n");
  std::ofstream("kept") << "overwritten";
  assert(rename("moved", "folder/moved") == 0);
  assert(rename("folder", "other") == 0);
  assert(rename("over", "victim") == 0 && content("victim") == "over");
  assert(unlink("removed") == 0 && unlink("link") == 0 && rmdir("empty") == 0);
  assert(symlink("kept", "link") == 0 && content("link") == "overwritten");
  assert(link("kept", "second") == 0 && mkdir("new", 0700) == 0);
  std::ofstream("new/file") << "new";
  assert(truncate("long", 2) == 0 && chmod("long", 0600) == 0 && content("long") == "ab");
  const int file = open("written", O_RDWR);
  assert(pwrite(file, "XX", 2, 1) == 2 && ftruncate(file, 3) == 0);
  assert(creat("created", 0644) >= 0);
}

std::atomic<int> turns{0};

int main(int count, char**) {
  change_everything();
  std::thread first([] { ++turns; });
  std::thread second([] { ++turns; });
  first.join();
  second.join();
  if (count > 1) {
    // Nobody comes back from here.
    mkdir("reached", 0700);
    volatile int i = 0;
    while (true) i = i + 1;
  }
}
