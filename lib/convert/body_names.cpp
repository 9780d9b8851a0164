#include "convert/body_names.hpp"

namespace cchnn {
namespace {

constexpr std::size_t longest = 64;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string valid_id(const std::string& name, const std::string& instead) {
    std::string id;
    for (const char c : name) id += is_letter(c) || is_digit(c) ? c : '_';
    if (id.empty() || id.find_first_not_of('_') == std::string::npos) return instead;
    if (!is_letter(id[0])) id = instead + "_" + id;
    return id.substr(0, longest);
}

std::string unique_id(const std::string& wanted, TakenIds& taken) {
    const auto [first, is_new] = taken.emplace(wanted, 2);
    if (is_new) return wanted;
    while (true) {
        const std::string tail = "_" + std::to_string(first->second++);
        const std::string id = wanted.substr(0, longest - tail.size()) + tail;
        if (taken.emplace(id, 2).second) return id;
    }
}

std::string valid_system_name(const std::string& name) {
    std::string valid;
    for (const char c : name)
        valid += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : is_letter(c) || is_digit(c) ? c : '_';
    return valid.empty() ? "model" : valid.substr(0, longest);
}

void name_bodies(const RobotModel& model, std::vector<MovingBody>& bodies, Remarks& remarks) {
    TakenIds taken;
    for (MovingBody& body : bodies) {
        const ModelBody& source = model.bodies[body.source];
        body.id = unique_id(valid_id(source.name, "body"), taken);
        if (body.id != source.name && !source.name.empty())
            remarks.note(source.where, "body '" + source.name + "' is called '" + body.id + "'");
    }
}

}  // namespace cchnn
