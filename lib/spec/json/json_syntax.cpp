#include "spec/json/json_syntax.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/printable.hpp"
#include "elements/parts/reading/json_pointer.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// Whether a key is a comment. Words such as "note" count only with a text as their value, because a body may be
// called "note".
bool is_comment(std::string key, const Json& value, const std::string& where) {
    if (key.starts_with("//") || key.starts_with("#")) return true;
    if (!value.is_string() || where.ends_with("#/draws")) return false;
    std::erase_if(key, [](char c) { return c == '_' || c == '-' || c == '$'; });
    std::ranges::transform(key, key.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return key == "comment" || key == "comments" || key == "note" || key == "remark";
}

// Moves what remains into a new object. Erasing keys one by one would move all following ones each time.
void take_out(Json& object, const std::string& where, std::vector<Problem>& problems) {
    const std::size_t before = problems.size();
    for (auto entry = object.begin(); entry != object.end(); ++entry)
        if (is_comment(entry.key(), *entry, where))
            problems.push_back({child(where, entry.key()), "a comment; " + std::string(where_comments_go)});
    if (problems.size() == before) return;
    Json::object_t::Container kept;
    for (auto& [key, inner] : object.get_ref<Json::object_t&>())
        if (!is_comment(key, inner, where)) kept.emplace_back(key, std::move(inner));
    static_cast<Json::object_t::Container&>(object.get_ref<Json::object_t&>()).swap(kept);
}

void refuse(Json& value, const std::string& where, std::vector<Problem>& problems) {
    if (value.is_object()) take_out(value, where, problems);
    if (!value.is_structured()) return;
    std::size_t i = 0;
    for (auto entry = value.begin(); entry != value.end(); ++entry, ++i)
        refuse(*entry, value.is_object() ? child(where, entry.key()) : child(where, i), problems);
}

constexpr std::size_t most_levels = 32;       // a system needs 7, a job 5; later passes recurse
constexpr std::size_t most_keys = 20'000;     // an object is searched key by key
constexpr std::size_t most_duplicates = 200;  // reported

// Follows the parser through the text: knows the JSON pointer that is being read and the keys that each open
// object already has.
class Tracker {
  public:
    Tracker(const std::string& source, std::size_t most_values) : source_(source), most_values_(most_values) {}

    // Bounds the depth, because later passes call themselves for each level and would use up the stack.
    void open(bool is_array) {
        count();
        if (levels_.size() == most_levels)
            throw SpecError(where(), "nested more than " + std::to_string(most_levels) + " levels deep");
        levels_.push_back(Level{.is_array = is_array});
    }
    void close() {
        levels_.pop_back();
        go_on();
    }
    void value() {
        count();
        go_on();
    }
    // Duplicate keys are collected and reported together; JSON allows them, but which one counts depends on the
    // reader.
    void key(const std::string& name) {
        Level& level = levels_.back();
        level.key = name;
        const bool is_new = level.keys.insert(name).second;
        if (level.keys.size() > most_keys)
            throw SpecError(where(), "is one of more than " + std::to_string(most_keys) + " keys of an object");
        if (!is_new && duplicates_.size() < most_duplicates)
            duplicates_.push_back({where(), "duplicate key '" + name + "'"});
    }
    // The JSON pointer of what is being read, behind the name of the source and '#'.
    std::string where() const {
        std::string pointer;
        for (const Level& level : levels_)
            pointer = level.is_array ? child(pointer, level.index) : level.key ? child(pointer, *level.key) : pointer;
        return source_ + "#" + pointer;
    }
    const std::vector<Problem>& duplicates() const { return duplicates_; }

  private:
    // An object or array that is open: the index or key that is being read in it, and for an object the keys so
    // far.
    struct Level {
        bool is_array = false;
        std::size_t index = 0;
        std::optional<std::string> key{};
        std::set<std::string> keys{};
    };

    // A value has ended: in an array, the next one has the next index.
    void go_on() {
        if (!levels_.empty() && levels_.back().is_array) ++levels_.back().index;
    }
    void count() {
        if (++values_ > most_values_)
            throw SpecError(source_, "holds more than " + std::to_string(most_values_) + " values");
    }

    const std::string& source_;
    std::size_t most_values_;
    std::vector<Level> levels_;
    std::size_t values_ = 0;
    std::vector<Problem> duplicates_;
};

// Receives the parser's events, passes them to the tracker, and builds the document. The builder of the
// nlohmann library compares each key with all keys of its object, which is quadratic; here the tracker already
// knows which keys are new.
class CheckedBuilder {
  public:
    CheckedBuilder(Json& document, Tracker& tracker) : document_(document), tracker_(tracker) {}
    bool null() { return add(nullptr); }
    bool boolean(bool found) { return add(found); }
    bool number_integer(Json::number_integer_t found) { return add(found); }
    bool number_unsigned(Json::number_unsigned_t found) { return add(found); }
    // A number too small for a double is read as 0 by the library. If its digits before the exponent are not
    // all zero, that is an error here.
    bool number_float(double found, const std::string& text) {
        if (found == 0 && text.find_first_of("123456789") < text.find_first_of("eE"))
            throw SpecError(tracker_.where(), "number " + shortened(text) + " does not fit a double");
        return add(found);
    }
    bool string(std::string& found) { return add(std::move(found)); }
    bool binary(Json::binary_t&) { return false; }  // of other formats than JSON
    bool start_object(std::size_t) { return open(Json::object()); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        tracker_.key(name);
        key_ = std::move(name);
        return true;
    }
    template <class Error>
    bool parse_error(std::size_t, const std::string&, const Error& error) {
        throw error;
    }

  private:
    bool add(Json value) {
        tracker_.value();
        place(std::move(value));
        return true;
    }
    bool open(Json empty) {
        tracker_.open(empty.is_array());
        open_.push_back(&place(std::move(empty)));
        return true;
    }
    bool close() {
        tracker_.close();
        open_.pop_back();
        return true;
    }
    // Appends a value. A duplicate key may be appended too, since such a document is rejected in the end.
    Json& place(Json value) {
        if (open_.empty()) return document_ = std::move(value);
        Json& parent = *open_.back();
        if (parent.is_array()) return parent.emplace_back(std::move(value));
        auto& entries = static_cast<Json::object_t::Container&>(parent.get_ref<Json::object_t&>());
        return entries.emplace_back(std::move(key_), std::move(value)).second;
    }

    Json& document_;
    Tracker& tracker_;
    std::vector<Json*> open_;  // from the root to what is being filled
    std::string key_;          // of the value that comes next
};

// What is written where a value that JSON does not have begins or ends, such as NaN or True; "" if it is none of these.
std::string other_word_at(const std::string& text, std::size_t byte) {
    static const std::map<std::string, std::string> others{{"nan", "its numbers are finite"},
                                                           {"inf", "its numbers are finite"},
                                                           {"infinity", "its numbers are finite"},
                                                           {"true", "write true"},
                                                           {"false", "write false"},
                                                           {"none", "write null"}};
    const auto in_word = [&](std::size_t i) { return std::isalpha(static_cast<unsigned char>(text[i])) != 0; };
    std::size_t begin = byte == 0 ? 0 : byte - 1, end = begin;
    while (begin > 0 && begin <= text.size() && in_word(begin - 1)) --begin;
    while (end < text.size() && in_word(end)) ++end;
    const std::string word = text.substr(begin, end - begin);
    std::string small = word;
    std::ranges::transform(small, small.begin(), [](unsigned char c) { return std::tolower(c); });
    const auto found = others.find(small);
    const bool is_json = found == others.end() || found->second == "write " + word;
    return is_json ? "" : word + " is not JSON; " + found->second;
}

// Both are counted from 1, as editors do. Columns are bytes.
std::string line_and_column(const std::string& text, std::size_t byte) {
    const std::string before = text.substr(0, byte == 0 ? 0 : byte - 1);
    const std::size_t newline = before.rfind('\n');
    const std::size_t line = 1 + std::ranges::count(before, '\n');
    const std::size_t column = before.size() - (newline == std::string::npos ? 0 : newline + 1) + 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// Shortens the quotation in the parser's message, which may contain all of a long text.
std::string with_short_quote(const std::string& message) {
    const std::size_t open = message.find('\''), close = message.rfind('\'');
    if (open >= close) return message;
    return message.substr(0, open + 1) + shortened(message.substr(open + 1, close - open - 1)) + message.substr(close);
}

// The parser's name of a token in words that a user knows.
std::string token_words(const std::string& token) {
    static const std::map<std::string, std::string> words{{"end of input", "the end of the text"},
                                                          {"string literal", "a string"},
                                                          {"number literal", "a number"},
                                                          {"true literal", "true"},
                                                          {"false literal", "false"},
                                                          {"null literal", "null"},
                                                          {"'[', '{', or a literal", "a value"}};
    const auto found = words.find(token);
    return found == words.end() ? token : found->second;
}

// The parser's message without its own error number and position, and with what was expected first: "syntax
// error while parsing object - unexpected string literal; expected '}'" becomes "syntax error in object:
// expected ',' or '}', got a string".
std::string plain_reason(const std::string& message) {
    const std::string marker = "syntax error while parsing ", middle = " - ", unexpected = "unexpected",
                      expected = "; expected ";
    const std::size_t begin = message.find(marker), dash = message.find(middle, begin);
    if (begin == std::string::npos || dash == std::string::npos) return message;
    const std::string context = message.substr(begin + marker.size(), dash - begin - marker.size());
    const std::string reason = message.substr(dash + middle.size()), start = "syntax error in " + context + ": ";
    if (!reason.starts_with(unexpected)) return start + with_short_quote(reason);
    const std::size_t rule = reason.find(expected);
    const std::string got = token_words(reason.substr(unexpected.size() + 1, rule - unexpected.size() - 1));
    std::string wanted = rule == std::string::npos ? "a value" : token_words(reason.substr(rule + expected.size()));
    if (wanted == "'}'" || wanted == "']'") wanted = "',' or " + wanted;
    return start + "expected " + wanted + ", got " + got;
}

// The number in the library's message about one that is too large, with a blank behind it; empty if the message
// has none.
std::string overflowing_number(const std::string& message) {
    const std::size_t open = message.find('\'');
    const std::size_t close = message.rfind('\'');
    return open < close ? shortened(message.substr(open + 1, close - open - 1)) + " " : "";
}

}  // namespace

const char* const where_comments_go = "JSON has no comments: put remarks into 'description'";

std::vector<Problem> refused_comments(Json& document, const std::string& source) {
    std::vector<Problem> problems;
    refuse(document, source + "#", problems);
    return problems;
}

bool is_comment_at(const std::string& text, std::size_t byte) {
    for (std::size_t begin = byte > 2 ? byte - 2 : 0; begin < byte && begin < text.size(); ++begin)
        if (text[begin] == '#' || text.compare(begin, 2, "//") == 0 || text.compare(begin, 2, "/*") == 0) return true;
    return false;
}

// The size is bounded before parsing, depth and number of values during it. Keys keep their order, since the
// order of bodies and draws has a meaning.
nlohmann::ordered_json parse_json(const std::string& text, const std::string& source, JsonBounds bounds) {
    if (text.size() > bounds.bytes)
        throw SpecError(source, "holds more than " + std::to_string(bounds.bytes >> 20) + " MiB of JSON");
    Tracker tracker(source, bounds.values);
    Json document;
    CheckedBuilder builder(document, tracker);
    try {
        Json::sax_parse(text, &builder);
    } catch (const Json::parse_error& error) {
        const std::string other = other_word_at(text, error.byte);
        const std::string what = is_comment_at(text, error.byte) ? "a comment; " + std::string(where_comments_go)
                                 : other.empty()                 ? plain_reason(error.what())
                                                                 : other;
        throw SpecError(source, line_and_column(text, error.byte) + ": " + what);
    } catch (const Json::out_of_range& error) {
        throw SpecError(tracker.where(), "number " + overflowing_number(error.what()) + "does not fit a double");
    }
    if (!tracker.duplicates().empty()) throw SpecError(tracker.duplicates());
    return document;
}

// For texts that may or may not be JSON: null if it is none, or no object.
nlohmann::ordered_json json_object_in(const std::string& text) {
    try {
        Json document = parse_json(text, "", bounds_of_systems);
        return document.is_object() ? document : Json();
    } catch (const SpecError&) {
        return nullptr;
    }
}

bool has_format(const std::string& text, const std::string& format) {
    const Json document = json_object_in(text);
    return document.is_object() && document.value("format", Json()) == format;
}

}  // namespace cchnn
