#pragma once
// Pieces of an HTML page. Texts come from strangers: whatever is not markup of ours goes through html_escaped().

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/tables/score_tables.hpp"
#include "report/tables/verdict.hpp"

namespace cchnn {

// & < > " ' become entities, control characters and bytes that are not UTF-8 become U+FFFD: text stays text, between
// tags and inside a quoted attribute.
std::string html_escaped(const std::string& text);

// JSON inside <script type="application/json">: < > & as \u003c ..., so that nothing in it ends the element.
std::string script_escaped(const std::string& json);

// lib/report/html/NAME with each {{key}} replaced once; what is put in is not looked at again. Throws std::logic_error
// for a key of the file that has no value.
std::string filled_template(const std::string& name, const std::vector<std::pair<std::string, std::string>>& values);
// The file as it is.
const std::string& page_file(const std::string& name);

// First on a page with what limits it, and last the sentence alone.
std::string html_verdict(const Verdict& verdict);
std::string html_last_verdict(const Verdict& verdict);

// Tables that html/tables.js lets a reader sort, each followed by what its numbers are (definitions.hpp). `links`: what
// stands in a cell -> the page that it leads to; of a cell that is an address itself the host is shown.
std::string html_tables(const std::vector<CaptionedTable>& tables,
                        const std::map<std::string, std::string>& links = {});

}  // namespace cchnn
