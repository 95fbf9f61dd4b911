#include "search/engine/recipe.hpp"

namespace heddle::search {

std::string to_text(const Recipe& recipe) {
  std::string text = recipe.strategy;
  text += " of ";
  text += recipe.expansion->name();
  for (std::size_t i = 0; i < recipe.bounds.size(); ++i) {
    const Bound& bound = recipe.bounds[i];
    text += i == 0 ? "; " : ", ";
    text += bound.rank->name();
    text += " <= " + std::to_string(bound.limit);
  }
  for (std::size_t i = 0; i < recipe.order.size(); ++i) {
    text += i == 0 ? "; order " : ", ";
    text += recipe.order[i]->name();
  }
  if (recipe.order.empty()) text += "; order as expanded";
  text += "; states ";
  if (recipe.identity != nullptr) {
    text += recipe.identity->name();
    text += ", ";
  }
  text += recipe.visited->name();
  return text;
}

}  // namespace heddle::search
