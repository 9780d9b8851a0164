#include "elements/parts/curve/curve.hpp"

#include "elements/parts/curve/curve_cells.hpp"

namespace cchnn {

const CurveSpec& spec_of(const Curve& curve) { return curve.spec(); }

Curve::Curve(const CurveSpec& spec)
    : spec_(spec), formulas_(spec.parameter), low_(spec.range.at(0)), high_(spec.range.at(1)) {
    for (const std::string& text : spec.formulas)
        if (!text.empty()) formulas_.add(text);
    cells_ = std::make_unique<const CurveCells>(*this);
}

Curve::~Curve() = default;

}  // namespace cchnn
