#include "spec/reading/sound_parts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "elements/parts/reading/json_pointer.hpp"
#include "spec/json/schema_check.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;
using Pointer = Json::json_pointer;

constexpr std::size_t most_problems = 200;  // the programs tell no more
const std::string at_states = "/initial_conditions", at_placements = "/initial_conditions/bodies";

// The first names of a pointer, "/bodies/2" of "/bodies/2/mass"; the whole pointer if it has no more.
std::string first_names(const std::string& pointer, int count) {
    std::size_t end = 0;
    for (int i = 0; i < count && end != std::string::npos; ++i) end = pointer.find('/', end + 1);
    return pointer.substr(0, end);
}
int name_count(const std::string& pointer) { return static_cast<int>(std::ranges::count(pointer, '/')); }
bool is_inside(const std::string& pointer, const std::string& part) {
    return pointer == part || pointer.starts_with(part + "/");
}

// Whether one of the names of a pointer is this one, such as the key of a state or of a pose.
bool has_name(const std::string& pointer, const std::string& name) {
    return (pointer + "/").find(child("", name) + "/") != std::string::npos;
}

// Whether any text in a value, except that of "type", contains the id of a body, alone or in a formula.
bool mentions(const Json& value, const std::string& id) {
    if (value.is_string()) return value.get_ref<const std::string&>().find(id) != std::string::npos;
    if (!value.is_structured()) return false;
    for (const auto& [key, inner] : value.items())
        if (key != "type" && mentions(inner, id)) return true;
    return false;
}

// An item that the schema allows in the list of this name.
Json allowed_item(const std::string& list) {
    if (list == "/constraints") return {{"type", "Link"}, {"between", {"a", "b"}}, {"length", 1}};
    if (list == "/potentials") return {{"type", "Gravity"}};
    if (list == "/contacts")
        return {{"type", "Contact"}, {"shape", "within"}, {"between", {"a", "b"}}, {"distance", 1}, {"restitution", 1}};
    return {{"type", "Damping"}, {"body", "a"}, {"coefficient", 0}};
}

// A copy of the document in which invalid parts are replaced. Remembers which, to recognise findings that
// follow from them.
class SoundParts {
  public:
    SoundParts(const Json& given, const std::string& source) : document(given), source_(source) {}

    // Whether the document follows the schema now.
    bool leave_out(const std::vector<Problem>& problems);
    // Those findings on `document` that are true of the one that was given.
    std::vector<Problem> without_doubtful(std::vector<Problem> findings) const;

    Json document;

  private:
    // Replaces the part that a pointer leads into. False if too much depends on it.
    bool replace(const std::string& pointer);
    bool replace_body(const std::string& item);
    // Whether a finding may only follow from a replaced part.
    bool is_doubtful(const Problem& finding) const;

    std::string source_;
    std::set<std::string> replaced_{};       // pointers
    std::set<std::string> faulty_bodies_{};  // ids
    bool faulty_constraints_ = false;
};

bool SoundParts::leave_out(const std::vector<Problem>& problems) {
    for (const Problem& problem : problems)
        if (!problem.where.starts_with(source_ + "#") || !replace(problem.where.substr(source_.size() + 1)))
            return false;
    for (const std::string top : {"/name", "/initial_conditions"})
        if (!document.contains(Pointer(top))) replace(top);
    return schema_problems(document, source_).empty();
}

// False if too many other parts depend on this one.
bool SoundParts::replace(const std::string& pointer) {
    const std::string top = first_names(pointer, 1), item = first_names(pointer, 2);
    if (pointer.empty() || top == "/dimension" || top == "/draws" || top == "/inputs") return pointer.empty();
    if (top == "/name") {
        document["name"] = "unnamed";
    } else if (top == "/bodies") {
        return item != top && replace_body(item);
    } else if (top == at_states) {
        const bool placement = is_inside(pointer, at_placements) && name_count(pointer) > 2;
        const std::string part = placement ? first_names(pointer, 3) : top;
        replaced_.insert(part);
        if (placement) document[Pointer(part)] = {{"position", Json::array({0})}};
        else document[Pointer(part)] = {{"bodies", Json::object()}};
    } else if ((top == "/constraints" || top == "/potentials" || top == "/damping" || top == "/contacts") &&
               item != top) {
        faulty_constraints_ = faulty_constraints_ || top == "/constraints";
        replaced_.insert(item);
        document[Pointer(item)] = allowed_item(top);
    } else {
        faulty_constraints_ = faulty_constraints_ || top == "/constraints";
        replaced_.insert(top);
        document.erase(Pointer(top).back());
    }
    return true;
}

bool SoundParts::replace_body(const std::string& item) {
    Json& body = document[Pointer(item)];
    if (replaced_.contains(item)) return true;
    if (!body.is_object() || !body.contains("id") || !body.at("id").is_string()) return false;
    const bool origin = body.contains("type") && body.at("type") == "Origin";
    faulty_bodies_.insert(body.at("id").get<std::string>());
    replaced_.insert(item);
    Json allowed{{"id", body.at("id")}, {"type", origin ? "Origin" : "Obj0D"}};
    if (!origin) allowed["mass"] = 1;
    body = std::move(allowed);
    return true;
}

bool SoundParts::is_doubtful(const Problem& finding) const {
    const std::string pointer = finding.where.substr(std::min(finding.where.size(), source_.size() + 1));
    for (const std::string& part : replaced_)
        if (is_inside(pointer, part)) return true;
    // An input may drive a faulty item; problems of the input itself have a longer pointer.
    if (!replaced_.empty() && first_names(pointer, 1) == "/inputs" && name_count(pointer) == 2) return true;
    const bool placement = pointer.starts_with(at_placements + "/");
    // How a body is placed depends on what holds it; problems of the numbers of a placement have a longer pointer.
    if (faulty_constraints_ && placement && name_count(pointer) <= 4) return true;
    const Pointer item(first_names(pointer, placement ? 3 : 2));
    return std::ranges::any_of(faulty_bodies_, [&](const std::string& id) {
        return finding.what.find("'" + id + "'") != std::string::npos || has_name(pointer, id) ||
               (document.contains(item) && mentions(document.at(item), id));
    });
}

std::vector<Problem> SoundParts::without_doubtful(std::vector<Problem> findings) const {
    std::erase_if(findings, [&](const Problem& finding) { return is_doubtful(finding); });
    return findings;
}

}  // namespace

std::vector<Problem> problems_of_sound_parts(const Json& document, const std::vector<Problem>& problems,
                                             const std::string& source, const Judge& judge) {
    if (!document.is_object() || problems.size() >= most_problems) return {};
    SoundParts parts(document, source);
    if (!parts.leave_out(problems)) return {};
    return parts.without_doubtful(judge(parts.document));
}

}  // namespace cchnn
