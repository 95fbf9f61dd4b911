// A real deadlock: two threads take two locks in opposite orders.
#include <mutex>
#include <thread>

std::mutex savings;
std::mutex checking;
int moved = 0;

void deposit() {
  const std::lock_guard<std::mutex> from(checking);
  const std::lock_guard<std::mutex> to(savings);
  moved++;
}

void withdraw() {
  const std::lock_guard<std::mutex> from(savings);
  const std::lock_guard<std::mutex> to(checking);
  moved--;
}

int main() {
  std::thread depositor(deposit);
  std::thread withdrawer(withdraw);
  depositor.join();
  withdrawer.join();
  return moved;
}
