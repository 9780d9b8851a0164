#include "spec/json/not_described.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace cchnn {
namespace {

struct Missing {
    std::vector<std::string_view> words;  // small letters alone; any of them in the name
    std::string_view text;
};

// The first that fits: "MotorTorque" is a motor, "TorsionSpring" no rope.
const std::vector<Missing>& all_missing() {
    static const std::vector<Missing> all = {
        {{"contact", "collision", "impact", "floor", "wall"},
         "contact cannot be described; a Potential that grows steeply near the surface repels, a Rolling body stays on "
         "a "
         "plane, a Track keeps points on a curve"},
        {{"friction", "coulomb"},
         "dry friction cannot be described; a TorsionDamper is the viscous friction of a bearing, a Dashpot that of a "
         "cylinder, Damping that of the air"},
        {{"limit", "endstop"},
         "limits of joints cannot be described; a Potential that grows steeply with the distance of a point of each "
         "body "
         "stops them"},
        {{"motor", "servo", "actuator", "controller"},
         "motors with control cannot be described; a Torque is the same at all times, a heavy flywheel that starts at "
         "a "
         "rate drives a body through a TorsionDamper"},
        {{"angularspring", "rotationalspring", "rotaryspring", "hingespring", "spiralspring"},
         "a spring against turning is a TorsionSpring"},
        {{"belt", "chaindrive", "transmission"},
         "a belt or a chain on two wheels is a Gear with a negative number of teeth"},
        {{"screw", "leadscrew", "helical", "pinion", "rackandpinion"},
         "a screw in its nut is a Rack, its radius the lead by 2 pi, and so is a pinion on its rack"},
        {{"timeforce", "forcing", "excitation", "shaker"},
         "forces that depend on time cannot be described; a heavy body that swings on a Spring of its own pulls as a "
         "sine"},
        {{"cable", "tendon", "onesided", "unilateral", "slack"},
         "ropes that go slack cannot be described; a Rope or a Link is always taut, a Potential of the distance may "
         "pull "
         "from a length on"},
    };
    return all;
}

std::string small_letters(std::string_view name) {
    std::string letters;
    for (const char c : name)
        if (std::isalpha(static_cast<unsigned char>(c)))
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return letters;
}

}  // namespace

std::string not_described(std::string_view name) {
    const std::string letters = small_letters(name);
    const auto names_it = [&](std::string_view word) { return letters.find(word) != std::string::npos; };
    for (const auto& [words, text] : all_missing())
        if (std::any_of(words.begin(), words.end(), names_it))
            return "; " + std::string(text) + " (schemas/system.md, What can be described, and what cannot)";
    return "";
}

}  // namespace cchnn
