#pragma once
// Pieces of HTML for all pages. Names and notes come from submissions and system files of other people: every
// text that is not markup of this program goes through html_escaped(), which is the protection against scripts
// in names. A text that does not is no Html, so that a page with it does not compile.

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/text_pattern.hpp"
#include "report/tables/score_tables.hpp"
#include "report/tables/verdict.hpp"

namespace cchnn {

// Literals of this program, escaped texts, filled templates and drawings, joined.
class Html {
  public:
    Html() = default;
    template <std::size_t size>
    Html(const char (&literal)[size]) : text_(literal) {}
    template <std::size_t size>
    Html(char (&buffer)[size]) = delete;
    // Made of numbers, and of names that svg_label() and svg_title() have escaped.
    static Html drawing(std::string svg) { return Html(std::move(svg)); }

    Html& operator+=(const Html& more) {
        text_ += more.text_;
        return *this;
    }
    friend Html operator+(Html first, const Html& second) { return std::move(first += second); }
    // With other HTML, in which $& stands for it, in place of each part that the pattern finds.
    Html replaced(const TextPattern& pattern, const Html& by) const {
        return Html(pattern.replaced(text_, by.text_.c_str()));
    }
    bool empty() const { return text_.empty(); }
    const std::string& text() const { return text_; }

  private:
    explicit Html(std::string text) : text_(std::move(text)) {}
    friend Html html_escaped(const std::string& text);
    friend Html script_escaped(const std::string& json);
    friend Html filled_template(const std::string& name, const std::vector<std::pair<std::string, Html>>& values);

    std::string text_;
};

// Text as HTML: & < > " ' become entities, control characters and bytes that are not UTF-8 become U+FFFD. The
// result is text between tags and within a quoted attribute.
Html html_escaped(const std::string& text);

// JSON for the inside of <script type="application/json">: < > & become \u003c and so on, so that nothing in a
// text can end the element.
Html script_escaped(const std::string& json);

// The file lib/report/page/html/NAME with each {{key}} replaced by its value. A value is not searched for
// further keys. Throws std::logic_error for a key without a value.
Html filled_template(const std::string& name, const std::vector<std::pair<std::string, Html>>& values);
// A file of lib/report/page/html, which is embedded into the program.
const std::string& page_file(const std::string& name);

// The verdict for the top of a page, with its limits.
Html html_verdict(const Verdict& verdict);

// Tables that html/tables.js sorts, each followed by the definitions of its numbers (html_definitions()). `links`
// maps the text of a cell to the page it leads to; of a cell that is an address itself only the host is shown.
Html html_tables(const std::vector<CaptionedTable>& tables, const std::map<std::string, std::string>& links = {});

// What the numbers of a table mean, for the pages: below each table a folded list of definitions. The
// definitions of metrics are read from the table in section 1 of schemas/metrics.md, which is embedded into the
// program, so that page and document cannot differ; a test checks that each metric has a row there.
//
// A row of that table as plain text; `table` is the name of its family's table (table_name()).
struct MetricDefinition {
    std::string key, equation, over_time, unit, table;
};
std::vector<MetricDefinition> metric_definitions();

// The list for a table; "" if nothing in it is defined.
Html html_definitions(const CaptionedTable& table);

}  // namespace cchnn
