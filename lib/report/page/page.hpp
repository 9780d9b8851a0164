#pragma once
// One HTML page that needs no other file and no network: its Content-Security-Policy forbids all requests, and
// permits the one script of this program by its SHA-256, so that no script in a name can run. Its parts lie in
// lib/report/page/html/ and are embedded into the program. Callers: html_report, html_system, html_board.

#include <string>
#include <utility>
#include <vector>

#include "report/page/chart.hpp"

namespace cchnn {

// A page before it is written.
struct Page {
    std::string title;
    std::string program;  // "cchnn-eval": who wrote it
    Html head, body;
    std::vector<std::string> players;                            // html_player.hpp
    std::vector<Chart> charts;                                   // those that are drawn in the body
    std::vector<std::pair<std::string, std::string>> downloads;  // name of the file -> its text
};
std::string html_page(const Page& page);

// Adds charts to a page, whose script needs their numbers; returns their figures.
Html add_charts(std::vector<Chart> charts, Page& page);
// Buttons that save the texts of Page::downloads as files.
Html html_downloads(const std::vector<std::pair<std::string, std::string>>& downloads);
// "<h2>Figures</h2>\n"; level 2 to 4. The text is escaped.
Html html_heading(int level, const std::string& text);

}  // namespace cchnn
