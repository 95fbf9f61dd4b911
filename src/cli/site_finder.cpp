#include "cli/site_finder.hpp"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "cli/warning_match.hpp"
#include "guidance/locations.hpp"
#include "guidance/recovery/graph_cache.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::cli {
namespace {

using guidance::CodeRange;
using guidance::Site;
using guidance::SiteKind;

bool overlap(const std::vector<CodeRange>& left, const std::vector<CodeRange>& right) {
  return std::any_of(left.begin(), left.end(), [&](const CodeRange& a) {
    return std::any_of(right.begin(), right.end(), [&](const CodeRange& b) {
      return a.module == b.module && a.begin < b.end && b.begin < a.end;
    });
  });
}

}  // namespace

struct SiteFinder::Parts {
  explicit Parts(guidance::ElfImage opened)
      : image(std::move(opened)),
        graph(guidance::cached_graph(image, guidance::cache_folder())),
        finder(image, graph) {}

  // Whether the report and the program agree on the function of a line.  True when the function is
  // unknown.
  bool is_in_function(const guidance::FoundLocation& line, const std::string& function) {
    const std::string name = plain_name(function);
    if (name.empty()) return true;
    const Result<guidance::FoundLocation> whole = finder.find(name);
    return !whole.ok() || overlap(line.location.code, whole->location.code);
  }

  // Whether a line is in a header of a library.  Findings are compared by the user's own lines.
  bool is_in_library(const guidance::FoundLocation& line, const Site& site) {
    const std::vector<CodeRange>& code = line.location.code;
    return std::any_of(code.begin(), code.end(), [&](const CodeRange& range) {
      const std::vector<symbolize::Frame>& frames = symbolizer.frames(image.path(), range.begin);
      return std::any_of(frames.begin(), frames.end(), [&](const symbolize::Frame& frame) {
        return is_at(frame, site) && symbolize::is_library_frame(frame);
      });
    });
  }

  guidance::ElfImage image;
  guidance::ProgramGraph graph;
  guidance::LocationFinder finder;
  symbolize::Symbolizer symbolizer;
};

SiteFinder::SiteFinder(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
SiteFinder::~SiteFinder() = default;

Result<std::unique_ptr<SiteFinder>> SiteFinder::open(const std::string& program) {
  Result<guidance::ElfImage> image = guidance::ElfImage::open(program);
  if (!image.ok()) return image.error();
  return std::unique_ptr<SiteFinder>(
      new SiteFinder(std::make_unique<Parts>(std::move(image.value()))));
}

const FoundSite& SiteFinder::find(const Site& site) {
  const std::string key = guidance::via(site, site.file) + '\n' + site.function;
  const auto known = found_.find(key);
  if (known != found_.end()) return known->second;
  return found_.emplace(key, look_up(site)).first->second;
}

FoundSite SiteFinder::look_up(const Site& site) {
  FoundSite result;
  Site plain = site;
  plain.kind = SiteKind::any;
  for (std::string file = site.file; !file.empty();) {
    result.file = file;
    for (const Site& tried : {site, plain}) {
      std::string text = guidance::via(tried, file);
      const Result<guidance::FoundLocation> found = parts_->finder.find(text);
      if (!found.ok()) {
        result.problem = found.sentence();
        continue;
      }
      if (!parts_->is_in_function(*found, site.function)) {
        result.problem = guidance::place(site) + " is not in '" + plain_name(site.function) +
                         "' in this program: the report is about other sources.";
        return result;
      }
      Site resolved = site;
      resolved.file = file;
      if (parts_->is_in_library(*found, resolved)) {
        result.problem =
            guidance::place(site) +
            " is in a library; only warnings about the program's own lines are checked.";
        return result;
      }
      result.via = std::move(text);
      result.problem.clear();
      return result;
    }
    const std::size_t slash = file.find('/');
    if (slash == std::string::npos) break;
    file.erase(0, slash + 1);
  }
  return result;
}

std::string plain_name(const std::string& function) {
  const std::string name = function.substr(0, function.find('('));
  const bool is_plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == ':';
  });
  const bool is_operator = name.find("operator") != std::string::npos;
  return is_plain && !is_operator ? name : std::string();
}

}  // namespace heddle::cli
