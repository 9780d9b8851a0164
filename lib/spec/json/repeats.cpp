#include "spec/json/repeats.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/joined.hpp"
#include "core/number_text.hpp"
#include "elements/parts/formula/number_formula.hpp"
#include "elements/parts/reading/json_pointer.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;
// Limits on the expanded document: the same as for a file in which everything is written out.
constexpr std::size_t most_values = bounds_of_systems.values, most_bytes = bounds_of_systems.bytes;

// Why an item cannot be repeated. It is caught for each item, so that all items of a file are checked.
struct RepeatError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// One name of "repeat", with its first and last number. Both are used.
struct Loop {
    std::string name;
    long first, last;
};

// Small files could otherwise ask for more copies than memory holds.
void require_few(std::size_t values) {
    if (values > most_values) throw RepeatError("makes more than " + std::to_string(most_values) + " values");
}

std::size_t values_in(const Json& value) {
    std::size_t count = 1;
    if (value.is_structured())
        for (const Json& inner : value) count += values_in(inner);
    return count;
}

// Bounded so that no count overflows.
bool is_whole(const Json& value) { return value.is_number_integer() && std::abs(value.get<double>()) <= 1e6; }

// The loops in the order of the file; the number of copies is the product of their lengths.
std::vector<Loop> loops_of(const Json& repeat) {
    std::vector<Loop> loops;
    long count = 1;
    const char* rule = R"(must be {"i": [first, last]}, whole numbers with first <= last, for one or more names)";
    if (!repeat.is_object() || repeat.empty()) throw RepeatError(rule);
    for (const auto& [name, range] : repeat.items()) {
        if (!range.is_array() || range.size() != 2 || !is_whole(range[0]) || !is_whole(range[1]) ||
            range[0] > range[1] || is_formula_word(name))
            throw RepeatError(std::string(rule) + ", got " + repeat.dump().substr(0, 60));
        loops.push_back({name, range[0], range[1]});
        count *= loops.back().last - loops.back().first + 1;
        require_few(count);
    }
    return loops;
}

// The value of a formula in braces as decimal digits. Only whole numbers are allowed: such a text becomes a
// part of a name.
std::string whole_text(const std::string& formula, const NamedNumbers& numbers) {
    std::vector<std::string> names;
    for (const auto& [name, value] : numbers) names.push_back(name);
    const double value = NumberFormula(formula, names).value(numbers);
    if (std::nearbyint(value) != value || std::fabs(value) > 1e9)
        throw RepeatError("'{" + formula + "}' must be a whole number, is " + number_text(value));
    return std::to_string(static_cast<long>(value));
}

// The text with each {formula} replaced by its value.
std::string filled(const std::string& text, const NamedNumbers& numbers) {
    std::string result;
    std::size_t copied = 0;
    for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', copied)) {
        const std::size_t close = text.find('}', open);
        if (close == std::string::npos) throw RepeatError("'{' without '}' in \"" + text.substr(0, 60) + "\"");
        result += text.substr(copied, open - copied);
        result += whole_text(text.substr(open + 1, close - open - 1), numbers);
        copied = close + 1;
    }
    return result + text.substr(copied);
}

// Fills all texts in a value, and the keys of its objects.
Json filled(const Json& value, const NamedNumbers& numbers) {
    if (value.is_string()) return filled(value.get<std::string>(), numbers);
    if (!value.is_structured()) return value;
    Json made = value.is_array() ? Json::array() : Json::object();
    for (const auto& [key, inner] : value.items()) {
        if (value.is_array()) made.push_back(filled(inner, numbers));
        else made[filled(key, numbers)] = filled(inner, numbers);
    }
    return made;
}

// The numbers of a copy for messages: "i = 2, j = 1".
std::string numbers_text(const std::vector<Loop>& loops, const NamedNumbers& numbers) {
    return joined(loops, ", ", [&](const Loop& loop) {
        return loop.name + " = " + std::to_string(static_cast<long>(numbers.at(loop.name)));
    });
}

// Moves to the next numbers, the last loop fastest. False after the last ones.
bool advance(const std::vector<Loop>& loops, NamedNumbers& numbers) {
    for (std::size_t k = loops.size(); k-- > 0;) {
        double& number = numbers.at(loops[k].name);
        if (++number <= static_cast<double>(loops[k].last)) return true;
        number = static_cast<double>(loops[k].first);
    }
    return false;
}

}  // namespace

// Calls use(copy, text of the numbers, numbers) for each copy of an item.
template <class Use>
void Repeats::each_copy(const Json& item, const std::string& pointer, const Use& use) {
    try {
        const std::vector<Loop> loops = loops_of(item.at("repeat"));
        Json bare = item;
        bare.erase("repeat");
        const std::size_t values = values_in(bare);
        const std::size_t bytes = bare.dump(-1, ' ', false, Json::error_handler_t::replace).size();
        NamedNumbers numbers;
        for (const Loop& loop : loops) numbers[loop.name] = static_cast<double>(loop.first);
        do {
            values_ += values;
            require_few(values_);
            if ((bytes_ += bytes) > most_bytes)
                throw RepeatError("makes more than " + std::to_string(most_bytes >> 20) + " MiB of text");
            use(filled(bare, numbers), numbers_text(loops, numbers), numbers);
        } while (advance(loops, numbers));
    } catch (const RepeatError& error) {
        problems_.push_back({source_ + "#" + child(pointer, "repeat"), error.what()});
    } catch (const NumberFormulaError& error) {
        problems_.push_back({source_ + "#" + pointer, std::string("in braces: ") + error.what()});
    }
}

// Replaces a list by one with all copies in it, and notes for each place of the new list where in the file it
// comes from.
void Repeats::expand_list(Json& list, const std::string& pointer) {
    Json made = Json::array();
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string read = child(pointer, i);
        const auto add = [&](Json copy, const std::string& text) {
            add_origin(child(pointer, made.size()), read, text);
            made.push_back(std::move(copy));
        };
        if (list[i].is_object() && list[i].contains("repeat"))
            each_copy(list[i], read,
                      [&](Json copy, const std::string& text, const NamedNumbers&) { add(std::move(copy), text); });
        else add(list[i], "");
    }
    list = std::move(made);
}

// For objects the key is filled too and makes the copies different. Two equal keys are a problem.
void Repeats::expand_keys(Json& object, const std::string& pointer) {
    Json made = Json::object();
    std::set<std::string> names;  // of `made`, which looks for a key among all
    for (const auto& [key, item] : object.items()) {
        const std::string read = child(pointer, key);
        const std::string name = key;
        const auto add = [&](const std::string& filled_key, Json copy, const std::string& text) {
            add_origin(child(pointer, filled_key), read, text);
            if (names.insert(filled_key).second)
                return void(made.get_ref<Json::object_t&>().Container::emplace_back(filled_key, std::move(copy)));
            problems_.push_back({source_ + "#" + read,
                                 "'" + filled_key + "' appears twice" + (text.empty() ? "" : ", again for " + text)});
        };
        if (!item.is_object() || !item.contains("repeat")) {
            add(name, item, "");
            continue;
        }
        each_copy(item, read, [&](Json copy, const std::string& text, const NamedNumbers& numbers) {
            if (copy.size() == 1 && copy.contains("formula")) copy = Json(copy.at("formula"));
            add(filled(name, numbers), std::move(copy), text);
        });
    }
    object = std::move(made);
}

// Only lists of items, the draws and the poses of bodies can be repeated. What has the wrong type is left for
// the schema check.
Repeats::Repeats(Json& document, const std::string& source) : source_(source) {
    if (!document.is_object()) return;
    values_ = values_in(document);
    for (const char* list : {"bodies", "constraints", "potentials", "damping", "contacts"})
        if (document.contains(list) && document.at(list).is_array())
            expand_list(document.at(list), std::string("/") + list);
    if (document.contains("draws") && document.at("draws").is_object()) expand_keys(document.at("draws"), "/draws");
    const Json::json_pointer placements("/initial_conditions/bodies");
    if (document.contains("initial_conditions") && document.at("initial_conditions").is_object() &&
        document.contains(placements) && document.at(placements).is_object())
        expand_keys(document.at(placements), "/initial_conditions/bodies");
}

void Repeats::add_origin(const std::string& written_out, const std::string& read, const std::string& numbers) {
    if (!numbers.empty() || written_out != read) origins_.try_emplace(written_out, Origin{read, numbers});
}

// The origin of the item that a pointer leads into. Items are two or three names deep; `end` becomes the length
// of that part.
const Repeats::Origin* Repeats::origin_of(std::string_view pointer, std::size_t& end) const {
    for (end = pointer.find('/', 1); end != std::string_view::npos; end = pointer.find('/', end + 1))
        if (const auto found = origins_.find(std::string(pointer.substr(0, end))); found != origins_.end())
            return &found->second;
    end = pointer.size();
    const auto found = origins_.find(std::string(pointer));
    return found == origins_.end() ? nullptr : &found->second;
}

// Problems are found in the expanded document, whose places the user has never seen. Each is moved to the place
// in the file; a problem that all copies have is reported once, with the numbers of the first.
std::vector<Problem> Repeats::in_the_file(std::vector<Problem> problems) const {
    const std::size_t from = source_.size() + 1;
    std::vector<Problem> reported;
    std::set<std::pair<std::string, std::string>> repeated;
    for (Problem& problem : problems) {
        std::size_t end = 0;
        const bool has_place = problem.where.starts_with(source_ + "#");
        const Origin* origin = has_place ? origin_of(std::string_view(problem.where).substr(from), end) : nullptr;
        if (origin) problem.where = source_ + "#" + origin->read + problem.where.substr(from + end);
        const std::string numbers = origin ? origin->numbers : "";
        if (!numbers.empty() && !repeated.insert({problem.where, problem.what}).second) continue;
        if (!numbers.empty()) problem.what += " (" + numbers + ")";
        reported.push_back(std::move(problem));
    }
    return reported;
}

}  // namespace cchnn
