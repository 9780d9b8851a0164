#include "spec/json/comments.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

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
    std::transform(key.begin(), key.end(), key.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
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

}  // namespace cchnn
