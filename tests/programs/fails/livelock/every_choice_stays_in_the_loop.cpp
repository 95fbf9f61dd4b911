// Bug: the loop has an end only for a value that is never chosen.
#include <heddle/heddle.hpp>

int main() {
  while (heddle::choose(3) != 3) {
  }
}
