#include "spec/json/json_syntax.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/read_file.hpp"
#include "elements/parts/json_pointer.hpp"
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

    bool follow(Json::parse_event_t event, const Json& parsed) {
        using Event = Json::parse_event_t;
        if (event != Event::key && ++values_ > most_values)
            throw SpecError(source_, "holds more than " + std::to_string(most_values) + " values");
        switch (event) {
            case Event::object_start: open(false); break;
            case Event::array_start: open(true); break;
            case Event::object_end:
            case Event::array_end: levels_.pop_back(); [[fallthrough]];
            case Event::value: finish_value(); break;
            case Event::key: key(parsed.get_ref<const std::string&>()); break;
        }
        return true;
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

    void open(bool is_array) {
        if (levels_.size() == most_levels)
            throw SpecError(where(), "nested more than " + std::to_string(most_levels) + " levels deep");
        levels_.push_back(Level{.is_array = is_array});
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
    void finish_value() {
        if (!levels_.empty() && levels_.back().is_array) ++levels_.back().index;
    }

    const std::string& source_;
    std::vector<Level> levels_;
    std::size_t values_ = 0;
    std::vector<Problem> duplicates_;
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
    const auto follow = [&](int, Json::parse_event_t event, Json& parsed) { return tracker.follow(event, parsed); };
    Json document;
    try {
        document = Json::parse(text, follow);
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
