// A real use after free: the main thread does not wait for the worker.
#include <chrono>
#include <thread>

struct Job {
  int pages = 3;
};

int printed = 0;

void print(Job* job) {
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  printed = job->pages;
}

int main() {
  Job* job = new Job;
  std::thread printer(print, job);
  delete job;
  printer.join();
  return printed > 3 ? 1 : 0;
}
