// An exception of the program's own type that nobody catches.
#include <stdexcept>
#include <thread>

struct OutOfTea : std::runtime_error {
  using runtime_error::runtime_error;
};

int main() {
  std::thread thirsty([] { throw OutOfTea("the pot is empty"); });
  thirsty.join();
}
