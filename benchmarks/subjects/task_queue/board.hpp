// A chess board with queens in its first rows: how the tasks of the search are described.
#ifndef HEDDLE_SUBJECTS_TASK_QUEUE_BOARD_HPP
#define HEDDLE_SUBJECTS_TASK_QUEUE_BOARD_HPP

struct Board {
  int row = 0;  // the first without a queen
  unsigned columns = 0;
  unsigned rising = 0;   // diagonals
  unsigned falling = 0;  // diagonals

  bool allows(int column) const {
    return (columns >> column & 1U) == 0 && (rising >> (row + column) & 1U) == 0 &&
           (falling >> (row - column + 15) & 1U) == 0;
  }

  Board with(int column) const {
    return {row + 1, columns | 1U << column, rising | 1U << (row + column),
            falling | 1U << (row - column + 15)};
  }
};

// By one thread: what all of them together must come to.
inline int count_solutions(int size, const Board& board = {}) {
  if (board.row == size) return 1;
  int sum = 0;
  for (int column = 0; column < size; ++column) {
    if (board.allows(column)) sum += count_solutions(size, board.with(column));
  }
  return sum;
}

#endif
