// Two threads use a pool without a lock.  It is made before the second thread exists, and later
// calls of it are virtual.
#include <memory_resource>
#include <thread>

int main() {
  std::pmr::unsynchronized_pool_resource pool;
  void* const first = pool.allocate(8);
  std::thread other([&] { pool.deallocate(first, 8); });
  void* const second = pool.allocate(8);
  other.join();
  pool.deallocate(second, 8);
}
