#pragma once
// Figures as SVG inside a page: gnuplot draws them in a temporary directory, then they lose what would tie them to a
// white page of their own. Greys become currentColor and var(--grid), line colours var(--line-0) ..., the background
// nothing, so that the page's colours, light or dark, are theirs; ids get a prefix, because several share a page; the
// size becomes the view box alone.

#include <string>
#include <vector>

#include "report/figures/figures.hpp"

namespace cchnn {

struct PageFigure {
    Figure figure;
    std::string title;  // what it shows, for its caption and for readers who do not see it
};

// <figure> elements; `prefix` makes their ids unique on the page. Without gnuplot a paragraph that says so.
std::string html_figures(const std::vector<PageFigure>& figures, const std::string& prefix);

// What gnuplot wrote, as part of a page.
std::string page_svg(const std::string& svg, const std::string& prefix, const std::string& title);

}  // namespace cchnn
