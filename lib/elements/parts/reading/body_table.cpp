#include "elements/parts/reading/body_table.hpp"

#include "core/nearest_name.hpp"

namespace cchnn {

BodyTable::BodyTable(const std::vector<BodySpec>& bodies) {
    for (const BodySpec& body : bodies) {
        if (!body_of_.try_emplace(body.id, &body).second) continue;
        ids_.push_back(body.id);
        (is_origin(body) ? origins_ : moving_).push_back(body.id);
    }
}

bool BodyTable::check_known(const std::string& pointer, const std::string& id, Findings& findings) const {
    if (contains(id)) return true;
    findings.add(pointer, "unknown body '" + id + "'" + findings.nearest_to(id, ids_));
    return false;
}

bool BodyTable::check_moves(const std::string& pointer, const std::string& id, Findings& findings) const {
    if (!check_known(pointer, id, findings)) return false;
    if (!is_origin(at(id))) return true;
    findings.add(pointer, "'" + id + "' is an Origin and never moves" + findings.nearest_to(id, moving_));
    return false;
}

bool BodyTable::check_origin(const std::string& pointer, const std::string& id, Findings& findings) const {
    if (!check_known(pointer, id, findings)) return false;
    if (is_origin(at(id))) return true;
    findings.add(pointer,
                 "must be an Origin, '" + id + "' is an " + type_name(at(id).type) + findings.nearest_to(id, origins_));
    return false;
}

}  // namespace cchnn
