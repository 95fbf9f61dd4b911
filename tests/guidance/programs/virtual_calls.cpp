// A virtual call reaches the overriders of its slot, not other functions of the classes.
#include <cstdio>
#include <mutex>

std::mutex guard;
int shared = 0;

struct Shape {
  virtual ~Shape() = default;
  virtual void draw() = 0;
  virtual void erase() = 0;
};

struct Circle : Shape {
  void draw() override {
    std::lock_guard hold(guard);
    shared += 1;  // tag: circle_draw
  }
  void erase() override {
    std::lock_guard hold(guard);
    shared -= 1;  // tag: circle_erase
  }
};

struct Square : Shape {
  void draw() override { std::puts("square"); }
  void erase() override { std::puts("no square"); }
};

[[gnu::noinline]] void draw_all(Shape** shapes, int count) {
  for (int i = 0; i < count; ++i) {
    shapes[i]->draw();  // tag: draw_call
  }
}

[[gnu::noinline]] void erase_all(Shape** shapes, int count) {
  for (int i = 0; i < count; ++i) {
    shapes[i]->erase();  // tag: erase_call
  }
}

int main(int argc, char**) {
  Circle circle;
  Square square;
  Shape* shapes[] = {&circle, &square};
  std::puts("start");  // tag: start
  draw_all(shapes, argc);
  erase_all(shapes, argc);
  std::puts("end");  // tag: end
  return shared;
}
// reachable: start circle_draw
// reachable: start circle_erase
// within: draw_all circle_draw
// within: erase_all circle_erase
// not within: draw_all circle_erase
// not within: erase_all circle_draw
// unreachable: end circle_draw
// closer: draw_call start circle_draw
