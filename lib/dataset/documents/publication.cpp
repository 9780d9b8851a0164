#include "dataset/documents/publication.hpp"

#include <nlohmann/json.hpp>

#include "core/option.hpp"
#include "core/text_pattern.hpp"

namespace cchnn {
namespace {

bool printable_line(const std::string& text) {
    return text.size() <= 1000 && std::ranges::none_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

}  // namespace

std::string shell_quoted(const std::string& text) {
    static const TextPattern plain("[A-Za-z0-9._/:@%+-]+");
    if (plain.matches(text)) return text;
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
    return result + "'";
}

std::vector<Problem> Publication::check() const {
    std::vector<Problem> problems;
    const auto rule = [&](bool holds, const std::string& flag, const std::string& what) {
        if (!holds) problems.push_back({flag, what});
    };
    rule(printable_line(license), option("license"), "must be one line of at most 1000 bytes");
    for (const std::string& creator : creators)
        rule(!creator.empty() && printable_line(creator), option("creator"), "must be one line of 1 to 1000 bytes");
    static const TextPattern web("https?://[^ ]+"), day("[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])");
    rule(url.empty() || (printable_line(url) && web.matches(url)), option("url"),
         "must begin with https:// or http:// and have no spaces, got '" + url + "'");
    rule(date.empty() || day.matches(date), option("published"),
         "must be a date such as 2026-01-31, got '" + date + "'");
    return problems;
}

std::string to_json(const Publication& p) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    if (!p.license.empty()) json["license"] = p.license;
    if (!p.url.empty()) json["url"] = p.url;
    if (!p.creators.empty()) json["creator"] = p.creators;
    if (!p.date.empty()) json["date"] = p.date;
    return json.dump();
}

Publication read_publication(const std::string& text) {
    const nlohmann::json json = nlohmann::json::parse(text);
    return {json.value("license", ""), json.value("url", ""), json.value("creator", std::vector<std::string>()),
            json.value("date", "")};
}

std::string to_flags(const Publication& p) {
    std::string flags;
    if (!p.license.empty()) flags += " --license " + shell_quoted(p.license);
    if (!p.url.empty()) flags += " --url " + shell_quoted(p.url);
    for (const std::string& creator : p.creators) flags += " --creator " + shell_quoted(creator);
    if (!p.date.empty()) flags += " --published " + p.date;
    return flags;
}

}  // namespace cchnn
