#pragma once
// One HTML page that needs nothing else: no request leaves it, and its Content-Security-Policy lets none leave. The one
// script that may run is ours, named by its SHA-256; names from files are text everywhere. Parts:
// lib/report/page/html/.

#include <string>
#include <utility>
#include <vector>

#include "report/page/chart.hpp"

namespace cchnn {

struct Page {
    std::string title;
    std::string program;                                         // "cchnn-eval": who wrote it
    std::string head, body;                                      // HTML
    std::vector<std::string> players;                            // html_player.hpp
    std::vector<Chart> charts;                                   // those that are drawn in the body
    std::vector<std::pair<std::string, std::string>> downloads;  // name of the file -> its text
};
std::string html_page(const Page& page);

// Buttons that save what Page::downloads has.
std::string html_downloads(const std::vector<std::pair<std::string, std::string>>& downloads);
// "<h2>Figures</h2>\n"; level 2 .. 4.
std::string html_heading(int level, const std::string& text);

}  // namespace cchnn
