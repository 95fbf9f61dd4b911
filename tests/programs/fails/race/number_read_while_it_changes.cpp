// A number is read from a text that another thread changes.
// heddle: --races error
#include <charconv>
#include <thread>

char text[] = "1.5";

int main() {
  double number = 0;
  std::thread other([] { text[0] = '2'; });
  std::from_chars(text, text + 3, number);
  other.join();
}
