#pragma once
// Equations of motion in minimal coordinates, as textbooks derive them and as a good specialist writes them for one
// trajectory: sizes known to the compiler, no allocation, one sine and cosine per angle. They share nothing with the
// mechanics of the library and read masses, lengths and positions from the system file alone.
//
// Each class has a State (coordinates, then their rates), the State of an initial state, the rate of a State, and the
// positions of the nodes (n, d) that belong to a State at the time t of a trajectory.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "elements/dipole.hpp"
#include "elements/gravity.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/spring.hpp"
#include "numbers/vector3.hpp"
#include "sample/initial_state.hpp"
#include "spec/system_spec.hpp"

namespace cchnn::bench {

inline double gravity_of(const SystemSpec& spec) { return items_of<GravitySpec>(spec.potentials).front()->g; }

// A chain of N point masses in the plane, angles a_k from straight down (Goldstein, Classical Mechanics, 1.4 and 1.6):
//   sum_j c_ij cos(a_i - a_j) a_j'' = -sum_j c_ij sin(a_i - a_j) a_j'^2 - g l_i mu_i sin a_i
//   mu_i = m_i + .. + m_N,   c_ij = mu_max(i,j) l_i l_j
template <std::size_t N>
class ReducedChain {
  public:
    using State = std::array<double, 2 * N>;

    explicit ReducedChain(const SystemSpec& spec) {
        const std::vector<const LinkSpec*> links = items_of<LinkSpec>(spec.constraints);
        std::array<double, N> carried{};
        double below = 0;
        for (std::size_t k = N; k-- > 0;) {
            below += spec.bodies[k + 1].mass;
            carried[k] = below;
            length_[k] = links[k]->length;
            weight_[k] = gravity_of(spec) * length_[k] * below;
        }
        for (std::size_t i = 0; i < N; ++i)
            for (std::size_t j = 0; j <= i; ++j) coupling_[i][j] = carried[i] * length_[i] * length_[j];
    }

    State state(const InitialState& start) const {
        State y{};
        for (std::size_t k = 0; k < N; ++k) {
            const double along_x = start.x[2 * k] - (k ? start.x[2 * k - 2] : 0.0),
                         along_y = start.x[2 * k + 1] - (k ? start.x[2 * k - 1] : 0.0),
                         rate_x = start.v[2 * k] - (k ? start.v[2 * k - 2] : 0.0),
                         rate_y = start.v[2 * k + 1] - (k ? start.v[2 * k - 1] : 0.0);
            y[k] = std::atan2(along_x, -along_y);
            y[N + k] = (along_x * rate_y - along_y * rate_x) / (length_[k] * length_[k]);
        }
        return y;
    }

    void operator()(const State& y, State& rate, double) const {
        std::array<double, N> sine, cosine, b;
        for (std::size_t k = 0; k < N; ++k) {
            sine[k] = std::sin(y[k]);
            cosine[k] = std::cos(y[k]);
            b[k] = -weight_[k] * sine[k];
        }
        std::array<std::array<double, N>, N> m;
        for (std::size_t i = 0; i < N; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                m[i][j] = coupling_[i][j] * (cosine[i] * cosine[j] + sine[i] * sine[j]);
                const double turn = coupling_[i][j] * (sine[i] * cosine[j] - cosine[i] * sine[j]);
                b[i] -= turn * y[N + j] * y[N + j];
                b[j] += turn * y[N + i] * y[N + i];
            }
            m[i][i] = coupling_[i][i];
        }
        solve(m, b);
        for (std::size_t k = 0; k < N; ++k) {
            rate[k] = y[N + k];
            rate[N + k] = b[k];
        }
    }

    std::vector<double> positions(const State& y, const InitialState&, double) const {
        std::vector<double> x(2 * N);
        for (std::size_t k = 0; k < N; ++k) {
            x[2 * k] = (k ? x[2 * k - 2] : 0.0) + length_[k] * std::sin(y[k]);
            x[2 * k + 1] = (k ? x[2 * k - 1] : 0.0) - length_[k] * std::cos(y[k]);
        }
        return x;
    }

  private:
    // Cholesky's decomposition without roots, m = L D L^T; b becomes the solution.
    static void solve(std::array<std::array<double, N>, N>& m, std::array<double, N>& b) {
        std::array<double, N> inverse;
        for (std::size_t i = 0; i < N; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                for (std::size_t k = 0; k < j; ++k) m[i][j] -= m[i][k] * m[j][k];  // L D so far
                const double of_l = m[i][j] * inverse[j];
                m[i][i] -= of_l * m[i][j];
                b[i] -= of_l * b[j];
                m[j][i] = of_l;  // L^T, above the diagonal
            }
            for (std::size_t j = 0; j < i; ++j) m[i][j] = m[j][i];
            inverse[i] = 1 / m[i][i];
        }
        for (std::size_t i = N; i-- > 0;) {
            b[i] *= inverse[i];
            for (std::size_t k = i + 1; k < N; ++k) b[i] -= m[k][i] * b[k];
        }
    }

    std::array<double, N> length_{}, weight_{};
    std::array<std::array<double, N>, N> coupling_{};
};

// N point masses on rods in space, each in spherical angles about the x axis, which none of them reaches: polar angle
// p, azimuth z; p = pi/2, z = pi hangs straight down. With a force F on the mass (Goldstein 1.6):
//   u = (-cos p, sin z sin p, cos z sin p)
//   m l p'' = F . du/dp + m l sin p cos p z'^2,   m l sin^2 p z'' = F . du/dz - 2 m l sin p cos p p' z'
template <std::size_t N>
class SphericalPendulums {
  public:
    using State = std::array<double, 4 * N>;  // p, z of each; p', z' of each

    explicit SphericalPendulums(const SystemSpec& spec) {
        const std::vector<const LinkSpec*> links = items_of<LinkSpec>(spec.constraints);
        for (std::size_t k = 0; k < N; ++k) {
            std::copy_n(spec.bodies[k].position.begin(), 3, anchor_[k].begin());
            mass_[k] = spec.bodies[N + k].mass;
            length_[k] = links[k]->length;
            weight_[k] = mass_[k] * gravity_of(spec);
        }
    }

    State state(const InitialState& start) const {
        State y{};
        for (std::size_t k = 0; k < N; ++k) {
            Vector3 u, du;
            for (std::size_t j = 0; j < 3; ++j) {
                u[j] = (start.x[3 * k + j] - anchor_[k][j]) / length_[k];
                du[j] = start.v[3 * k + j] / length_[k];
            }
            const double sine = std::hypot(u[1], u[2]);
            y[2 * k] = std::atan2(sine, -u[0]);
            y[2 * k + 1] = std::atan2(u[1], u[2]);
            y[2 * N + 2 * k] = du[0] / sine;
            y[2 * N + 2 * k + 1] = (du[1] * u[2] - du[2] * u[1]) / (sine * sine);
        }
        return y;
    }

    std::vector<double> positions(const State& y, const InitialState&, double) const {
        std::vector<double> x;
        for (std::size_t k = 0; k < N; ++k) {
            const Vector3 place = at(k, Angles(&y[2 * k]));
            x.insert(x.end(), place.begin(), place.end());
        }
        return x;
    }

  protected:
    struct Angles {
        explicit Angles(const double* pz)
            : sine_p(std::sin(pz[0])), cosine_p(std::cos(pz[0])), sine_z(std::sin(pz[1])), cosine_z(std::cos(pz[1])) {}
        Vector3 u() const { return {-cosine_p, sine_z * sine_p, cosine_z * sine_p}; }
        Vector3 by_p() const { return {sine_p, sine_z * cosine_p, cosine_z * cosine_p}; }
        Vector3 by_z() const { return {0.0, cosine_z * sine_p, -sine_z * sine_p}; }
        double sine_p, cosine_p, sine_z, cosine_z;
    };
    Vector3 at(std::size_t k, const Angles& angles) const {
        const Vector3 u = angles.u(), &from = anchor_[k];
        const double l = length_[k];
        return {from[0] + l * u[0], from[1] + l * u[1], from[2] + l * u[2]};
    }
    // Of mass k under the force F.
    void accelerate(std::size_t k, const Angles& angles, const Vector3& force, const State& y, State& rate) const {
        const double inverse = 1 / (mass_[k] * length_[k]), p_rate = y[2 * N + 2 * k], z_rate = y[2 * N + 2 * k + 1];
        const double product = angles.sine_p * angles.cosine_p;
        rate[2 * k] = p_rate;
        rate[2 * k + 1] = z_rate;
        rate[2 * N + 2 * k] = inverse * dot(force, angles.by_p()) + product * z_rate * z_rate;
        rate[2 * N + 2 * k + 1] =
            (inverse * dot(force, angles.by_z()) - 2 * product * p_rate * z_rate) / (angles.sine_p * angles.sine_p);
    }

    std::array<Vector3, N> anchor_{};
    std::array<double, N> mass_{}, length_{}, weight_{};
};

// Springs between neighbours.
class ReducedCoupledPendulums : public SphericalPendulums<3> {
  public:
    explicit ReducedCoupledPendulums(const SystemSpec& spec) : SphericalPendulums(spec) {
        const std::vector<const SpringSpec*> springs = items_of<SpringSpec>(spec.potentials);
        for (std::size_t k = 0; k < 2; ++k) {
            stiffness_[k] = springs[k]->stiffness;
            rest_[k] = springs[k]->rest_length;
        }
    }

    void operator()(const State& y, State& rate, double) const {
        const std::array<Angles, 3> angles{Angles(&y[0]), Angles(&y[2]), Angles(&y[4])};
        const std::array<Vector3, 3> x{at(0, angles[0]), at(1, angles[1]), at(2, angles[2])};
        std::array<Vector3, 3> force{};
        for (std::size_t k = 0; k < 3; ++k) force[k][2] = -weight_[k];
        for (std::size_t k = 0; k < 2; ++k) {
            const Vector3 r{x[k + 1][0] - x[k][0], x[k + 1][1] - x[k][1], x[k + 1][2] - x[k][2]};
            const double pull = stiffness_[k] * (1 - rest_[k] / std::sqrt(dot(r, r)));
            for (std::size_t j = 0; j < 3; ++j) {
                force[k][j] += pull * r[j];
                force[k + 1][j] -= pull * r[j];
            }
        }
        for (std::size_t k = 0; k < 3; ++k) accelerate(k, angles[k], force[k], y, rate);
    }

  private:
    std::array<double, 2> stiffness_{}, rest_{};
};

// A magnet q u at the end of the rod in the field B of fixed dipoles (Jackson, Classical Electrodynamics, 5.56):
//   V = -q u . B,   B = sum_i mu0/(4 pi r^5) (3 r (r . m_i) - r^2 m_i),   r = l u - x_i
// In the angles the force on the mass and the torque on its dipole are those of one force  grad(q u . B) + q B / l.
class ReducedMagnetPendulum : public SphericalPendulums<1> {
  public:
    explicit ReducedMagnetPendulum(const SystemSpec& spec) : SphericalPendulums(spec) {
        const DipoleSpec& dipole = *items_of<DipoleSpec>(spec.potentials).front();
        strength_ = dipole.mu0 * dipole.moment / (16 * std::atan(1.0));
        for (std::size_t i = 0; i < 2; ++i) {
            std::copy_n(dipole.magnets[i].position.begin(), 3, magnet_[i].begin());
            std::copy_n(dipole.magnets[i].moment.begin(), 3, moment_[i].begin());
        }
    }

    void operator()(const State& y, State& rate, double) const {
        const Angles angles(y.data());
        const Vector3 u = angles.u(), x = at(0, angles);
        Vector3 force{0.0, 0.0, -weight_[0]};
        for (std::size_t i = 0; i < 2; ++i) {
            const Vector3 r{x[0] - magnet_[i][0], x[1] - magnet_[i][1], x[2] - magnet_[i][2]}, &m = moment_[i];
            const double square = dot(r, r), inverse = 1 / square, third = strength_ * inverse / std::sqrt(square),
                         fifth = third * inverse;
            const double mr = dot(m, r), ur = dot(u, r), mu = dot(m, u);
            for (std::size_t j = 0; j < 3; ++j)
                force[j] += 3 * fifth * (mr * u[j] + ur * m[j] + (mu - 5 * mr * ur * inverse) * r[j]) +
                            (3 * fifth * mr * r[j] - third * m[j]) / length_[0];
        }
        accelerate(0, angles, force, y, rate);
    }

  private:
    double strength_ = 0;  // mu0 q / (4 pi)
    std::array<Vector3, 2> magnet_{}, moment_{};
};

// A rigid body: unit quaternion (w, x, y, z) from body axes to space, angular velocity in body axes (Goldstein 4.5,
// 5.5).
//   q' = 1/2 q (0, omega),   I omega' = (I omega) x omega + torque
// Held at a point, I is about that point and gravity has a torque; free, I is about the centre, which flies straight.
template <bool held>
class ReducedBody {
  public:
    using State = std::array<double, 7>;

    explicit ReducedBody(const SystemSpec& spec) {
        const BodySpec& body = spec.bodies.back();
        const std::vector<double>& second = body.second_moments;
        for (std::size_t j = 0; j < 3; ++j) {
            if constexpr (held) centre_[j] = -items_of<JointSpec>(spec.constraints).front()->b.point[j];
            if constexpr (held) weight_[j] = body.mass * gravity_of(spec) * centre_[j];
        }
        for (std::size_t j = 0; j < 3; ++j) {
            const std::size_t k = (j + 1) % 3, l = (j + 2) % 3;
            inertia_[j] = body.mass * (second[k] + second[l] + centre_[k] * centre_[k] + centre_[l] * centre_[l]);
            inverse_inertia_[j] = 1 / inertia_[j];
        }
    }

    State state(const InitialState& start) const {
        std::array<Vector3, 3> axis, turning;  // columns of the rotation matrix, and their rates
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) {
                axis[i][j] = start.x[3 * i + 3 + j] - start.x[j];
                turning[i][j] = start.v[3 * i + 3 + j] - start.v[j];
            }
        // Each entry squared, times 4; the largest one divides.
        const std::array<double, 4> square{
            1 + axis[0][0] + axis[1][1] + axis[2][2], 1 + axis[0][0] - axis[1][1] - axis[2][2],
            1 - axis[0][0] + axis[1][1] - axis[2][2], 1 - axis[0][0] - axis[1][1] + axis[2][2]};
        const double xw = axis[1][2] - axis[2][1], yw = axis[2][0] - axis[0][2], zw = axis[0][1] - axis[1][0],
                     xy = axis[0][1] + axis[1][0], xz = axis[0][2] + axis[2][0], yz = axis[1][2] + axis[2][1];
        const std::array<std::array<double, 4>, 4> product{
            std::array{square[0], xw, yw, zw}, std::array{xw, square[1], xy, xz}, std::array{yw, xy, square[2], yz},
            std::array{zw, xz, yz, square[3]}};
        std::size_t largest = 0;
        for (std::size_t i = 1; i < 4; ++i)
            if (square[i] > square[largest]) largest = i;
        State y{};
        for (std::size_t i = 0; i < 4; ++i) y[i] = product[largest][i] / (2 * std::sqrt(square[largest]));
        for (std::size_t j = 0; j < 3; ++j) y[4 + j] = dot(axis[(j + 2) % 3], turning[(j + 1) % 3]);
        return y;
    }

    void operator()(const State& state, State& rate, double) const {
        const auto [w, x, y, z, a, b, c] = state;
        rate[0] = -0.5 * (x * a + y * b + z * c);
        rate[1] = 0.5 * (w * a + y * c - z * b);
        rate[2] = 0.5 * (w * b + z * a - x * c);
        rate[3] = 0.5 * (w * c + x * b - y * a);
        Vector3 torque{(inertia_[1] - inertia_[2]) * b * c, (inertia_[2] - inertia_[0]) * c * a,
                       (inertia_[0] - inertia_[1]) * a * b};
        if constexpr (held) {
            const Vector3 up{2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z};
            torque[0] -= weight_[1] * up[2] - weight_[2] * up[1];
            torque[1] -= weight_[2] * up[0] - weight_[0] * up[2];
            torque[2] -= weight_[0] * up[1] - weight_[1] * up[0];
        }
        for (std::size_t j = 0; j < 3; ++j) rate[4 + j] = torque[j] * inverse_inertia_[j];
    }

    std::vector<double> positions(const State& state, const InitialState& start, double t) const {
        const auto [w, x, y, z, a, b, c] = state;
        const double square = w * w + x * x + y * y + z * z;
        const std::array<Vector3, 3> axis{
            Vector3{w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)},
            Vector3{2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)},
            Vector3{2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z}};
        std::vector<double> out(12);
        for (std::size_t j = 0; j < 3; ++j) {
            if constexpr (held) {
                for (std::size_t i = 0; i < 3; ++i) out[j] += centre_[i] * axis[i][j] / square;
            } else out[j] = start.x[j] + t * start.v[j];
            for (std::size_t i = 0; i < 3; ++i) out[3 * i + 3 + j] = out[j] + axis[i][j] / square;
        }
        return out;
    }

  private:
    Vector3 centre_{};  // from the point that is held, in body axes
    Vector3 weight_{};  // m g times it
    Vector3 inertia_{}, inverse_inertia_{};
};

}  // namespace cchnn::bench
