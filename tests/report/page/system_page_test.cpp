#include "report/page/html_system.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace cchnn;

TEST_CASE("a gallery has a list with a drawing of each system that leads to its section, then the sections") {
    const std::string page =
        html_gallery({described_system("chain_pendulum_2"), described_system("damped_pendulum")}, "2 <systems>");
    CHECK(page.find("<title>2 &lt;systems&gt;") != std::string::npos);
    std::vector<std::size_t> places;
    for (const char* part :
         {"<nav aria-label=\"Systems\"><ul class=\"gallery\">\n<li><a href=\"#system-0\"><div class=\"drawn\"><svg",
          "<span>chain_<wbr>pendulum_<wbr>2</span></a></li>\n<li><a href=\"#system-1\"><div class=\"drawn\"><svg",
          "<span>damped_<wbr>pendulum</span></a></li>\n</ul></nav>\n<section>\n<h2 "
          "id=\"system-0\">chain_pendulum_2</h2>",
          "</section>\n<section>\n<h2 id=\"system-1\">damped_pendulum</h2>"}) {
        places.push_back(page.find(part));
        CHECK_MESSAGE(places.back() != std::string::npos, part);
    }
    CHECK(std::is_sorted(places.begin(), places.end()));
}
