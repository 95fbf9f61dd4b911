// A library that the program loads while it runs.
namespace {
int loads = 0;
}

extern "C" int count_load() { return ++loads; }
