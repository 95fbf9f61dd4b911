// heddle: --points sync
// One thread allocates, another frees; an atomic pointer hands the objects over.
#include <atomic>
#include <memory>
#include <thread>

std::atomic<int*> mailbox;
int received = 0;

void send() {
  for (int i = 1; i <= 3; ++i) {
    auto letter = std::make_unique<int>(i);
    const std::unique_ptr<int> unread(mailbox.exchange(letter.release()));
  }
}

void receive() {
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    const std::unique_ptr<int> letter(mailbox.exchange(nullptr));
    if (letter != nullptr) sum += *letter;
  }
  received = sum;
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
  delete mailbox.exchange(nullptr);
  return received <= 6 ? 0 : 1;
}
