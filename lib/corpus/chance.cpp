#include "corpus/chance.hpp"

#include <charconv>
#include <numbers>

#include "core/number_text.hpp"
#include "numbers/exact_functions.hpp"

namespace cchnn {

using std::numbers::pi;

bool Chance::has(const Weights& probabilities, const char* kind) {
    const double share = weight_of(probabilities, kind);
    return share > 0 && random_.uniform() < share;
}

std::string Chance::chosen(const Weights& weights) {
    double whole = 0;
    for (const auto& [name, weight] : weights) whole += weight;
    double left = whole * random_.uniform();
    for (const auto& [name, weight] : weights) {
        left -= weight;
        if (left < 0 && weight > 0) return name;
    }
    return weights.back().first;
}

double Chance::with_sign(NumberRange range) {
    const double side = sign();
    return side * number(range);
}

Place Chance::direction() {
    Place place{random_.normal(), random_.normal(), dimension_ == 3 ? random_.normal() : 0};
    return unit(place);
}

Place Chance::away() {
    const double distance = uniform(random_, recipe_.length);
    return sum({}, direction(), distance);
}

double Chance::lever(NumberRange range) {
    return six_digits(recipe_.length.low * recipe_.length.low * uniform(random_, range));
}

std::vector<double> Chance::numbers_of(const Place& place, int count) {
    std::vector<double> numbers;
    for (int i = 0; i < count; ++i) numbers.push_back(six_digits(place[i]));
    return numbers;
}

PlacedBody Chance::body_of(const std::string& id) {
    Weights allowed = recipe_.bodies;
    std::erase_if(allowed, [&](const auto& one) { return one.first == "Obj3D" && dimension_ == 2; });
    PlacedBody body;
    body.id = id;
    body.axes = chosen(allowed)[3] - '0';
    body.mass = number(recipe_.mass);
    if (body.axes == 0) return body;
    body.half = number({recipe_.length.low / 2, recipe_.length.high / 2});
    turn(body);
    return body;
}

// Draws where the principal axes of an extended body point, in the angles of initial poses.
void Chance::turn(PlacedBody& body) {
    if (dimension_ == 2) {
        const double a = number({-pi, pi});
        const auto [s, c] = exact_sin_cos(a);
        body.axis = {Place{s, -c, 0}, Place{c, s, 0}, Place{0, 0, 1}};
        body.angles = {a};
        return;
    }
    if (body.axes == 1) {
        const double z = number({-pi, pi}), p = number({0.2, pi - 0.2});
        const auto [sz, cz] = exact_sin_cos(z);
        const auto [sp, cp] = exact_sin_cos(p);
        body.axis[0] = {-cp, sz * sp, cz * sp};
        body.angles = {z, p};
        return;
    }
    const double phi = number({-pi, pi}), theta = number({0.2, pi - 0.2}), psi = number({-pi, pi});
    const auto [sa, ca] = exact_sin_cos(phi);
    const auto [sb, cb] = exact_sin_cos(theta);
    const auto [sc, cc] = exact_sin_cos(psi);
    body.axis = {Place{ca * cc - sa * cb * sc, sa * cc + ca * cb * sc, sb * sc},
                 Place{-ca * sc - sa * cb * cc, -sa * sc + ca * cb * cc, sb * cc}, Place{sa * sb, -ca * sb, cb}};
    body.angles = {phi, theta, psi};
}

double uniform(RandomStream& random, NumberRange range) {
    return range.low + (range.high - range.low) * random.uniform();
}

double six_digits(double number) {
    const std::string text = short_number(number, 6);
    double rounded = number;
    std::from_chars(text.data(), text.data() + text.size(), rounded);
    return rounded + 0.0;  // no -0
}

}  // namespace cchnn
