// Bodies that roll, against closed forms and against Newton's equations with A(x) v = 0 typed out.

#include <doctest/doctest.h>

#include <Eigen/Dense>

#include "mechanics/kernels/dynamics.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Vector = std::vector<double>;

// Heading phi, angle psi of the disk and their rates, from a sample: axis 1 = cos psi h + sin psi z, h = (cos phi, sin
// phi, 0).
struct Disk {
    Real phi, psi, phi_rate, psi_rate;
    Three centre;
};
Disk disk_at(const InitialState& s) {
    const auto axis = [&](const Vector& from, int i) {
        return Three{from[to_size(3 * i)] - from[0], from[to_size(3 * i + 1)] - from[1],
                     from[to_size(3 * i + 2)] - from[2]};
    };
    const Three a = axis(s.x, 1), b = axis(s.x, 2), da = axis(s.v, 1), db = axis(s.v, 2), axle = cross(a, b);
    const Real phi = std::atan2(axle[0], -axle[1]), psi = std::atan2(a[2], b[2]);
    const Three spin = cross(a, da), other = cross(b, db);
    // omega = (a x a' + b x b' + c x c')/2; about z and about the axle.
    const Three c = axle, dc = cross(da, b) + cross(a, db);
    const Three omega = Real(0.5) * (spin + other + cross(c, dc));
    return {phi, psi, omega[2], dot(omega, axle), {s.x[0], s.x[1], s.x[2]}};
}

// phi' and psi' stay; the centre moves with -R psi' h.
Three place(const Disk& d, Real radius, Real t, int node) {
    const Real phi = d.phi + d.phi_rate * t, psi = d.psi + d.psi_rate * t, way = -radius * d.psi_rate;
    const Three h{std::cos(phi), std::sin(phi), 0}, z{0, 0, 1};
    const Real w = d.phi_rate;
    const Three moved = (way / w) * Three{std::sin(phi) - std::sin(d.phi), std::cos(d.phi) - std::cos(phi), 0};
    Three at = d.centre + moved;
    if (node == 1) at = at + std::cos(psi) * h + std::sin(psi) * z;
    if (node == 2) at = at - std::sin(psi) * h + std::cos(psi) * z;
    return at;
}

TEST_CASE("a disk rolls on a circle with both its rates constant") {
    const Compiled c("rolling_disk");
    CHECK(c.system.degrees_of_freedom() == 2);
    CHECK_FALSE(c.system.holonomic());
    const auto states = c.draw(6);
    const auto batch = integrate(c.system, states, c.own_times(), default_protocol());
    double off = 0, size = 0;
    for (int i = 0; i < 6; ++i) {
        const Disk start = disk_at(states[to_size(i)]);
        for (int k = 0; k < batch.samples; ++k)
            for (int node = 0; node < 3; ++node) {
                const Three moved = place(start, 0.5L, Real(0.2L) * k, node) - node_of(batch.x, batch, i, k, node);
                off = worse(off, norm(moved));
                size = worse(size, norm(node_of(batch.x, batch, i, k, node)));
            }
    }
    MESSAGE("largest distance from the closed form " << off << " m, coordinates up to " << size << " m");
    CHECK(off < 1e-10 * size);  // 20 s, up to 40 rad, of steps with local errors below 1e-13
}

TEST_CASE("a disk drawn to roll starts rolling, at the rates that were drawn") {
    const Compiled c("rolling_disk");
    for (const InitialState& s : c.draw(5)) {
        Vector rate(c.system.rows().size());
        c.system.phi_rate(s.x.data(), s.v.data(), rate.data());
        for (const double r : rate) CHECK(std::fabs(r) < 1e-14);  // rounding of speeds of a few m/s
        const Disk disk = disk_at(s);
        CHECK(number(s.v[0] + 0.5L * disk.psi_rate * std::cos(disk.phi)) == doctest::Approx(0).epsilon(1e-14));
    }
}

std::string slope_json(const std::string& body, const std::string& rolling, const std::string& start) {
    return R"({"name": "slope", "dimension": 3, "bodies": [{"id": "b", )" + body +
           R"(}], "constraints": [{"type": "Rolling", "body": "b", "radius": 0.5, "up": [-0.6, 0, 0.8])" + rolling +
           R"(}], "potentials": [{"type": "Gravity", "g": 9.81}],
      "initial_conditions": {"bodies": {"b": {"position": [-0.3, 0, 0.4], )" +
           start + R"(}}},
      "sampling": {"dt": 0.1, "steps": 21}, "conserved": ["energy"]})";
}

// Down the slope (0.8, 0, 0.6) g sin/(1 + I/(m R^2)), for a ball of I = 2/5 m R^2 and a wheel of I = m R^2/2.
TEST_CASE("a ball and a wheel roll down a slope with 5/7 and 2/3 of the acceleration without friction") {
    const std::string ball = R"("type": "Obj3D", "mass": 2, "inertia": [0.2, 0.2, 0.2])";
    const std::string wheel = R"("type": "Obj3D", "mass": 2, "inertia": [0.15, 0.25, 0.15])";  // axle: axis 2
    const std::string angles = R"("euler_zxz": [0, 0, 0])";
    const auto way = [&](const Compiled& c) {
        const auto batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
        const Three end = node_of(batch.x, batch, 0, batch.samples - 1, 0), start = node_of(batch.x, batch, 0, 0, 0);
        return number(norm(end - start));
    };
    const double free_way = 0.5 * 9.81 * 0.6 * 4;  // 2 s, sin = 0.6
    const Compiled rolling_ball(slope_json(ball, "", angles));
    CHECK(rolling_ball.system.degrees_of_freedom() == 3);
    CHECK(way(rolling_ball) == doctest::Approx(5.0 / 7 * free_way).epsilon(1e-12));
    const Compiled rolling_wheel(slope_json(wheel, R"(, "axle": [0, 1, 0])", angles));
    CHECK(rolling_wheel.system.degrees_of_freedom() == 2);
    CHECK(way(rolling_wheel) == doctest::Approx(2.0 / 3 * free_way).epsilon(1e-12));
}

TEST_CASE("a ball drawn to roll on a slope starts rolling, at the rates that were drawn") {
    const Compiled c(slope_json(R"("type": "Obj3D", "mass": 2, "inertia": [0.2, 0.2, 0.2])", "",
                                R"("euler_zxz": [0.3, 1.1, 0.2], "euler_rates": [1, 0.5, -3])"));
    const InitialState s = c.draw(1)[0];
    // omega = phi' e_z + theta' (cos phi, sin phi, 0) - 3 (sin theta sin phi, -sin theta cos phi, cos theta)
    const double x = 0.5 * std::cos(0.3) - 3 * std::sin(1.1) * std::sin(0.3),
                 y = 0.5 * std::sin(0.3) + 3 * std::sin(1.1) * std::cos(0.3), z = 1 - 3 * std::cos(1.1);
    // The point of contact rests: v = omega x 0.5 (-0.6, 0, 0.8).
    CHECK(s.v[0] == doctest::Approx(0.4 * y).epsilon(1e-13));
    CHECK(s.v[1] == doctest::Approx(-0.3 * z - 0.4 * x).epsilon(1e-13));
    CHECK(s.v[2] == doctest::Approx(0.3 * y).epsilon(1e-13));
}

TEST_CASE("a wheel on a level plane moves on a circle as a disk does") {
    std::string json =
        slope_json(R"("type": "Obj3D", "mass": 2, "second_moments": [0.06, 0.06, 0.02])", R"(, "axle": [0, 0, 1])",
                   R"("euler_zxz": [0.3, 1.5707963267948966, 0.2], "euler_rates": [1, 0, -3])");
    json.replace(json.find("-0.6, 0, 0.8"), 12, "0, 0, 1");
    json.replace(json.find("-0.3, 0, 0.4"), 12, "0, 0, 0.5");
    const Compiled c(json);
    const auto states = c.draw(1);
    const auto batch = integrate(c.system, states, c.own_times(), default_protocol());
    double off = 0;
    for (int k = 0; k < batch.samples; ++k)
        for (int node = 0; node < 3; ++node)
            off = worse(
                off, norm(place(disk_at(states[0]), 0.5L, Real(0.1L) * k, node) - node_of(batch.x, batch, 0, k, node)));
    CHECK(off < 1e-11);  // 2 s in steps with local errors below 1e-13
}

using Matrix = Eigen::MatrixXd;
using Column = Eigen::VectorXd;

// All rows at x as a matrix that acts on velocities, typed out for one disk with centre c and axes r1, r2.
Matrix rows_of_disk(const Column& x, double radius, const Eigen::Vector3d& up) {
    const Eigen::Vector3d r1 = x.segment<3>(3) - x.head<3>(), r2 = x.segment<3>(6) - x.head<3>();
    Matrix a = Matrix::Zero(7, 9);  // on velocities of centre and axes
    a.block<1, 3>(0, 3) = r1.transpose();
    a.block<1, 3>(1, 6) = r2.transpose();
    a.block<1, 3>(2, 3) = r2.transpose();
    a.block<1, 3>(2, 6) = r1.transpose();
    a.block<1, 3>(3, 3) = r2.cross(up).transpose();
    a.block<1, 3>(3, 6) = up.cross(r1).transpose();
    a.block<3, 3>(4, 0) = Matrix::Identity(3, 3);
    a.block<3, 3>(4, 3) = -radius * up.dot(r1) * Matrix::Identity(3, 3);
    a.block<3, 3>(4, 6) = -radius * up.dot(r2) * Matrix::Identity(3, 3);
    Matrix to_axes = Matrix::Identity(9, 9);  // node velocities -> velocities of centre and axes
    to_axes.block<3, 3>(3, 0) = to_axes.block<3, 3>(6, 0) = -Matrix::Identity(3, 3);
    return a * to_axes;
}

TEST_CASE("accelerations solve M a = f + A^T lambda, A a = -(dA/dt) v, on a slope, with unequal moments and a spring") {
    const Compiled c(R"({"name": "coin", "dimension": 3,
      "bodies": [{"id": "b", "type": "Obj2D", "mass": 2, "second_moments": [0.06, 0.11]}, {"id": "o", "type": "Origin", "position": [1, 1, 2]}],
      "constraints": [{"type": "Rolling", "body": "b", "radius": 0.5, "up": [-0.6, 0, 0.8], "height": 0.25}],
      "potentials": [{"type": "Gravity"}, {"type": "Spring", "between": ["o", {"body": "b", "point": [0.3, 0.1]}], "stiffness": 7, "rest_length": 0.4}],
      "initial_conditions": {"bodies": {"b": {"position": [0, 0, 1], "velocity": [{"normal": {"mean": 0, "std": 2}}, 0, 1],
        "euler_zxz": [0.9, 1.2, {"uniform": {"low": 0, "high": 6}}], "euler_rates": [1, 0.5, {"normal": {"mean": 0, "std": 3}}]}},
        "noise": {"position": {"normal": {"mean": 0, "std": 0.05}}, "velocity": {"normal": {"mean": 0, "std": 0.2}}}},
      "sampling": {"dt": 0.05, "steps": 41}, "conserved": ["energy"]})");
    const Eigen::Vector3d up(-0.6, 0, 0.8), anchor(1, 1, 2);
    const Vector mass = c.system.mass_matrix();
    Matrix m = Matrix::Zero(9, 9);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) m.block<3, 3>(3 * i, 3 * j) = mass[to_size(3 * i + j)] * Matrix::Identity(3, 3);
    Dynamics<double> dynamics(c.system);
    for (const InitialState& s : c.draw(5)) {
        const Column x = Eigen::Map<const Column>(s.x.data(), 9), v = Eigen::Map<const Column>(s.v.data(), 9);
        const Matrix a = rows_of_disk(x, 0.5, up);
        CHECK((a * v).cwiseAbs().maxCoeff() < 1e-13);  // the state itself is on the rows, of all three of the contact
        const double h = 1e-3;  // A is quadratic in x along v: central differences are exact, up to rounding / h
        const Matrix bend = (rows_of_disk(x + h * v, 0.5, up) - rows_of_disk(x - h * v, 0.5, up)) / (2 * h);
        Column f = Column::Zero(9);
        f[2] = -2 * 9.81;
        const Eigen::Vector3d r = 0.6 * x.head<3>() + 0.3 * x.segment<3>(3) + 0.1 * x.segment<3>(6) - anchor;
        const Eigen::Vector3d pull = -7 * (1 - 0.4 / r.norm()) * r;
        f.head<3>() += 0.6 * pull;
        f.segment<3>(3) += 0.3 * pull;
        f.segment<3>(6) += 0.1 * pull;
        Matrix all = Matrix::Zero(16, 16);
        all << m, -a.transpose(), a, Matrix::Zero(7, 7);
        Column right(16);
        right << f, -bend * v;
        const Column expected = all.completeOrthogonalDecomposition().solve(right).head(9);

        Vector z = s.x, rate(18), found(9);
        z.resize(18);
        c.system.momentum(s.v.data(), z.data() + 9);
        dynamics(z, rate, 0.0);
        c.system.velocity(rate.data() + 9, found.data());
        for (int i = 0; i < 9; ++i) {
            CHECK(rate[to_size(i)] == doctest::Approx(v[i]).epsilon(1e-12));
            CHECK(std::fabs(found[to_size(i)] - expected[i]) <
                  1e-9 * (1 + expected.norm()));  // differences: 1e-16/1e-3 of |v|^2
        }
    }
    const auto batch = integrate(c.system, c.draw(3), c.own_times(), default_protocol());
    for (int i = 0; i < 3; ++i) {
        CHECK(batch.outcomes[to_size(i)].reason == EndReason::completed);
        for (int k = 0; k < batch.samples; ++k) {
            const auto at = to_size(i * batch.samples + k);
            Vector phi(7), slip(7);
            c.system.phi(&batch.x[at * 9], phi.data());
            c.system.phi_rate(&batch.x[at * 9], &batch.v[at * 9], slip.data());
            for (std::size_t row = 0; row < 7; ++row)
                CHECK(std::fabs(phi[row]) + std::fabs(slip[row]) < 1e-12);                               // projected
            CHECK(std::fabs(batch.energy[at] - batch.energy[to_size(i * batch.samples)]) < 1e-10 * 50);  // of some 50 J
        }
    }
}

}  // namespace
