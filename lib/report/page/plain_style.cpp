#include "report/page/plain_style.hpp"

#include <map>
#include <sstream>

#include "report/page/html_parts.hpp"

namespace cchnn {
namespace {

using Colours = std::map<std::string, std::string>;  // by the variable's name

// The variables of a block ":root { --ink: #1c1f23; ... }".
Colours colours_in(const std::string& block) {
    Colours colours;
    for (std::size_t begin = 0; (begin = block.find("--", begin)) != std::string::npos;) {
        const std::size_t colon = block.find(": ", begin), end = block.find(';', begin);
        colours[block.substr(begin + 2, colon - begin - 2)] = block.substr(colon + 2, end - colon - 2);
        begin = end;
    }
    return colours;
}

// The colour of each series, from lines ".c0 { --c: var(--line-0); }".
Colours series_in(const std::string& block) {
    const std::string middle = " { --c: ";
    Colours series;
    for (std::size_t end = 0; (end = block.find(middle, end)) != std::string::npos; end += middle.size()) {
        const std::size_t begin = block.rfind('.', end) + 1, value = end + middle.size();
        series[block.substr(begin, end - begin)] = block.substr(value, block.find(';', value) - value);
    }
    return series;
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
    for (std::size_t begin = 0; (begin = text.find(old, begin)) != std::string::npos; begin += by.size())
        text.replace(begin, old.size(), by);
    return text;
}

std::string coloured(std::string rule, const Colours& colours) {
    for (const auto& [name, colour] : colours) rule = replaced(std::move(rule), "var(--" + name + ")", colour);
    return rule;
}

// The rules with colours in place of variables. A rule that uses the colour of a series is repeated for each
// series. `all` keeps rules without colours too; the palette of dark screens does not repeat them.
std::string rules_with(const std::string& rules, const Colours& colours, const Colours& series, bool all) {
    std::string text;
    std::istringstream lines(rules);
    for (std::string rule; std::getline(lines, rule);) {
        if (rule.find("var(--c)") == std::string::npos) {
            if (all || rule.find("var(") != std::string::npos) text += coloured(rule, colours) + "\n";
            continue;
        }
        for (const auto& [name, colour] : series)
            text += coloured(replaced(replaced(rule, "var(--c)", colour), ".figure .", ".figure ." + name + " ."),
                             colours) +
                    "\n";
    }
    return text;
}

}  // namespace

std::string plain_style(const std::set<std::string>& series, Palette palette) {
    const std::string sheet = page_file("figure.css");
    // Two palettes, one after the other, the variable of each series, and the rules.
    const std::size_t light = sheet.find(":root {"), dark = sheet.find(":root {", light + 1),
                      classes = sheet.find("\n.c0 {") + 1, rules = sheet.find("\n.figure {") + 1;
    Colours chosen = series_in(sheet.substr(classes, rules - classes));
    std::erase_if(chosen, [&](const auto& colour) { return !series.contains(colour.first); });
    Colours on_light = colours_in(sheet.substr(light, dark - light)),
            on_dark = colours_in(sheet.substr(dark, classes - dark));
    for (Colours* colours : {&on_light, &on_dark}) (*colours)["panel"] = (*colours)["ground"];  // no panel around it
    const std::string text = rules_with(sheet.substr(rules), on_light, chosen, true);
    if (palette == Palette::light) return text;
    return text + "@media screen and (prefers-color-scheme: dark) {\n" +
           rules_with(sheet.substr(rules), on_dark, chosen, false) + "}\n";
}

}  // namespace cchnn
