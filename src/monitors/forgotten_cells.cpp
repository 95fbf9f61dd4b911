#include "monitors/forgotten_cells.hpp"

#include "runtime/mapped_zeros.hpp"

namespace heddle::native {

bool ForgottenCells::push(const Entry& entry) {
  if (size_ == kPiece * kMostPieces) return false;
  Entry*& piece = pieces_[size_ / kPiece];
  if (piece == nullptr) piece = reinterpret_cast<Entry*>(mapped_zeros(kPiece * sizeof(Entry)));
  piece[size_++ % kPiece] = entry;
  return true;
}

ForgottenCells::Entry ForgottenCells::pop() {
  --size_;
  return pieces_[size_ / kPiece][size_ % kPiece];
}

}  // namespace heddle::native
