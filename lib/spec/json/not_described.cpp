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

// The first entry with a matching word decides: "MotorTorque" is a motor, and "TorsionSpring" must not match a
// rope.
const std::vector<Missing>& all_missing() {
    static const std::vector<Missing> all = {
        {{"contact", "collision", "impact", "floor", "wall"},
         "contact cannot be described; use a Potential that grows steeply near the surface, Rolling on a plane, or a "
         "Track along a curve"},
        {{"friction", "coulomb"},
         "dry friction cannot be described; use viscous friction: a TorsionDamper for a bearing, a Dashpot for a "
         "cylinder, Damping for the air"},
        {{"limit", "endstop"},
         "limits of joints cannot be described; use a Potential that grows steeply with the distance of two points, "
         "one of each body"},
        {{"motor", "servo", "actuator", "control"},
         "feedback control cannot be described; use a Torque or Force with an 'input', whose values come from outside"},
        {{"angularspring", "rotationalspring", "rotaryspring", "hingespring", "spiralspring"},
         "a spring against rotation is a TorsionSpring"},
        {{"belt", "chaindrive", "transmission"},
         "a belt or a chain on two wheels is a Gear with a negative number of teeth"},
        {{"helical", "leadscrew", "ballscrew"}, "a screw in its nut is a Screw"},
        {{"pinion"}, "a pinion on its rack is a Rack"},
        {{"timeforce", "forcing", "excitation", "shaker"},
         "a force that depends on time is a Force or Torque with an 'input' that is a formula of t"},
        {{"cable", "tendon", "onesided", "unilateral", "slack"},
         "ropes that go slack cannot be described; use a Rope or a Link, which are always taut, or a Potential that "
         "pulls beyond a distance"},
        {{"magneticforce", "lorentz"}, "the force of a magnetic field on a charge is a MagneticField"},
        {{"drag", "airresistance"}, "quadratic drag is a Drag, among 'damping'; Damping is linear in the velocity"},
        {{"knife", "skate", "blade"},
         "a blade that does not slip sideways is a VelocityConstraint, of a point of it and one along the edge"},
        {{"nonholonomic"}, "an equation that is linear in velocities is a VelocityConstraint"},
        {{"holonomic", "surface"}, "an equation of coordinates, such as that of a surface, is a Constraint"},
        {{"rotatingframe", "coriolis", "centrifugal"},
         "a frame that turns at a constant rate is a RotatingFrame, which has both forces"},
    };
    return all;
}

// Names that kinds have elsewhere, which are common words as well: only of a type they mean the kind.
const std::vector<Missing>& names_elsewhere() {
    static const std::vector<Missing> all = {
        {{"revolute", "hinge"}, "a hinge is a Joint in two dimensions, a Joint+Axis in three"},
        {{"prismatic", "slide", "cylindrical"},
         "a prismatic joint is a Slider; with 'turn' the body may turn about the axis as well"},
        {{"ball", "spherical", "socket"}, "a ball joint is a Joint"},
        {{"cardan", "hooke"}, "Cardan's joint is a Universal"},
        {{"fixed", "rigid"}, "a fixed joint is a Weld; a point that is fixed in space is an Origin, among 'bodies'"},
        {{"rod", "bar", "distance"}, "a constant distance between two points is a Link"},
        {{"pulley", "winch"}, "a rope over pulleys is a Rope"},
        {{"damper"},
         "a damper is among 'damping': a Dashpot between two points, a TorsionDamper of a hinge, Damping of a body by "
         "what surrounds it"},
        {{"spring"}, "a spring is among 'potentials': a Spring between two points, a TorsionSpring of a hinge"},
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

// The text of the first entry with a word in the name, with the page that says more; empty if none has one.
std::string found_in(const std::vector<Missing>& all, std::string_view name) {
    const std::string letters = small_letters(name);
    const auto names_it = [&](std::string_view word) { return letters.find(word) != std::string::npos; };
    for (const auto& [words, text] : all)
        if (std::any_of(words.begin(), words.end(), names_it))
            return "; " + std::string(text) + " (schemas/system/limits.md)";
    return "";
}

}  // namespace

std::string not_described(std::string_view name) { return found_in(all_missing(), name); }

std::string kind_elsewhere(std::string_view type) { return found_in(names_elsewhere(), type); }

}  // namespace cchnn
