#include "spec/meaning/moving_origins.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/overloaded.hpp"
#include "elements/items.hpp"
#include "elements/parts/formula/number_formula.hpp"
#include "elements/parts/formula/time_derivative.hpp"
#include "elements/parts/formula/time_formula.hpp"

namespace cchnn {
namespace {

// What depends on places or velocities in space, or on the path of a wheel.
constexpr std::array fixed_in_space = {
    "Track",   "Rolling", "Rack",   "Screw",         "SlideGear", "Constraint",   "VelocityConstraint",
    "Damping", "Drag",    "Dipole", "MagneticField", "Potential", "RotatingFrame"};

std::vector<MoveSpec> moves_of(const SystemSpec& spec, const BodySpec& body) {
    const auto found = spec.moves.find(body.id);
    return found == spec.moves.end() ? std::vector<MoveSpec>() : found->second;
}

bool alike(const std::vector<MoveSpec>& a, const std::vector<MoveSpec>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const MoveSpec& move, const MoveSpec& other) {
        return move.along == other.along && move.input == other.input;
    });
}

const InputSpec* input_named(const SystemSpec& spec, const std::string& id) {
    for (const InputSpec& input : spec.inputs)
        if (input.id == id) return &input;
    return nullptr;
}

// Bodies begin with the position, velocity and acceleration of their Origin.
bool starts_smoothly(const std::string& text) {
    FormulaProgram formula;
    try {
        formula = *time_formula(text);
    } catch (const NumberFormulaError&) {
        return true;  // input_problems() reports it
    }
    const double start = 0;
    bool finite = true;
    for (int order = 0; order < 3; ++order) {
        finite = finite && std::isfinite(formula_value(formula, &start));
        formula = time_derivative(formula);
    }
    return finite;
}

// The formula of t that a signal is; null if it is held from sample to sample.
const std::string* formula_of(const Signal& signal) {
    return std::visit(Overloaded{[](const FormulaSignal& s) { return &s.text; },
                                 [](const SampledSignal&) { return static_cast<const std::string*>(nullptr); },
                                 [](const SteppedSignal&) { return static_cast<const std::string*>(nullptr); },
                                 [](const WanderingSignal&) { return static_cast<const std::string*>(nullptr); }},
                      signal);
}

void check_move(const SystemSpec& spec, const std::string& pointer, const MoveSpec& move, Checking& checking) {
    checking.findings.check_vector(child(pointer, "along"), move.along, spec.dimension);
    checking.check_input(pointer, move.input);
    const InputSpec* const input = input_named(spec, move.input);
    if (!input) return;
    const std::string* const formula = formula_of(input->signal);
    if (!formula)
        checking.findings.add(child(pointer, "input"), "'" + move.input +
                                                           "' has values at samples, where the Origin would jump: "
                                                           "give the input as a 'formula' of t");
    else if (!starts_smoothly(*formula))
        checking.findings.add(child(pointer, "input"),
                              "'" + move.input + "' has no finite value, velocity and acceleration at t = 0");
}

void refuse_fixed_kinds(const char* list, const std::vector<ItemSpec>& items, const std::string& origin,
                        Checking& checking) {
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string type = kind_of(items[i]).type;
        const std::optional<bool> moves = moves_with_origins(items[i], checking.dimension);
        if (std::ranges::find(fixed_in_space, type) != fixed_in_space.end() && !moves.value_or(false))
            checking.findings.add(child(child(std::string("/") + list, i), "type"),
                                  type + " cannot be combined with the Origin '" + origin +
                                      "', which moves: remove its 'moves', or the " + type +
                                      (moves ? ", or write its formula with differences of points alone" : ""));
    }
}

}  // namespace

void check_moves(const SystemSpec& spec, Checking& checking) {
    const BodySpec *first = nullptr, *moving = nullptr;
    for (std::size_t i = 0; i < spec.bodies.size(); ++i) {
        const BodySpec& body = spec.bodies[i];
        if (!is_origin(body)) continue;
        const std::string pointer = child(child("/bodies", i), "moves");
        const std::vector<MoveSpec> moves = moves_of(spec, body);
        for (std::size_t k = 0; k < moves.size(); ++k) check_move(spec, child(pointer, k), moves[k], checking);
        if (!first) first = &body;
        if (!moving && !moves.empty()) moving = &body;
        if (!alike(moves_of(spec, *first), moves))
            checking.findings.add(pointer,
                                  "'" + body.id + "' and '" + first->id +
                                      "' move differently: all Origins of a system have the same 'moves', repeat them");
    }
    if (!moving) return;
    for (const FileList list : {FileList::constraints, FileList::potentials, FileList::damping})
        refuse_fixed_kinds(list_name(list),
                           list == FileList::constraints  ? spec.constraints
                           : list == FileList::potentials ? spec.potentials
                                                          : spec.damping,
                           moving->id, checking);
}

}  // namespace cchnn
