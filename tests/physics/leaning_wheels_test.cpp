// Thin wheels that lean: Euler's disk in closed form, disks and wheels against Newton's and Euler's equations about the
// centre typed out in long double, and the bicycle of Meijaard, Papadopoulos, Ruina and Schwab (Proc. R. Soc. A 463, 2007),
// whose linear equations are printed.

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <complex>

#include "core/embedded_files.hpp"
#include "integrate/kernel_door.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// A disk or wheel with the moments A across and C about its axle n; c is its centre, e a spoke.
struct Wheel {
    Real mass, across, about, radius, g;
    Three up;
};
// (n, omega, c, e): the centre is at a = radius m above the point of contact, m the part of `up` in the plane of the
// rim. With v_c = omega x a, the balance of momentum gives the contact force, and the balance of angular momentum about the
// centre
//   d(L)/dt = -a x F,   F = m (omega' x a + omega x a' + g e_z)
// is solved for omega' along n, m and n x m.
std::array<Real, 12> rates(const Wheel& wheel, const std::array<Real, 12>& z) {
    const Three n{z[0], z[1], z[2]}, omega{z[3], z[4], z[5]}, spoke{z[9], z[10], z[11]};
    const Real share = dot(wheel.up, n);
    const Three in_plane = wheel.up - share * n, m = (1 / norm(in_plane)) * in_plane, h = cross(n, m);
    const Three turned = cross(omega, n);
    // m' from the derivative of in_plane/|in_plane|.
    const Three change = Real(-1) * (dot(wheel.up, turned) * n + share * turned);
    const Three m_rate = (1 / norm(in_plane)) * (change - dot(change, m) * m);
    const Three a = wheel.radius * m, a_rate = wheel.radius * m_rate;
    const Three right = Real(-1) * ((wheel.about - wheel.across) * dot(omega, n) * turned) -
                        wheel.mass * cross(a, cross(omega, a_rate) + Three{0, 0, wheel.g});
    const Real square = wheel.mass * wheel.radius * wheel.radius;
    const Three spin = (dot(right, n) / (wheel.about + square)) * n + (dot(right, m) / wheel.across) * m +
                       (dot(right, h) / (wheel.across + square)) * h;
    const Three v = cross(omega, a), spoke_rate = cross(omega, spoke);
    return {turned[0], turned[1], turned[2], spin[0],       spin[1],       spin[2],
            v[0],      v[1],      v[2],      spoke_rate[0], spoke_rate[1], spoke_rate[2]};
}

std::string text(double number) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.17g", number);
    return buffer;
}
std::string text(const Three& v) {
    return "[" + text(number(v[0])) + "," + text(number(v[1])) + "," + text(number(v[2])) + "]";
}

// One disk or wheel that leans, with lengths in units of `unit` m and `up` along a direction. Its axes 1 and 2 span the rim.
std::string rolling_json(bool disk, Real unit, const Three& up, const std::string& angles, double dt) {
    const double r = number(0.5L * unit);
    const std::string moments = disk
                                    ? "[" + text(0.25 * r * r) + "," + text(0.25 * r * r) + "]"
                                    : "[" + text(0.3 * r * r) + "," + text(0.3 * r * r) + "," + text(0.1 * r * r) + "]";
    return R"({"name": "leaning", "dimension": 3, "bodies": [{"id": "b", "type": ")" +
           std::string(disk ? "Obj2D" : "Obj3D") + R"(", "mass": 2, "second_moments": )" + moments + R"(}],
      "constraints": [{"type": "Rolling", "body": "b", "radius": )" +
           text(r) + R"(, "upright": false, "up": )" + text(up) + (disk ? "" : R"(, "axle": [0, 0, 1])") + R"(}],
      "potentials": [{"type": "Gravity", "g": )" +
           text(number(9.81L * unit)) + R"(}],
      "initial_conditions": {"bodies": {"b": {"position": )" +
           text((0.45L * unit) * up) + ", " + angles + R"(}}},
      "sampling": {"dt": )" +
           text(dt) + R"(, "steps": 41}, "conserved": ["energy"]})";
}

// The largest distance of the centre and of the spoke from those of the equations above, in units of `unit`.
double off_from_newton(const Compiled& c, bool disk, Real unit, const Three& up) {
    const std::vector<InitialState> states = c.draw(3);
    const TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    const Real r = 0.5L * unit;
    const Wheel wheel{2, 2 * (disk ? 0.25L : 0.3L + 0.1L) * r * r, 2 * (disk ? 0.5L : 0.6L) * r * r, r, 9.81L * unit,
                      up};
    double off = 0;
    for (int i = 0; i < 3; ++i) {
        const auto axis = [&](const std::vector<double>& from, int node) {
            return node_of(from, batch, i, 0, node) - node_of(from, batch, i, 0, 0);
        };
        const Three e = axis(batch.x, 1), f = axis(batch.x, 2), e_rate = axis(batch.v, 1), f_rate = axis(batch.v, 2);
        const Three n = cross(e, f), n_rate = cross(e_rate, f) + cross(e, f_rate),
                    centre = node_of(batch.x, batch, i, 0, 0);
        const Three omega = Real(0.5) * (cross(e, e_rate) + cross(f, f_rate) + cross(n, n_rate));
        std::array<Real, 12> z{n[0],      n[1],      n[2],      omega[0], omega[1], omega[2],
                               centre[0], centre[1], centre[2], e[0],     e[1],     e[2]};
        for (int k = 1; k < batch.samples; ++k) {
            z = advance(std::function([&](const std::array<Real, 12>& at) { return rates(wheel, at); }), z,
                        c.spec.sampling.dt, 40);
            const Three centre_off = Three{z[6], z[7], z[8]} - node_of(batch.x, batch, i, k, 0);
            const Three spoke = node_of(batch.x, batch, i, k, 1) - node_of(batch.x, batch, i, k, 0);
            off = worse(off, norm(centre_off) / unit);
            off = worse(off, norm(Three{z[9], z[10], z[11]} - spoke));
        }
    }
    return off;
}

TEST_CASE("disks and wheels that lean move by Newton's and Euler's equations") {
    const std::string angles = R"json("euler_zxz": [0.4, {"uniform": {"low": 0.9, "high": 1.5}}, 0.2],
        "euler_rates": [{"normal": {"mean": 0.5, "std": 1}}, 0.3, {"normal": {"mean": -4, "std": 2}}])json";
    for (const bool disk : {true, false})
        for (const Real unit : {1.0L, 1000.0L, 1e-3L})
            for (const Three& up : {Three{0, 0, 1}, Three{0.48L, -0.6L, 0.64L}}) {
                const Compiled c(rolling_json(disk, unit, up, angles, 0.02));
                CHECK(c.system.degrees_of_freedom() == 3);
                const double off = off_from_newton(c, disk, unit, up);
                MESSAGE(std::string(disk ? "disk" : "wheel")
                        << ", lengths in " << number(unit) << " m: off by " << off);
                // 0.8 s in steps with local errors of 1e-13; those of the tips of axes, 1 m from the centre, count 500
                // times as much at a rim of 500 m.
                CHECK(off < 1e-10);
            }
}

// omega lies along the radius through the contact, so that the centre rests; omega^2 sin(alpha) = 4 g/a of a thin disk, and
// of a wheel with A = k m a^2 it is g/(k a).
TEST_CASE("Euler's disk turns about a centre at rest") {
    for (const double a : {0.0375, 37.5})
        for (const double k : {0.25, 0.4}) {
            const double alpha = 0.2, g = 9.81, turning = std::sqrt(g / (k * a * std::sin(alpha)));
            const std::string body = k == 0.25 ? R"("Obj2D", "mass": 0.44, "second_moments": [)" + text(0.25 * a * a) +
                                                     "," + text(0.25 * a * a) + "]"
                                               : R"("Obj3D", "mass": 0.44, "second_moments": [)" + text(0.3 * a * a) +
                                                     "," + text(0.3 * a * a) + "," + text(0.1 * a * a) + "]";
            const Compiled c(R"({"name": "euler", "dimension": 3, "bodies": [{"id": "disk", "type": )" + body + R"(}],
              "constraints": [{"type": "Rolling", "body": "disk", "radius": )" +
                             text(a) + R"(, "upright": false)" + (k == 0.25 ? "" : R"(, "axle": [0, 0, 1])") +
                             R"(}], "potentials": [{"type": "Gravity", "g": 9.81}],
              "initial_conditions": {"bodies": {"disk": {"position": [0, 0, )" +
                             text(a * std::sin(alpha)) + R"(], "euler_zxz": [0, )" + text(alpha) +
                             R"(, 0], "euler_rates": [)" + text(turning) + ", 0, " + text(-turning * std::cos(alpha)) +
                             R"(]}}},
              "sampling": {"dt": )" +
                             text(0.1 / turning) + R"(, "steps": 101}, "conserved": ["energy"]})");
            const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
            double off = 0;
            for (int j = 0; j < batch.samples; ++j) {
                const Three moved = node_of(batch.x, batch, 0, j, 0) - node_of(batch.x, batch, 0, 0, 0);
                off = worse(off, norm(moved) / a);
            }
            CHECK(off < 1e-12);  // rounding of the start, which a steady turn keeps, and steps of 1e-13 in 10 rad
        }
}

// The bicycle at `speed`, as systems/surfaces/bicycle.json has it: x ahead, z up.
std::string bicycle_json(const std::string& json, double speed) {
    std::string made = json;
    const std::size_t at = made.find("\"draws\""), end = made.find("},\n", made.find("\"w\"", at)) + 1;
    made.replace(at, end - at, R"("draws": {"v": )" + text(speed) + R"(, "w": 0})");
    return made;
}

// Columns: y = (lean, steer, their rates) of each tangent vector of the flow. The lean is that of the frame to the right, as
// printed; the steer that of the fork against the frame about the steering axis, to the right.
Eigen::MatrixXd lean_and_steer(const Compiled& c, const TangentMotion& flow, int vectors) {
    Eigen::MatrixXd y(4, vectors);
    const std::size_t half = c.system.state_size();
    const auto node = [&](const char* id, int axis) { return to_size(c.graph.body(id).first_node + axis); };
    for (int l = 0; l < vectors; ++l) {
        std::vector<double> dx(half), dp(half), dv(half);
        for (std::size_t i = 0; i < half; ++i) {
            dx[i] = flow.tangent(i, l);
            dp[i] = flow.tangent(half + i, l);
        }
        c.system.velocity(dp.data(), dv.data());
        int row = 0;
        for (const std::vector<double>* d : {&dx, &dv}) {
            // Axis 2 of both points to the left and is level: the lean lifts it, a turn to the left moves it back.
            const auto of_axis = [&](const char* id, std::size_t k) {
                return (*d)[3 * node(id, 2) + k] - (*d)[3 * node(id, 0) + k];
            };
            y(row++, l) = of_axis("frame", 2);
            y(row++, l) = (of_axis("fork", 0) - of_axis("frame", 0)) / std::cos(0.1 * std::acos(-1.0));
        }
    }
    return y;
}

TEST_CASE("the benchmark bicycle has the eigenvalues that are printed") {
    const std::string json = embedded_files().at("systems/surfaces/bicycle.json");
    Eigen::Matrix2d mass, damping, stiffness, centrifugal;  // of (lean, steer), as printed
    mass << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686;
    damping << 0, 33.86641391492494, -0.85035641456978, 1.68540397397560;
    stiffness << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618;
    centrifugal << 0, 76.59734589573222, 0, 2.65431523794604;
    for (const double speed : {0.0, 2.0, 5.0, 8.0}) {
        const Compiled c(bicycle_json(json, speed));
        CHECK(c.system.degrees_of_freedom() == 3);
        const int vectors = cchnn_kernels()->side_by_side;
        const auto flow = cchnn_kernels()->tangents_of_one(c.system, 1e-13, 0.01);
        for (int l = 0; l < vectors; ++l) flow->set_state(l, c.draw(1)[0]);
        for (int l = 0; l < vectors; ++l)
            for (std::size_t i = 0; i < to_size(2 * c.system.state_size()); ++i)
                flow->set_tangent(i, l,
                                  std::sin(1.0 + 7.3 * static_cast<double>(i) + 1.9 * l * static_cast<double>(i + 1)));
        flow->project();
        const Eigen::MatrixXd before = lean_and_steer(c, *flow, vectors);
        const double span = 0.25;
        flow->advance(span);
        const Eigen::MatrixXd after = lean_and_steer(c, *flow, vectors);
        const Eigen::Matrix4d through = before.transpose().colPivHouseholderQr().solve(after.transpose()).transpose();
        if (vectors > 4) CHECK((through * before - after).cwiseAbs().maxCoeff() < 1e-9 * after.cwiseAbs().maxCoeff());
        Eigen::Matrix4d linear = Eigen::Matrix4d::Zero();
        linear.topRightCorner<2, 2>().setIdentity();
        linear.bottomLeftCorner<2, 2>() = -mass.inverse() * (9.81 * stiffness + speed * speed * centrifugal);
        linear.bottomRightCorner<2, 2>() = -mass.inverse() * speed * damping;
        const Eigen::Vector4cd printed = linear.eigenvalues(), found = through.eigenvalues();
        for (int k = 0; k < 4; ++k) {
            double nearest = INFINITY;
            for (int j = 0; j < 4; ++j) nearest = std::min(nearest, std::abs(std::log(found[j]) / span - printed[k]));
            MESSAGE("at " << speed << " m/s: " << printed[k].real() << " + " << printed[k].imag() << "i, off by "
                          << nearest);
            CHECK(nearest < 1e-9 * std::abs(printed[k]) + 1e-9);  // their 14 digits; the fastest has shrunk to 0.03
        }
    }
    // The table itself, at 5 m/s: weave, capsize and castering.
    Eigen::Matrix4d linear = Eigen::Matrix4d::Zero();
    linear.topRightCorner<2, 2>().setIdentity();
    linear.bottomLeftCorner<2, 2>() = -mass.inverse() * (9.81 * stiffness + 25 * centrifugal);
    linear.bottomRightCorner<2, 2>() = -mass.inverse() * 5 * damping;
    const Eigen::Vector4cd at_five = linear.eigenvalues();
    for (const std::complex<double> value :
         {std::complex<double>(-0.775341882195845, 4.46486771378823), std::complex<double>(-0.32286642900409, 0),
          std::complex<double>(-14.0783896927982, 0)}) {
        double nearest = INFINITY;
        for (int j = 0; j < 4; ++j) nearest = std::min(nearest, std::abs(at_five[j] - value));
        CHECK(nearest < 1e-11);
    }
}

}  // namespace
