// expect-message: a static object was read after its destructor
// Bug: nobody waits for the thread, and the end of main destroys what it reads.
#include <atomic>
#include <string>
#include <thread>

std::string greeting = "a text that is too long to be kept inside of the string itself";
std::atomic<std::size_t> letters{0};

int main() {
  std::thread([] { letters += greeting.size(); }).detach();
}
