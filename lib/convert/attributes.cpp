#include "convert/attributes.hpp"

#include <charconv>
#include <cmath>

#include "core/number_text.hpp"

namespace cchnn {
namespace {

constexpr std::size_t most_shown = 60;  // letters of a value in a message

std::string shown(const std::string& value) {
    return "'" + (value.size() <= most_shown ? value : value.substr(0, most_shown) + "...") + "'";
}

}  // namespace

// from_chars() reads numbers in C notation, whatever language the computer is set to. It takes no plus sign,
// which is allowed in these files.
std::optional<std::vector<double>> numbers_in(const std::string& text) {
    std::vector<double> numbers;
    const char *next = text.data(), *end = next + text.size();
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (true) {
        while (next != end && blank(*next)) ++next;
        if (next == end) return numbers;
        if (*next == '+' && next + 1 != end && next[1] != '-') ++next;
        double number = 0;
        const auto [rest, error] = std::from_chars(next, end, number);
        if (error != std::errc{} || !std::isfinite(number) || (rest != end && !blank(*rest))) return std::nullopt;
        numbers.push_back(number);
        next = rest;
    }
}

// What the element itself says goes before the defaults of its class. Each value keeps the line it comes from,
// so that a problem with a default is reported at the line of the default.
Attributes::Attributes(const XmlElement& element, Remarks& remarks, const DefaultAttributes& defaults)
    : tag_(element.tag), where_(element.where), remarks_(remarks) {
    for (const XmlAttribute& own : element.attributes) values_[own.name] = {own.value, where_};
    for (const auto& [name, value] : defaults) values_.try_emplace(name, Value{value.value, value.where});
}

// Every access marks the name as known, also of an attribute that is missing; lose_rest() reports the others.
const Attributes::Value* Attributes::read(const std::string& name) {
    read_.insert(name);
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
}

std::string Attributes::text(const std::string& name, const std::string& fallback) {
    const Value* value = read(name);
    return value ? value->text : fallback;
}

std::vector<double> Attributes::numbers(const std::string& name, std::size_t least, std::size_t most) {
    const Value* value = read(name);
    if (!value) return {};
    const std::optional<std::vector<double>> found = numbers_in(value->text);
    if (found && found->size() >= least && found->size() <= most) return *found;
    const std::string count =
        least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
    problem(name,
            "must be " + count + (most == 1 ? " finite number" : " finite numbers") + ", got " + shown(value->text));
    return {};
}

double Attributes::number(const std::string& name, double fallback) {
    const std::vector<double> values = numbers(name, 1, 1);
    return values.empty() ? fallback : values[0];
}
double Attributes::not_negative(const std::string& name, double fallback) {
    const double value = number(name, fallback);
    if (!has(name) || value >= 0) return value;
    problem(name, "must be >= 0, got " + number_text(value));
    return fallback;
}

Vector3 Attributes::vector(const std::string& name, const Vector3& fallback) {
    const std::vector<double> three = numbers(name, 3, 3);
    return three.empty() ? fallback : Vector3{three[0], three[1], three[2]};
}
// Scales the three numbers to length 1. They may be of any length but almost zero.
Vector3 Attributes::direction(const std::string& name, const Vector3& fallback) {
    const Vector3 given = vector(name, fallback);
    const double size = length(given);
    if (size > 1e-100 && std::isfinite(size)) return times(1 / size, given);
    problem(name, "must be a direction, got three numbers of length " + number_text(size));
    return fallback;
}

bool Attributes::yes(const std::string& name, bool fallback) {
    const Value* value = read(name);
    if (!value) return fallback;
    if (value->text != "true" && value->text != "false")
        problem(name, "must be true or false, got " + shown(value->text));
    return value->text == "true";
}

void Attributes::skip(const std::vector<std::string>& names) { read_.insert(names.begin(), names.end()); }

bool Attributes::require(const std::string& name) {
    if (!has(name)) remarks_.problem(where_, "<" + tag_ + "> needs the attribute '" + name + "'");
    return has(name);
}

void Attributes::problem(const std::string& name, const std::string& what) {
    const auto found = values_.find(name);
    remarks_.problem(found == values_.end() ? where_ : found->second.where,
                     "attribute '" + name + "' of <" + tag_ + "> " + what);
}

void Attributes::lose_rest() {
    for (const auto& [name, value] : values_)
        if (!read_.contains(name) && !name.starts_with("xmlns"))
            remarks_.lose("unknown", value.where, "attribute '" + name + "' of <" + tag_ + ">");
}

}  // namespace cchnn
