#include "elements/rim.hpp"

#include <array>

#include "elements/equation_of.hpp"
#include "elements/parts/axis_frame.hpp"
#include "elements/parts/formula/formula.hpp"

namespace cchnn {

std::vector<Point> rim_vectors(const Bodies& bodies, const Body& body, std::vector<double> axle, double radius) {
    if (axle.empty()) axle = {0, 0, 1};
    const AxisFrameOf<Exact> rim = exact_axis_frame(axle);
    std::vector<Point> vectors;
    for (std::array<Exact, 3> direction : {rim.across_1, rim.across_2}) {
        for (Exact& entry : direction) entry = entry * Exact(radius);
        vectors.push_back(bodies.direction(body, direction));
    }
    return vectors;
}

std::string along(const std::string& vector, const std::string& prefix, int point) {
    std::string sum;
    for (int k = 0; k < 3; ++k)
        sum += (k > 0 ? " + " : "") + vector + std::to_string(k + 1) + "*" + prefix + "xyz"[k] + std::to_string(point);
    return "(" + sum + ")";
}

std::string lean_of_rim() { return "sqrt(" + along("k", "", 2) + "^2 + " + along("k", "", 3) + "^2)"; }

std::shared_ptr<const Equation> rim_height(const std::vector<Point>& points, const std::vector<double>& n,
                                           double height) {
    const auto variables = formula_variables(3, 3, false);
    const FormulaConstants constants{{"height", height}, {"k1", n[0]}, {"k2", n[1]}, {"k3", n[2]}};
    const std::string text = along("k", "", 1) + " - height - " + lean_of_rim();
    return equation_of(formula_of(text, constants, variables), variables, points, 3);
}

}  // namespace cchnn
