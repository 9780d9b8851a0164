#pragma once
// Bennett's mechanism: four links, of length a, b, a, b between hinges whose axes are twisted by 40 and 75 degrees,
// a/sin(40 deg) = b/sin(75 deg). Counted by its hinges it could not move, and it has 1 degree of freedom: with q the
// angle at the first hinge and r at the second, tan(q/2) tan(r/2) = sin((B+A)/2) / sin((B-A)/2), and those of the
// others are -q and -r. Every choice of as many rows as are independent loses rank somewhere on a turn.

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace cchnn_test {
using namespace cchnn;

struct Bennett {
    using Number = long double;
    // A function of q with two derivatives.
    struct Jet {
        Number v = 0, d = 0, dd = 0;
        Jet() = default;
        Jet(Number value, Number first = 0, Number second = 0) : v(value), d(first), dd(second) {}  // NOLINT
        friend Jet operator+(const Jet& p, const Jet& q) { return {p.v + q.v, p.d + q.d, p.dd + q.dd}; }
        friend Jet operator-(const Jet& p, const Jet& q) { return {p.v - q.v, p.d - q.d, p.dd - q.dd}; }
        friend Jet operator*(const Jet& p, const Jet& q) {
            return {p.v * q.v, p.v * q.d + p.d * q.v, p.v * q.dd + 2 * p.d * q.d + p.dd * q.v};
        }
        Jet of(Number value, Number first, Number second) const {
            return {value, first * d, first * dd + second * d * d};
        }
    };
    using Vector = std::array<Jet, 3>;
    using Frame = std::array<Vector, 4>;  // axes 1, 2, 3, then where it is

    static constexpr Number degree = 0.0174532925199432957692369076848861L;
    static constexpr Number long_twist = 75 * degree, short_twist = 40 * degree;
    Number a = 1, b = std::sin(long_twist) / std::sin(short_twist);

    // Of the three links that move, axis 1 along the link, the hinge to the next one along axis 3 at its end.
    std::array<Frame, 3> links(Number q) const {
        const Jet first(q, 1, 0), second = second_angle(first);
        Frame at{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}}};
        std::array<Frame, 3> out;
        for (std::size_t i = 0; i < 3; ++i) {
            const Jet angle = i == 0 ? first : i == 1 ? second : Jet() - first;
            const Number length = i == 1 ? b : a;
            at = turned(at, angle, length, i == 1 ? long_twist : short_twist);
            out[i] = at;
            for (std::size_t k = 0; k < 3; ++k) out[i][3][k] = at[3][k] - at[0][k] * (length / 2);  // the middle
        }
        return out;
    }
    static Vector point(const Frame& link, std::array<Number, 3> along) {
        Vector x = link[3];
        for (std::size_t j = 0; j < 3; ++j)
            for (std::size_t k = 0; k < 3; ++k) x[k] = x[k] + link[j][k] * along[j];
        return x;
    }
    static Jet dot(const Vector& x, const Vector& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

    // With a hinge of viscous friction, a spring and a dashpot: a system file whose state has this q and dq/dt.
    std::string text(Number q, Number rate, bool damped) const {
        const std::string tilted[] = {axis(short_twist), axis(long_twist)};
        const auto hinge = [](const std::string& from, const std::string& to, const std::string& near) {
            return R"({"type": "Joint+Axis", "between": [)" + from + ", " + to + R"(], "axis": [[0, 0, 1], )" + near +
                   "]}";
        };
        const auto end = [](const char* body, Number x, const char* rest = "0, 0") {
            return R"({"body": ")" + std::string(body) + R"(", "point": [)" + digits(x) + ", " + rest + "]}";
        };
        std::string position, velocity;
        for (std::size_t i = 0; i < 3; ++i) {
            const Frame link = links(q)[i];
            const std::string id = (i ? ", \"l" : "\"l") + std::to_string(i + 1) + "\": [";
            position += id;
            velocity += id;
            for (std::size_t node = 0; node < 4; ++node) {
                std::array<Number, 3> along{};
                if (node > 0) along[node - 1] = 1;
                const Vector x = point(link, along);
                position += (node ? ", [" : "[") + digits(x[0].v) + ", " + digits(x[1].v) + ", " + digits(x[2].v) + "]";
                velocity += (node ? ", [" : "[") + digits(x[0].d * rate) + ", " + digits(x[1].d * rate) + ", " +
                            digits(x[2].d * rate) + "]";
            }
            position += "]";
            velocity += "]";
        }
        return R"({"name": "bennett", "dimension": 3, "bodies": [{"id": "g0", "type": "Origin"},
            {"id": "g3", "type": "Origin", "position": [)" +
               digits(-b) + R"(, 0, 0]},
            {"id": "l1", "type": "Obj3D", "mass": 1, "second_moments": [0.1, 0.02, 0.03]},
            {"id": "l2", "type": "Obj3D", "mass": 1.3, "second_moments": [0.1, 0.02, 0.03]},
            {"id": "l3", "type": "Obj3D", "mass": 0.8, "second_moments": [0.1, 0.02, 0.03]}],
            "constraints": [)" +
               hinge(R"("g0")", end("l1", -a / 2), tilted[0]) + ", " +
               hinge(end("l1", a / 2), end("l2", -b / 2), tilted[1]) + ", " +
               hinge(end("l2", b / 2), end("l3", -a / 2), tilted[0]) + ", " +
               hinge(end("l3", a / 2), R"("g3")", tilted[1]) +
               R"(], "potentials": [{"type": "Gravity", "up": [0, 0.6, 0.8]}, {"type": "Spring", "between": [)" +
               end("l1", 0.2L, "0.1, 0") + ", " + end("l3", 0, "0.2, 0.1") +
               R"(], "stiffness": 6, "rest_length": 0.5}])" +
               (damped ? R"(, "damping": [{"type": "TorsionDamper", "bodies": ["g0", "l1"], "coefficient": 0.05},
                   {"type": "Dashpot", "between": ["g3", )" +
                             end("l2", 0, "0.2, 0") + R"(], "coefficient": 0.4}])"
                       : "") +
               R"(, "initial_conditions": {"state": {"position": {)" + position + R"(}, "velocity": {)" + velocity +
               R"(}}}, "sampling": {"dt": 0.02, "steps": 251}})";
    }

    // d/dt of q, its rate and the energy lost, of that system.
    std::array<Number, 3> rates(const std::array<Number, 3>& z, bool damped) const {
        constexpr Number mass[] = {1, 1.3L, 0.8L}, moments[] = {0.1L, 0.02L, 0.03L};
        const std::array<Frame, 3> at = links(z[0]);
        Number inertia = 0, bend = 0, slope = 0;
        const auto add = [&](const Vector& x, Number weight) {
            for (const Jet& c : x) {
                inertia += weight * c.d * c.d;
                bend += weight * c.d * c.dd;
            }
        };
        for (std::size_t i = 0; i < 3; ++i) {
            add(at[i][3], mass[i]);
            for (std::size_t k = 0; k < 3; ++k) add(at[i][k], mass[i] * moments[k]);
            slope += mass[i] * 9.81L * (0.6L * at[i][3][1].d + 0.8L * at[i][3][2].d);
        }
        const auto distance = [](const Vector& x, const Vector& y) {
            const Vector r{x[0] - y[0], x[1] - y[1], x[2] - y[2]};
            const Jet square = dot(r, r);
            const Number root = std::sqrt(square.v);
            return Jet(root, square.d / (2 * root));
        };
        const Jet spring = distance(point(at[0], {0.2L, 0.1L, 0}), point(at[2], {0, 0.2L, 0.1L}));
        slope += 6 * (spring.v - 0.5L) * spring.d;
        const Number piston = distance(point(at[1], {0, 0.2L, 0}), {-b, 0, 0}).d;
        const Number friction = damped ? 0.05L + 0.4L * piston * piston : 0;
        return {z[1], (-bend * z[1] * z[1] - slope - friction * z[1]) / inertia, friction * z[1] * z[1]};
    }

  private:
    static std::string digits(Number x) {
        char text[40];
        std::snprintf(text, sizeof text, "%.17g", static_cast<double>(x));
        return text;
    }
    static std::string axis(Number twist) {
        return "[0, " + digits(std::sin(twist)) + ", " + digits(std::cos(twist)) + "]";
    }
    // 2 atan(k / tan(q/2))
    static Jet second_angle(const Jet& q) {
        const Number k = std::sin((long_twist + short_twist) / 2) / std::sin((long_twist - short_twist) / 2),
                     c = std::cos(q.v / 2), s = std::sin(q.v / 2), below = s * s + k * k * c * c;
        return q.of(2 * std::atan2(k * c, s), -k / below, k * s * c * (1 - k * k) / (below * below));
    }
    // About axis 3 by an angle, along the new axis 1, about that by a twist (Denavit and Hartenberg).
    static Frame turned(const Frame& from, const Jet& angle, Number length, Number twist) {
        const Jet c = angle.of(std::cos(angle.v), -std::sin(angle.v), -std::cos(angle.v)),
                  s = angle.of(std::sin(angle.v), std::cos(angle.v), -std::sin(angle.v));
        Frame to;
        for (std::size_t k = 0; k < 3; ++k) {
            const Jet along = from[0][k] * c + from[1][k] * s, across = from[1][k] * c - from[0][k] * s;
            to[0][k] = along;
            to[1][k] = across * std::cos(twist) + from[2][k] * std::sin(twist);
            to[2][k] = from[2][k] * std::cos(twist) - across * std::sin(twist);
            to[3][k] = from[3][k] + along * length;
        }
        return to;
    }
};

}  // namespace cchnn_test
