#include "convert/remarks.hpp"

#include <algorithm>

namespace cchnn {

const std::vector<std::string>& loss_kinds() {
    static const std::vector<std::string> kinds{"actuator",   "armature",  "bodies", "contact",  "damping",
                                                "deformable", "equality",  "fluid",  "friction", "limit",
                                                "mimic",      "mocap",     "plugin", "sensor",   "setting",
                                                "shape",      "stiffness", "tendon", "unknown"};
    return kinds;
}

void Remarks::lose(const std::string& kind, const std::string& where, const std::string& what) {
    const auto same = [&](const Loss& loss) {
        return loss.kind == kind && loss.what.where == where && loss.what.what == what;
    };
    // Repeats come close together; looking through all of them would take quadratic time.
    const auto recent = losses_.end() - std::min<std::ptrdiff_t>(std::ssize(losses_), 100);
    if (std::none_of(recent, losses_.end(), same)) losses_.push_back({kind, {where, what}});
}

}  // namespace cchnn
