#include "study/plots/figures.hpp"

#include <fmt/core.h>

#include <set>

namespace heddle::study {
namespace {

// A name for a file: letters, digits and dashes.
std::string figure_name(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    const bool capital = c >= 'A' && c <= 'Z';
    if (letter || capital) {
      name += capital ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name.empty() ? "figure" : name;
}

void add(std::vector<Figure>& figures, std::set<std::string>& names, Figure figure) {
  if (figure.chart.empty()) return;
  const std::string wanted = figure_name(figure.name);
  figure.name = wanted;
  for (int i = 2; !names.insert(figure.name).second; ++i) {
    figure.name = fmt::format("{}-{}", wanted, i);
  }
  figures.push_back(std::move(figure));
}

}  // namespace

std::vector<Figure> figures_of(const Grid& grid) {
  std::vector<Figure> figures;
  std::set<std::string> names;
  for (const auto make : {distribution_figure, histogram_figure, found_within_figure,
                          parallel_figure, ratio_figure, tree_figure}) {
    for (std::size_t i = 0; i < grid.subjects().size(); ++i) add(figures, names, make(grid, i));
  }
  for (const auto make :
       {threshold_cost_figure, threshold_found_figure, density_figure, memory_figure}) {
    add(figures, names, make(grid));
  }
  return figures;
}

}  // namespace heddle::study
