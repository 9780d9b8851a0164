#include "report/page/plain_style.hpp"

#include <map>
#include <regex>
#include <sstream>

#include "report/page/html_parts.hpp"

namespace cchnn {
namespace {

using Colours = std::map<std::string, std::string>;  // by the variable's name

// Of ":root { --ink: #1c1f23; ... }".
Colours colours_in(const std::string& block) {
    static const std::regex setting("--([a-z0-9-]+): ([^;]+);");
    Colours colours;
    for (std::sregex_iterator found(block.begin(), block.end(), setting), end; found != end; ++found)
        colours[(*found)[1]] = (*found)[2];
    return colours;
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
    for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += by.size())
        text.replace(at, old.size(), by);
    return text;
}

std::string coloured(std::string rule, const Colours& colours) {
    for (const auto& [name, colour] : colours) rule = replaced(std::move(rule), "var(--" + name + ")", colour);
    return rule;
}

// Of each rule that speaks of the colour of a series one for each series; `all`: rules without colours too.
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

std::string plain_style(const std::set<std::string>& series) {
    const std::string sheet = page_file("figure.css");
    // Two palettes, one after the other, the variable of each series, and the rules.
    const std::size_t light = sheet.find(":root {"), dark = sheet.find(":root {", light + 1),
                      classes = sheet.find("\n.c0 {") + 1, rules = sheet.find("\n.figure {") + 1;
    static const std::regex variable(R"(\.(\w+) \{ --c: (var\([a-z0-9-]+\)); \})");
    const std::string text = sheet.substr(classes, rules - classes);
    Colours chosen;
    for (std::sregex_iterator found(text.begin(), text.end(), variable), end; found != end; ++found)
        if (series.contains((*found)[1])) chosen[(*found)[1]] = (*found)[2];
    const Colours on_light = colours_in(sheet.substr(light, dark - light)),
                  on_dark = colours_in(sheet.substr(dark, classes - dark));
    return rules_with(sheet.substr(rules), on_light, chosen, true) +
           "@media screen and (prefers-color-scheme: dark) {\n" +
           rules_with(sheet.substr(rules), on_dark, chosen, false) + "}\n";
}

}  // namespace cchnn
