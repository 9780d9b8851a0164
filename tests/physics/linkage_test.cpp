// A hinged arm against recursive kinematics in its joint angles, and a four-bar linkage against circles that meet.

#include <doctest/doctest.h>

#include <Eigen/Dense>

#include "mechanics/kernels/dynamics.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Vector3 = Eigen::Matrix<Real, 3, 1>;
using Matrix3 = Eigen::Matrix<Real, 3, 3>;
using Angles = std::array<Real, 6>;  // three angles, three rates

Matrix3 turned(const Vector3& axis, Real angle) { return Eigen::AngleAxis<Real>(angle, axis).toRotationMatrix(); }

// Twelve nodes of the arm: positions, velocities, the part of their accelerations without q'', and dx/dq.
struct Arm {
    static constexpr int links = 3;
    static constexpr Real length[] = {0.5L, 0.4L, 0.3L}, mass[] = {2, 1.5L, 1};
    std::array<Vector3, 12> x, v, bend;
    Eigen::Matrix<Real, 36, 3> slope = Eigen::Matrix<Real, 36, 3>::Zero();
    Eigen::Matrix<Real, 36, 36> masses = Eigen::Matrix<Real, 36, 36>::Zero();

    explicit Arm(const Angles& q) {
        const Vector3 in_link[] = {{0, 0, 1}, {0, 1, 0}, {0, 0.6L, 0.8L}};
        Matrix3 r = Matrix3::Identity();
        Vector3 hinge = Vector3::Zero(), hinge_v = hinge, hinge_bend = hinge, omega = hinge, alpha = hinge;
        std::vector<Vector3> axes, hinges;
        for (int link = 0; link < links; ++link) {
            const auto i = to_size(link);
            const Vector3 axis = r * in_link[i];
            alpha += omega.cross(Vector3(axis * q[i + 3]));
            omega += axis * q[i + 3];
            r = r * turned(in_link[i], q[i]);
            axes.push_back(axis);
            hinges.push_back(hinge);
            const auto carried = [&](const Vector3& arm) {
                return Vector3(hinge_bend + alpha.cross(arm) + omega.cross(omega.cross(arm)));
            };
            for (int node = 0; node < 4; ++node) {
                Vector3 arm{length[i] / 2, 0, 0};
                if (node > 0) arm[node - 1] += 1;
                arm = r * arm;
                const auto at = to_size(4 * link + node);
                x[at] = hinge + arm;
                v[at] = hinge_v + omega.cross(arm);
                bend[at] = carried(arm);
                for (int j = 0; j <= link; ++j)
                    slope.block<3, 1>(3 * static_cast<int>(at), j) =
                        axes[to_size(j)].cross(Vector3(x[at] - hinges[to_size(j)]));
            }
            const Vector3 arm = r * Vector3(length[i], 0, 0);
            hinge_bend = carried(arm);
            hinge_v += omega.cross(arm);
            hinge += arm;
            add_masses(link);
        }
    }
    // T = m |v_0|^2/2 + sum lambda_i m |v_i - v_0|^2/2, lambda = a^2/12 of a box.
    void add_masses(int link) {
        const Real m = mass[to_size(link)], sides[] = {length[to_size(link)], 0.1L, 0.08L};
        const auto add = [&](int i, int j, Real value) {
            masses.block<3, 3>(12 * link + 3 * i, 12 * link + 3 * j) += value * Matrix3::Identity();
        };
        add(0, 0, m);
        for (int i = 1; i <= 3; ++i) {
            const Real moment = m * sides[i - 1] * sides[i - 1] / 12;
            add(0, 0, moment);
            add(i, i, moment);
            add(0, i, -moment);
            add(i, 0, -moment);
        }
    }
    // (J^T M J) q'' = J^T (f - M bend)
    Vector3 angle_accelerations() const {
        Eigen::Matrix<Real, 36, 1> f = Eigen::Matrix<Real, 36, 1>::Zero(), b;
        for (int link = 0; link < links; ++link) f[12 * link + 2] = -9.81L * mass[to_size(link)];
        for (int i = 0; i < 12; ++i) b.segment<3>(3 * i) = bend[to_size(i)];
        return (slope.transpose() * masses * slope).ldlt().solve(slope.transpose() * (f - masses * b));
    }
    InitialState state() const {
        InitialState s;
        for (std::size_t i = 0; i < 12; ++i)
            for (int j = 0; j < 3; ++j) {
                s.x.push_back(number(x[i][j]));
                s.v.push_back(number(v[i][j]));
            }
        return s;
    }
};

const std::vector<Angles> arm_states{
    {0.3L, 1.2L, -0.4L, 1.5L, -0.7L, 2.1L}, {-2, 2.1L, 0.9L, -3, 0.4L, -1.1L}, {1.1L, 0.6L, 2.2L, 0, 2, 0.5L}};

TEST_CASE("the arm's accelerations are those of recursive kinematics in its joint angles") {
    const Compiled c("hinged_arm_3");
    for (const Angles& q : arm_states) {
        const Arm arm(q);
        const InitialState state = arm.state();
        std::vector<double> phi(c.system.rows().size()), p(36), z = state.x, rate(72), a(36);
        c.system.phi(state.x.data(), phi.data());
        for (double row : phi) CHECK(std::fabs(row) < 1e-15);  // of lengths near 1 m
        c.system.phi_rate(state.x.data(), state.v.data(), phi.data());
        for (double row : phi) CHECK(std::fabs(row) < 1e-14);
        c.system.momentum(state.v.data(), p.data());
        z.insert(z.end(), p.begin(), p.end());
        Dynamics<double>(c.system)(z, rate, 0.0);
        c.system.velocity(rate.data() + 36, a.data());
        const Eigen::Matrix<Real, 36, 1> turn = arm.slope * arm.angle_accelerations();
        double worst = 0, largest = 0;
        for (std::size_t i = 0; i < 36; ++i) {
            const Real expected = turn[static_cast<int>(i)] + arm.bend[i / 3][static_cast<int>(i % 3)];
            worst = worse(worst, a[i] - expected);
            largest = worse(largest, expected);
        }
        CHECK(worst < 1e-11 * largest);  // 1e-16 times 1/lambda = 2e3 and the condition of the solve
    }
}

TEST_CASE("the arm moves as its joint angles do") {
    const Compiled c("hinged_arm_3");
    std::vector<InitialState> states;
    for (const Angles& q : arm_states) states.push_back(Arm(q).state());
    const TimeGrid times{0.1, 11};
    const auto batch = integrate(c.system, states, times, default_protocol());
    for (int i = 0; i < batch.count; ++i) {
        CAPTURE(i);
        Angles q = arm_states[to_size(i)];
        const auto equation = [](const Angles& s) {
            const Vector3 a = Arm(s).angle_accelerations();
            return Angles{s[3], s[4], s[5], a[0], a[1], a[2]};
        };
        double worst = 0;
        for (int k = 0; k < batch.samples; ++k) {
            const Arm arm(q);
            for (int node = 0; node < 12; ++node) {
                const Vector3& at = arm.x[to_size(node)];
                worst = worse(worst, norm(node_of(batch.x, batch, i, k, node) - Three{at[0], at[1], at[2]}));
            }
            q = advance(equation, q, times.dt,
                        25);  // 4 ms at up to 20 rad/s: 0.08^8 is 2e-9, times 1/8! and error constants
        }
        CHECK(worst < 1e-10);  // the third link whips round at tens of rad/s; local errors of 1e-13 grow
    }
}

// Where circles about a and b meet, on the left of the way from a to b.
Three meeting(const Three& a, Real of_a, const Three& b, Real of_b) {
    const Three way = b - a;
    const Real d = norm(way), along = (of_a * of_a - of_b * of_b + d * d) / (2 * d),
               across = std::sqrt(of_a * of_a - along * along);
    return a + (along / d) * way + (across / d) * Three{-way[1], way[0], 0};
}

TEST_CASE("the four-bar linkage stays closed, and its crank alone says where all bars are") {
    const Compiled c("four_bar_linkage");
    const auto batch = integrate(c.system, c.draw(8), c.own_times(), default_protocol());
    const Three left{0, 0, 0}, right{1, 0, 0};
    double open = 0, off = 0;
    for (int i = 0; i < batch.count; ++i)
        for (int k = 0; k < batch.samples; ++k) {
            const auto point = [&](int node, Real along) {
                const Three centre = node_of(batch.x, batch, i, k, node);
                return centre + along * (node_of(batch.x, batch, i, k, node + 1) - centre);
            };
            open = worse(open, norm(point(0, -0.2L) - left));
            open = worse(open, norm(point(0, 0.2L) - point(2, -0.55L)));
            open = worse(open, norm(point(2, 0.55L) - point(4, 0.4L)));
            open = worse(open, norm(point(4, -0.4L) - right));
            const Three crank = point(0, 1) - point(0, 0);
            const Three pin = (0.4L / norm(crank)) * crank, top = meeting(pin, 1.1L, right, 0.8L);
            off = worse(off, norm(point(2, 0) - Real(0.5) * (pin + top)));
            off = worse(off, norm(point(4, 0) - Real(0.5) * (right + top)));
        }
    CHECK(open < 1e-14);  // a few roundings of lengths near 1 m
    CHECK(off < 1e-13);   // times what the crank's angle is worth at the flattest position, below 10
}

}  // namespace
