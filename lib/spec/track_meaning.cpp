#include <cmath>

#include "spec/attachment_meaning.hpp"
#include "spec/curve.hpp"

namespace cchnn {
namespace {

constexpr const char* axes[] = {"x", "y", "z"};

bool check_formulas(const std::string& pointer, const CurveSpec& curve, int dimension, Findings& findings) {
    bool fine = true;
    const auto add = [&](const std::string& at, const std::string& what) { findings.add(at, what), fine = false; };
    for (int i = 0; i < 3; ++i) {
        const std::string at = child(pointer, axes[i]);
        const std::string text = i < std::ssize(curve.formulas) ? curve.formulas[static_cast<std::size_t>(i)] : "";
        if (i >= dimension) {
            if (!text.empty()) add(at, "does not exist in dimension " + std::to_string(dimension) + ": leave it out");
        } else if (text.empty()) {
            add(pointer, "dimension " + std::to_string(dimension) + " needs a formula '" + axes[i] + "' too");
        } else {
            try {
                Formulas(curve.parameter).add(text);
            } catch (const FormulaError& error) {
                add(at, error.what());
            }
        }
    }
    return fine;
}

bool check_names(const std::string& pointer, const CurveSpec& curve, Findings& findings) {
    for (const char* taken : {"pi", "sin", "cos", "exp", "sqrt", "tanh"})
        if (curve.parameter == taken) {
            findings.add(child(pointer, "parameter"), std::string("'") + taken + "' has a meaning in formulas already");
            return false;
        }
    const std::string range = child(pointer, "range");
    findings.check_entries_finite(range, curve.range);
    if (!findings.check_count(range, curve.range, 2, "low and high")) return false;
    if (curve.range[0] < curve.range[1] && std::isfinite(curve.range[1] - curve.range[0])) return true;
    findings.add(range, "low must be < high, got low " + number_text(curve.range[0]) + " and high " +
                            number_text(curve.range[1]));
    return false;
}

// Everywhere finite, with a direction: C' != 0.
void check_smooth(const std::string& pointer, const CurveSpec& spec, Findings& findings) {
    constexpr int samples = 1000;
    const Curve curve(spec);
    double fastest = 0, slowest = INFINITY, where = 0;
    for (int i = 0; i <= samples; ++i) {
        const double s = curve.low() + (curve.high() - curve.low()) * i / samples;
        const CurvePoint at(curve, s);
        double speed = 0, all = 0;
        for (int k = 0; k < 3; ++k)
            speed += at.first[k] * at.first[k], all += at.position[k] + at.first[k] + at.second[k];
        if (!std::isfinite(all) || !std::isfinite(speed))
            return findings.add(
                pointer, "the curve or a derivative is not finite at " + spec.parameter + " = " + number_text(s));
        fastest = std::max(fastest, speed);
        if (speed < slowest) slowest = speed, where = s;
    }
    if (!(slowest > 1e-16 * fastest))  // squares: a speed of 1e-8 of the largest
        findings.add(pointer, "the curve stands still at " + spec.parameter + " = " + number_text(where) +
                                  ": it needs a direction everywhere");
}

}  // namespace

void check_track(const std::string& pointer, const TrackSpec& track, int dimension, const BodyTable& bodies,
                 Findings& findings) {
    const std::string at = child(pointer, "curve");
    if (dimension == 1)
        return findings.add(child(pointer, "type"),
                            "a Track needs dimension 2 or 3, got 1: there every point is on it");
    for (std::size_t i = 0; i < track.points.size(); ++i)
        check_moving_end(child(child(pointer, "points"), i), track.points[i], bodies, findings);
    const bool named = check_names(at, track.curve, findings);
    if (check_formulas(at, track.curve, dimension, findings) && named) check_smooth(at, track.curve, findings);
}

}  // namespace cchnn
