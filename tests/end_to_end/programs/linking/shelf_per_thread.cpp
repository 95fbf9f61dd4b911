// A part of the shelf that has variables of each thread.
namespace {
thread_local int mine = 0;
}  // namespace

extern "C" int count_mine() { return ++mine; }
