#include "report/page/html_parts.hpp"
#include "contains_text.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <type_traits>

using namespace cchnn;
using cchnn_test::contains_text;

TEST_CASE("text from a stranger stays text between tags and inside attributes") {
    CHECK(html_escaped("<script>alert('1')</script> & \"x\"").text() ==
          "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;x&quot;");
    CHECK(html_escaped("a\x01\x7f").text() == "a\xEF\xBF\xBD\xEF\xBF\xBD");
    CHECK(html_escaped("caf\xC3\xA9 \xFF<").text() == "caf\xC3\xA9 \xEF\xBF\xBD&lt;");
}

// What a stranger's text may be: none of it becomes HTML without html_escaped(). A literal does.
static_assert(!std::is_convertible_v<std::string, Html> && !std::is_constructible_v<Html, std::string>);
static_assert(!std::is_constructible_v<Html, const char*> && !std::is_constructible_v<Html, char (&)[8]>);
static_assert(std::is_convertible_v<const char (&)[8], Html>);
template <class Text>
concept Joins = requires(Html html, Text text) {
    html + text;
}
|| requires(Html html, Text text) { html += text; };
static_assert(!Joins<std::string> && !Joins<const char*> && Joins<Html>);

TEST_CASE("JSON in a page cannot end its element, and reads the same") {
    CHECK(script_escaped(R"(["</script><!--", "a&b"])").text() == R"(["\u003c/script\u003e\u003c!--", "a\u0026b"])");
}

TEST_CASE("what fills a page is not looked at again, and a key that nobody fills is a mistake of ours") {
    const Html player = filled_template("player.html", {{"number", "7"},
                                                        {"system", "{{hint}}"},
                                                        {"hint", "HINT"},
                                                        {"trajectories", ""},
                                                        {"heading", ""},
                                                        {"what", ""}});
    CHECK(contains_text(player.text(), "data-number=\"7\""));
    CHECK(contains_text(player.text(), "Animation of {{hint}}"));
    CHECK(contains_text(player.text(), "<p class=\"hint\">HINT</p>"));
    CHECK_THROWS_AS(filled_template("player.html", {{"number", "7"}}), std::logic_error);
}

TEST_CASE("tables become HTML with every cell escaped") {
    const std::string html = html_tables({{"Errors of <b>:", {{"", "mean"}, {{"a<i>", "1"}}}}}).text();
    CHECK(contains_text(html, "<p class=\"caption\">Errors of &lt;b&gt;</p>\n<div class=\"table\""));
    CHECK(contains_text(html, "<tr><th scope=\"col\"></th><th scope=\"col\">mean</th></tr>"));
    CHECK(contains_text(html, "<tr><th scope=\"row\">a&lt;i&gt;</th><td>1</td></tr>"));
}

TEST_CASE(
    "a number with a hyphen is one word of its cell, above its interval, and a table of many columns is known as one") {
    const std::string few = html_tables({{"t", {{"", "mean [95 %]"}, {{"a", "1e-05 [1e-06, <2e-04]"}}}}}).text();
    CHECK(
        contains_text(few, "<td><span>1e-05</span> <small><span>[1e-06,</span> <span>&lt;2e-04]</span></small></td>"));
    CHECK(contains_text(few, "class=\"table\""));
    const std::vector<std::string> eight(8, "1"), nine(9, "1");
    CHECK(contains_text(html_tables({{"t", {eight, {eight}}}}).text(), "class=\"table\""));
    CHECK(contains_text(html_tables({{"t", {nine, {nine}}}}).text(), "class=\"table many\""));
}
