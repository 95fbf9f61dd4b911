// Two threads count words in a hash table that a lock protects.
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

std::mutex lock;
std::unordered_map<std::string, int> counts;

void work(char begin) {
  for (int round = 0; round < 3; ++round) {
    const std::lock_guard<std::mutex> guard(lock);
    for (int i = 0; i < 150; ++i) {
      std::string word(1, begin);
      word.append(std::to_string(i)).insert(0, "a word that is long: ");
      ++counts[word];
    }
  }
}

int main() {
  std::thread other(work, 'b');
  work('a');
  other.join();
  return counts.size() == 300 ? 0 : 1;
}
