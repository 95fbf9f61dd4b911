/* philosophers.cpp for SPIN, with a transition for each lock and unlock.  A thread that has ended
   waits in a valid end state: the end of a process would be a transition of its own. */
#define FIRST (_pid == SEATS - 1 -> 0 : _pid)
#define SECOND (_pid == SEATS - 1 -> SEATS - 1 : _pid + 1)

bool taken[SEATS];

active [SEATS] proctype philosopher() {
  byte meals;
end:
  do
  :: d_step { meals < MEALS && !taken[FIRST] -> taken[FIRST] = true };
     d_step { !taken[SECOND] -> taken[SECOND] = true };
     taken[SECOND] = false;
     d_step { taken[FIRST] = false; meals++ }
  od
}
