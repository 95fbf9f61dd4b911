#include "report/test_page.hpp"

#include <fmt/format.h>

#include "core/number_text.hpp"
#include "report/test_table.hpp"
#include "report/xml_text.hpp"

namespace heddle::report {
namespace {

// Begins as every page of Heddle, so that it may be overwritten.  Nothing is loaded from elsewhere,
// and nothing can run.
constexpr const char* kHead = R"(<!DOCTYPE html>
<!-- Heddle report page.  Written by `heddle test --html`. -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{0}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ border-bottom: 1px solid #8886; padding: .3rem .6rem; text-align: left; vertical-align: top; }}
td.number {{ text-align: right; font-variant-numeric: tabular-nums; }}
.failed {{ color: #b3261e; font-weight: bold; }}
@media (prefers-color-scheme: dark) {{ .failed {{ color: #ff8a80; }} }}
</style>
</head>
<body>
<h1>{0}</h1>
<p>{1}</p>
<table>
<thead><tr><th scope="col">test</th><th scope="col">result</th><th scope="col">executions</th><th scope="col">seconds</th></tr></thead>
<tbody>
)";

std::string row(const result::TestResult& test, const std::string& page) {
  const std::string name = xml_text(display_name(test));
  const std::string link =
      page.empty() ? name : fmt::format("<a href=\"{}\">{}</a>", xml_attribute(page), name);
  const bool failed = test.status == result::TestStatus::failed;
  const std::string status = xml_text(status_text(test));
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td{}>{}</td><td class=\"number\">{}</td>"
      "<td class=\"number\">{:.2f}</td></tr>\n",
      link, failed ? " class=\"failed\"" : "", status, grouped(test.run.executions),
      test.run.seconds);
}

}  // namespace

std::string test_page(const result::TestReport& report, const std::vector<std::string>& pages) {
  std::string summary = test_summary(report, false);
  while (summary.ends_with('\n')) summary.pop_back();
  const std::size_t slash = report.program.rfind('/');
  const std::string program =
      slash == std::string::npos ? report.program : report.program.substr(slash + 1);
  std::string text =
      fmt::format(fmt::runtime(kHead), xml_text("Heddle: tests of " + program), xml_text(summary));
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    text += row(report.tests[i], i < pages.size() ? pages[i] : "");
  }
  return text + "</tbody>\n</table>\n</body>\n</html>\n";
}

}  // namespace heddle::report
