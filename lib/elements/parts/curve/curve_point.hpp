#pragma once
// One point of a curve, in double.

namespace cchnn {

class Curve;

struct CurvePoint {
    double position[3] = {}, first[3] = {}, second[3] = {};  // C, C', C''; zeros beyond d
    CurvePoint(const Curve& curve, double s);
};

}  // namespace cchnn
