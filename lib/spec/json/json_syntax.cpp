#include "spec/json/json_syntax.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"
#include "elements/parts/reading/json_pointer.hpp"
#include "spec/json/comments.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t most_levels = 32;         // a system needs 7, a job 5; later passes recurse
constexpr std::size_t most_values = 2'000'000;  // of a tree, 16 bytes a number: several trees are made of one
constexpr std::size_t most_keys = 20'000;       // an object is searched key by key: 10^8 comparisons
constexpr std::size_t most_duplicates = 200;    // told

// Follows the parser through the text: which pointer is being read, and which keys an object already has.
class Tracker {
  public:
    explicit Tracker(const std::string& source) : source_(source) {}

    void open(bool is_array) {
        count();
        if (levels_.size() == most_levels)
            throw SpecError(where(), "nested more than " + std::to_string(most_levels) + " levels deep");
        levels_.push_back(Level{.is_array = is_array});
    }
    void close() {
        levels_.pop_back();
        value();
    }
    void value() {
        count();
        if (!levels_.empty() && levels_.back().is_array) ++levels_.back().index;
    }
    void key(const std::string& name) {
        Level& level = levels_.back();
        level.key = name;
        const bool is_new = level.keys.insert(name).second;
        if (level.keys.size() > most_keys)
            throw SpecError(where(), "is one of more than " + std::to_string(most_keys) + " keys of an object");
        if (!is_new && duplicates_.size() < most_duplicates)
            duplicates_.push_back({where(), "duplicate key '" + name + "'"});
    }
    std::string where() const {
        std::string pointer;
        for (const Level& level : levels_)
            pointer = level.is_array ? child(pointer, level.index) : level.key ? child(pointer, *level.key) : pointer;
        return source_ + "#" + pointer;
    }
    const std::vector<Problem>& duplicates() const { return duplicates_; }

  private:
    struct Level {
        bool is_array = false;
        std::size_t index = 0;
        std::optional<std::string> key{};
        std::set<std::string> keys{};
    };

    void count() {
        if (++values_ > most_values)
            throw SpecError(source_, "holds more than " + std::to_string(most_values) + " values");
    }

    const std::string& source_;
    std::vector<Level> levels_;
    std::size_t values_ = 0;
    std::vector<Problem> duplicates_;
};

// What the parser finds goes to the tracker and then into the document. A parser with a callback would do both, and looks
// through the whole array after each object in it.
class CheckedBuilder {
  public:
    CheckedBuilder(Json& document, Tracker& tracker) : build_(document), tracker_(tracker) {}
    bool null() { return value() && build_.null(); }
    bool boolean(bool found) { return value() && build_.boolean(found); }
    bool number_integer(Json::number_integer_t found) { return value() && build_.number_integer(found); }
    bool number_unsigned(Json::number_unsigned_t found) { return value() && build_.number_unsigned(found); }
    bool number_float(double found, const std::string& text) {
        if (found == 0 && text.find_first_of("123456789") < text.find_first_of("eE"))
            throw SpecError(tracker_.where(), "number " + text + " does not fit a double");
        return value() && build_.number_float(found, text);
    }
    bool string(std::string& found) { return value() && build_.string(found); }
    bool binary(Json::binary_t& found) { return value() && build_.binary(found); }
    bool start_object(std::size_t size) { return open(false) && build_.start_object(size); }
    bool start_array(std::size_t size) { return open(true) && build_.start_array(size); }
    bool end_object() { return close() && build_.end_object(); }
    bool end_array() { return close() && build_.end_array(); }
    bool key(std::string& name) {
        tracker_.key(name);
        return build_.key(name);
    }
    template <class Error>
    bool parse_error(std::size_t byte, const std::string& token, const Error& error) {
        return build_.parse_error(byte, token, error);
    }

  private:
    bool value() {
        tracker_.value();
        return true;
    }
    bool open(bool is_array) {
        tracker_.open(is_array);
        return true;
    }
    bool close() {
        tracker_.close();
        return true;
    }

    nlohmann::detail::json_sax_dom_parser<Json> build_;  // throws what Json::parse throws
    Tracker& tracker_;
};

std::string line_and_column(const std::string& text, std::size_t byte) {
    const std::string before = text.substr(0, byte == 0 ? 0 : byte - 1);
    const std::size_t newline = before.rfind('\n');
    const std::size_t line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t column = before.size() - (newline == std::string::npos ? 0 : newline + 1) + 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// The parser's sentence without its own error number and position.
std::string plain_reason(const std::string& message) {
    const std::string marker = "syntax error while parsing ";
    const std::size_t at = message.find(marker);
    return at == std::string::npos ? message : "syntax error in " + message.substr(at + marker.size());
}

std::string overflowing_number(const std::string& message) {
    const std::size_t open = message.find('\'');
    const std::size_t close = message.rfind('\'');
    return open < close ? message.substr(open + 1, close - open - 1) + " " : "";
}

}  // namespace

nlohmann::ordered_json parse_json(const std::string& text, const std::string& source) {
    if (text.size() > most_text_bytes)
        throw SpecError(source, "holds more than " + std::to_string(most_text_bytes >> 20) + " MiB of JSON");
    Tracker tracker(source);
    Json document;
    CheckedBuilder builder(document, tracker);
    try {
        Json::sax_parse(text, &builder);
    } catch (const Json::parse_error& error) {
        const bool comment = is_comment_at(text, error.byte);
        throw SpecError(source,
                        line_and_column(text, error.byte) + ": " +
                            (comment ? "a comment; " + std::string(where_comments_go) : plain_reason(error.what())));
    } catch (const Json::out_of_range& error) {
        throw SpecError(tracker.where(), "number " + overflowing_number(error.what()) + "does not fit a double");
    }
    if (!tracker.duplicates().empty()) throw SpecError(tracker.duplicates());
    return document;
}

nlohmann::ordered_json json_object_in(const std::string& text) {
    try {
        Json document = parse_json(text, "");
        return document.is_object() ? document : Json();
    } catch (const SpecError&) {
        return nullptr;
    }
}

}  // namespace cchnn
