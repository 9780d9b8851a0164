#pragma once
// The paper's equations typed out densely in long double, from the graph alone: nothing of lib/mechanics is used.
//
//   Psi(z) = (Phi(x), G M^-1 p),  J = [[0, 1], [-1, 0]],  P = 1 - J DPsi^T [DPsi J DPsi^T]^-1 DPsi
//   dz/dt  = P J grad H                                                                      paper eq. (6)
//   x''    = M^-1 f - M^-1 G^T [G M^-1 G^T]^-1 (G M^-1 f + Gdot v)                           paper eq. (7)
//
// G of (7) has the rows a(x) of equations for velocities as well, which no Psi has: such a motion is none of (6).
//
// with -dR/dv, the force of damping, and magnetic forces added to dp/dt of J grad H and to f. Rows that depend on others (the third row of
// an axis) have no inverse as printed: solves are by least squares, which is the same force G^T lambda.

#include <cmath>
#include <functional>
#include <vector>

#include "elements/kinds.hpp"
#include "elements/parts/formula/formula_step.hpp"
#include "graph/body_graph.hpp"
#include "mechanics/dense_differences.hpp"

namespace cchnn_test {
using namespace cchnn;

inline DenseVector dense(const std::vector<double>& from) {
    DenseVector to(static_cast<Eigen::Index>(from.size()));
    for (std::size_t i = 0; i < from.size(); ++i) to[static_cast<Eigen::Index>(i)] = from[i];
    return to;
}
inline std::vector<double> plain(const DenseVector& from) {
    std::vector<double> to;
    for (Eigen::Index i = 0; i < from.size(); ++i) to.push_back(static_cast<double>(from[i]));
    return to;
}

// The paper's rows, in the order rigidity, links, joints and their axes; or the solver's: distances halved, and
// across . axis twice instead of the rows of an axis. Ropes, gears and racks come last and are the same in both.
enum class RowSet { paper, solver };

class DenseEquations {
  public:
    // `rows`: which of them act as constraints, by their place in that order.
    DenseEquations(const BodyGraph& graph, const std::vector<int>& rows, RowSet set = RowSet::paper)
        : graph_(graph), rows_(rows), d_(graph.dimension()), n_(graph.node_count() * graph.dimension()) {
        mass = DenseMatrix::Zero(n_, n_);
        for (const Body& body : graph.bodies()) {
            if (body.node_count == 0) continue;
            // T = m |v_cm|^2/2 + m sum lambda_i |v_i - v_cm|^2/2 (paper eq. 8), as a quadratic form.
            const auto add = [&](int i, int j, Float value) {
                for (int k = 0; k < d_; ++k)
                    mass((body.first_node + i) * d_ + k, (body.first_node + j) * d_ + k) += Float(body.mass) * value;
            };
            add(0, 0, 1);
            for (int i = 1; i < body.node_count; ++i) {
                const Float lambda = body.second_moments[static_cast<std::size_t>(i - 1)];
                add(0, 0, lambda);
                add(i, i, lambda);
                add(0, i, -lambda);
                add(i, 0, -lambda);
            }
        }
        inverse_mass = mass.inverse();
        type_out_rows(set);
    }
    explicit DenseEquations(const BodyGraph& graph, RowSet set = RowSet::paper) : DenseEquations(graph, {}, set) {
        for (std::size_t c = 0; c < all_rows_.size(); ++c) rows_.push_back(static_cast<int>(c));
    }
    DenseEquations(const DenseEquations&) = delete;  // rows refer to it
    DenseEquations& operator=(const DenseEquations&) = delete;

    int size() const { return n_; }

    DenseVector phi(const DenseVector& x) const {
        DenseVector out(count());
        for (int c = 0; c < count(); ++c)
            out[c] = all_rows_[static_cast<std::size_t>(rows_[static_cast<std::size_t>(c)])](x);
        return out;
    }

    // Phi is quadratic in x but for ropes, gears and racks.
    DenseMatrix gradient(const DenseVector& x) const {
        return differences(shape_, x, [&](const DenseVector& y) { return phi(y); });
    }

    // Rows a(x) are linear in velocities: each entry is the equation at a velocity of 1.
    DenseMatrix jacobian(const DenseVector& x) const {
        DenseMatrix g(count() + static_cast<int>(velocity_rows_.size()), n_);
        if (count() > 0) g.topRows(count()) = gradient(x);
        for (int k = count(); k < g.rows(); ++k)
            for (int i = 0; i < n_; ++i)
                g(k, i) = written(*velocity_rows_[static_cast<std::size_t>(k - count())], x, DenseVector::Unit(n_, i));
        return g;
    }

    DenseVector psi(const DenseVector& z) const {
        DenseVector out(2 * count());
        out << phi(z.head(n_)), gradient(z.head(n_)) * (inverse_mass * z.tail(n_));
        return out;
    }

    Float potential(const DenseVector& x) const {
        Float sum = 0;
        for (const Gravity& gravity : graph_.terms<Gravity>())
            for (const Body& body : graph_.bodies())
                for (int k = 0; body.node_count > 0 && k < d_; ++k)
                    sum += Float(body.mass) * gravity.g * gravity.up[static_cast<std::size_t>(k)] *
                           x[body.first_node * d_ + k];
        for (const Spring& spring : graph_.terms<Spring>()) {
            const Float stretch = (place(spring.a, x) - place(spring.b, x)).norm() - spring.rest_length;
            sum += spring.stiffness * stretch * stretch / 2;
        }
        for (const FormulaPotential& potential : graph_.terms<FormulaPotential>()) sum += written(potential, x);
        for (const TorsionSpring& spring : graph_.terms<TorsionSpring>()) {
            const Float off = angle(spring.angle, x) - spring.rest_angle;
            sum += spring.stiffness * off * off / 2;
        }
        for (const Torque& torque : graph_.terms<Torque>()) sum -= torque.torque * angle(torque.angle, x);
        for (const Force& force : graph_.terms<Force>()) sum -= dense(force.force).dot(place(force.on, x));
        for (const RotatingFrame& frame : graph_.terms<RotatingFrame>()) {
            const DenseVector turned = turned_by(frame, x);
            sum -= turned.dot(mass * turned) / 2;
        }
        for (const Attraction& pair : graph_.terms<Attraction>())
            sum -= double(pair.strength) / (place(pair.a, x) - place(pair.b, x)).norm();
        for (const Dipole& dipole : graph_.terms<Dipole>()) {  // paper eq. (24), (25), term by term
            const DenseVector at = x.segment(index(dipole.node) * d_, d_), arm = at - dense(dipole.pivot);
            const DenseVector moment = Float(dipole.moment) * arm / arm.norm();
            for (const auto& magnet : dipole.magnets) {
                const DenseVector r = at - dense(magnet.position), m = dense(magnet.moment);
                const DenseMatrix l = 3 * r * r.transpose() - r.squaredNorm() * DenseMatrix::Identity(3, 3);
                sum -=
                    moment.dot(l * m) * Float(dipole.mu0) / (4 * std::acos(Float(-1)) * std::pow(r.norm(), Float(5)));
            }
        }
        return sum;
    }

    // Differences of order 6 with step 1e-4 (times the largest entry of x): a magnet 0.05 m away truncates at (h/r)^6 =
    // 6e-17, energies of 300 J round at 1e-19 of that over h, 3e-13 N.
    DenseVector potential_gradient(const DenseVector& x) const {
        DenseVector out(n_);
        const Float h = Float(1e-4) * std::max<Float>(1, x.cwiseAbs().maxCoeff());
        for (int i = 0; i < n_; ++i) {
            const auto odd = [&](int steps) {
                DenseVector up = x, down = x;
                up[i] += steps * h;
                down[i] -= steps * h;
                return potential(up) - potential(down);
            };
            out[i] = (45 * odd(1) - 9 * odd(2) + odd(3)) / (60 * h);
        }
        return out;
    }

    // Rayleigh's function; energy is lost at the rate 2 R.
    Float rayleigh(const DenseVector& x, const DenseVector& v) const {
        Float sum = 0;
        for (const Damping& damping : graph_.terms<Damping>()) {
            const DenseVector speed = v.segment(index(damping.node) * d_, d_);
            if (!damping.pivot) {
                sum += damping.coefficient * speed.squaredNorm() / 2;
                continue;
            }
            // |omega|^2 = |r x v|^2 / |r|^4, and |r x v| = |r| times what v has across r.
            const DenseVector r = x.segment(index(damping.node) * d_, d_) - dense(*damping.pivot);
            const DenseVector across = speed - r * (r.dot(speed) / r.squaredNorm());
            sum += damping.coefficient * across.squaredNorm() / r.squaredNorm() / 2;
        }
        for (const TorsionDamper& damper : graph_.terms<TorsionDamper>())
            sum += damper.coefficient * (turning(damper.a, x, v) - turning(damper.b, x, v)).squaredNorm() / 2;
        for (const Dashpot& dashpot : graph_.terms<Dashpot>()) {
            const DenseVector r = place(dashpot.a, x) - place(dashpot.b, x);
            // Offsets of points do not move.
            const DenseVector w = r - (place(dashpot.a, x - v) - place(dashpot.b, x - v));
            const Float rate = r.dot(w) / r.norm();
            sum += dashpot.coefficient * rate * rate / 2;
        }
        return sum;
    }
    // -dR/dv; R is quadratic in v, so that differences are exact. That of quadratic drag is typed out.
    DenseVector damping_force(const DenseVector& x, const DenseVector& v) const {
        DenseVector out = DenseVector::Zero(n_);
        for (int i = 0; i < n_ && damped(); ++i) {
            DenseVector up = v, down = v;
            up[i] += 1;
            down[i] -= 1;
            out[i] = (rayleigh(x, down) - rayleigh(x, up)) / 2;
        }
        for (const Drag& drag : graph_.terms<Drag>()) {
            const DenseVector w = place(drag.on, v) - place(drag.on, DenseVector::Zero(n_));
            for (const NodeWeight& node : drag.on.weights)
                out.segment(index(node.node) * d_, d_) -= double(node.weight) * drag.coefficient * w.norm() * w;
        }
        return out;
    }

    // Of U(x, v) = -sum q A . v with A = B x r/2: F = -dU/dx + d(dU/dv)/dt. U is linear in v and affine in x, so that
    // differences are exact.
    DenseVector magnetic_force(const DenseVector& x, const DenseVector& v) const {
        DenseVector out = DenseVector::Zero(n_);
        if (graph_.terms<ChargeInField>().empty() && graph_.terms<RotatingFrame>().empty()) return out;
        for (int i = 0; i < n_; ++i) {
            const DenseVector e = DenseVector::Unit(n_, i);
            out[i] = generalised_potential(x, v) - generalised_potential(x + e, v) + generalised_potential(x + v, e) -
                     generalised_potential(x, e);
        }
        return out;
    }

    DenseVector energy_gradient(const DenseVector& z) const {
        DenseVector out(2 * n_);
        out << potential_gradient(z.head(n_)), inverse_mass * z.tail(n_);
        return out;
    }

    // Psi is bilinear in x and p where Phi is quadratic.
    DenseMatrix psi_gradient(const DenseVector& z) const {
        return differences(shape_, z, [&](const DenseVector& y) { return psi(y); });
    }

    DenseVector equation_6(const DenseVector& z) const {
        DenseMatrix j = DenseMatrix::Zero(2 * n_, 2 * n_);
        j.topRightCorner(n_, n_).setIdentity();
        j.bottomLeftCorner(n_, n_) = -DenseMatrix::Identity(n_, n_);
        DenseVector free = j * energy_gradient(z);
        free.tail(n_) += velocity_force(z.head(n_), inverse_mass * z.tail(n_));
        if (count() == 0) return free;
        const DenseMatrix g = psi_gradient(z);
        const DenseMatrix middle = g * j * g.transpose();
        return free - j * g.transpose() * solve(middle, g * free);
    }

    DenseVector equation_7(const DenseVector& x, const DenseVector& v) const {
        const DenseVector free = inverse_mass * (velocity_force(x, v) - potential_gradient(x));
        const DenseMatrix g = jacobian(x);
        if (g.rows() == 0) return free;
        // Gdot v, which is G(v) v less G(0) v where Phi is quadratic.
        const DenseVector bend = slope(shape_, [&](Float s) { return DenseVector(jacobian(x + s * v) * v); });
        const DenseMatrix a = g * inverse_mass * g.transpose();
        return free - inverse_mass * g.transpose() * solve(a, g * free + bend);
    }

    DenseMatrix mass, inverse_mass;

  private:
    // Within half a turn of where a spring rests, of a state that has not turned yet.
    Float angle(const CountedAngle& of, const DenseVector& x) const {
        const Float turn = 2 * std::acos(Float(-1)), theta = flat_angle(of, x);
        return theta + turn * std::nearbyint((Float(of.middle) - theta) / turn);
    }
    Float flat_angle(const CountedAngle& of, const DenseVector& x) const {
        const DenseVector a = place(of.across_a, x), b = place(of.across_b, x);
        if (d_ == 2) return std::atan2(a[0] * b[1] - a[1] * b[0], a.dot(b));
        const DenseVector u = place(of.axis[0], x);
        Float sine = 0;
        for (int k = 0; k < 3; ++k) sine += u[k] * (a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
        return std::atan2(sine, a.dot(b));
    }
    // omega from E^-1 dE/dt: columns of E are the axes, the missing ones across those that are there.
    DenseVector turning(const Point& centre, const DenseVector& x, const DenseVector& v) const {
        const Body& body = graph_.parts().at(centre.body);
        DenseVector omega = DenseVector::Zero(3);
        if (body.node_count == 0) return omega;
        const auto axis = [&](const DenseVector& of, int i) {
            DenseVector e = DenseVector::Zero(3);
            e.head(d_) = of.segment((body.first_node + i) * d_, d_) - of.segment(body.first_node * d_, d_);
            return e;
        };
        const auto cross = [](const DenseVector& a, const DenseVector& b) {
            DenseVector c(3);
            c << a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0];
            return c;
        };
        if (d_ == 2) return cross(axis(x, 1), axis(v, 1));
        DenseMatrix e(3, 3), rate(3, 3);
        e << axis(x, 1), axis(x, 2), cross(axis(x, 1), axis(x, 2));
        rate << axis(v, 1), axis(v, 2), cross(axis(v, 1), axis(x, 2)) + cross(axis(x, 1), axis(v, 2));
        const DenseMatrix spin = rate * e.transpose();
        omega << spin(2, 1) - spin(1, 2), spin(0, 2) - spin(2, 0), spin(1, 0) - spin(0, 1);
        return omega / 2;
    }
    // The formula at coordinates and distances of its points.
    Float written(const FormulaPotential& potential, const DenseVector& x) const {
        if (!potential.formula) return 0;
        return computed(*potential.formula, potential.formula->result,
                        [&](int number) { return variable(potential, number, x); });
    }
    // phi of an equation, or a . v of one for velocities, at coordinates and velocities of the points that move.
    Float written(const FormulaConstraint& item, const DenseVector& x, const DenseVector& v) const {
        std::vector<Float> u;
        for (const DenseVector* of : {&x, &v})
            for (const Point& point : item.points) {
                if (point.weights.empty()) continue;
                DenseVector at = place(point, *of);
                if (of == &v) at -= place(point, DenseVector::Zero(n_));
                u.insert(u.end(), at.begin(), at.end());
            }
        const Equation& equation = *item.equation;
        return computed(equation.rate, item.on_positions() ? equation.value : equation.rate.result,
                        [&](int number) { return u[static_cast<std::size_t>(number)]; });
    }
    // A formula in long double up to a step, one after the other.
    template <class Variable>
    static Float computed(const FormulaProgram& formula, int result, Variable&& variable_of) {
        std::vector<Float> w;
        for (const FormulaStep& s : formula.steps) {
            const auto at = [&](int i) { return w[static_cast<std::size_t>(i)]; };
            switch (s.op) {
                case FormulaStep::Op::constant: w.push_back(Float(s.value.high) + s.value.low); break;
                case FormulaStep::Op::parameter: w.push_back(variable_of(s.exponent)); break;
                case FormulaStep::Op::add: w.push_back(at(s.a) + at(s.b)); break;
                case FormulaStep::Op::subtract: w.push_back(at(s.a) - at(s.b)); break;
                case FormulaStep::Op::multiply: w.push_back(at(s.a) * at(s.b)); break;
                case FormulaStep::Op::divide: w.push_back(at(s.a) / at(s.b)); break;
                case FormulaStep::Op::negate: w.push_back(-at(s.a)); break;
                case FormulaStep::Op::power: w.push_back(std::pow(at(s.a), Float(s.exponent))); break;
                case FormulaStep::Op::sin: w.push_back(std::sin(at(s.a))); break;
                case FormulaStep::Op::cos: w.push_back(std::cos(at(s.a))); break;
                case FormulaStep::Op::exp: w.push_back(std::exp(at(s.a))); break;
                case FormulaStep::Op::sqrt: w.push_back(std::sqrt(at(s.a))); break;
                case FormulaStep::Op::tanh: w.push_back(std::tanh(at(s.a))); break;
                case FormulaStep::Op::log: w.push_back(std::log(at(s.a))); break;
            }
        }
        return w[static_cast<std::size_t>(result)];
    }
    Float variable(const FormulaPotential& potential, int number, const DenseVector& x) const {
        const auto names = formula_variables(static_cast<int>(potential.points.size()), d_);
        const std::string& name = names[static_cast<std::size_t>(number)].name;
        const auto point = [&](std::size_t digit) {
            return place(
                potential.points[digit < name.size() ? static_cast<std::size_t>(name[digit] - '1') : digit - 1], x);
        };
        if (name[0] == 'r') return (point(1) - point(2)).norm();
        return point(1)[name[0] - 'x'];
    }
    DenseVector velocity_force(const DenseVector& x, const DenseVector& v) const {
        return damping_force(x, v) + magnetic_force(x, v);
    }
    // Omega x each node.
    DenseVector turned_by(const RotatingFrame& frame, const DenseVector& x) const {
        DenseVector out(n_);
        for (int i = 0; i < n_; i += d_)
            for (int k = 0; k < d_; ++k) {
                const auto entry = [&](int at) { return at < d_ ? x[i + at] : Float(0); };
                const auto rate = [&](int at) { return Float(frame.rate[static_cast<std::size_t>(at)]); };
                const int l = (k + 1) % 3, m = (k + 2) % 3;
                out[i + k] = rate(l) * entry(m) - rate(m) * entry(l);
            }
        return out;
    }
    Float generalised_potential(const DenseVector& x, const DenseVector& v) const {
        Float sum = 0;
        for (const RotatingFrame& frame : graph_.terms<RotatingFrame>()) sum -= v.dot(mass * turned_by(frame, x));
        for (const ChargeInField& one : graph_.terms<ChargeInField>()) {
            DenseVector r = DenseVector::Zero(3), w = DenseVector::Zero(3);
            r.head(d_) = place(one.on, x);
            w.head(d_) = place(one.on, x + v) - place(one.on, x);
            for (int k = 0; k < 3; ++k) {
                const int l = (k + 1) % 3, m = (k + 2) % 3;  // component k of A is (B_l r_m - B_m r_l)/2
                const auto b = [&](int at) { return Float(one.field[static_cast<std::size_t>(at)]); };
                sum -= Float(one.charge) * (b(l) * r[m] - b(m) * r[l]) / 2 * w[k];
            }
        }
        return sum;
    }
    bool damped() const {
        return !graph_.terms<Damping>().empty() || !graph_.terms<Dashpot>().empty() ||
               !graph_.terms<TorsionDamper>().empty();
    }
    int count() const { return static_cast<int>(rows_.size()); }
    // A state in double is 1e-16 off the manifold, where rows of an axis only nearly depend on each other.
    static DenseVector solve(const DenseMatrix& a, const DenseVector& b) {
        Eigen::CompleteOrthogonalDecomposition<DenseMatrix> decomposition;
        decomposition.setThreshold(1e-11);
        return decomposition.compute(a).solve(b);
    }
    void type_out_rows(RowSet set) {
        const Float factor = set == RowSet::paper ? 1 : 0.5L;
        for (const Body& body : graph_.bodies())
            for (int i = 1; i < body.node_count; ++i)
                for (int j = 0; j < i; ++j)
                    all_rows_.push_back([&body, i, j, factor, this](const DenseVector& x) {
                        const Float square = j == 0 ? 1 : 2;
                        const DenseVector edge =
                            x.segment((body.first_node + i) * d_, d_) - x.segment((body.first_node + j) * d_, d_);
                        return factor * (edge.squaredNorm() - square);
                    });
        for (const Link& link : graph_.links())
            all_rows_.push_back([&link, factor, this](const DenseVector& x) {
                const Float length = link.length;
                return factor * ((place(link.a, x) - place(link.b, x)).squaredNorm() - length * length);
            });
        const auto components = [&](const Point& a, const Point& b) {
            for (int k = 0; k < d_; ++k)
                all_rows_.push_back(
                    [&a, &b, k, this](const DenseVector& x) { return place(a, x)[k] - place(b, x)[k]; });
        };
        for (const Joint& joint : graph_.joints()) {
            components(joint.a, joint.b);
            if (!joint.axis) continue;
            if (set == RowSet::paper) components(joint.axis->axis_a, joint.axis->axis_b);
            const Point& other = joint.axis->across_on_a ? joint.axis->axis_b : joint.axis->axis_a;
            for (const Point& across : joint.axis->across)
                if (set == RowSet::solver)
                    all_rows_.push_back([&across, &other, this](const DenseVector& x) {
                        return place(across, x).dot(place(other, x));
                    });
        }
        for (const LowerPair& pair : graph_.terms<LowerPair>()) type_out_pair(pair, set, components);
        for (const Rope& rope : graph_.terms<Rope>())
            add_smooth([&rope, this](const DenseVector& x) {
                Float sum = -Float(rope.length);
                for (std::size_t i = 0; i + 1 < rope.points.size(); ++i)
                    sum += (place(rope.points[i], x) - place(rope.points[i + 1], x)).norm();
                return sum;
            });
        for (const Gear& gear : graph_.terms<Gear>())
            add_smooth([&gear, this](const DenseVector& x) {
                const Float p = gear.teeth[0], q = gear.teeth[1];
                return next_to_zero(angle(gear.first, x) + q / p * angle(gear.second, x) - gear.phase, 1 / p);
            });
        for (const Rack& rack : graph_.terms<Rack>())
            add_smooth([&rack, this](const DenseVector& x) { return racked(rack, x); });
        for (const Screw& screw : graph_.terms<Screw>()) {
            add_smooth([&screw, this](const DenseVector& x) { return racked(screw.thread, x); });
            type_out_pair(screw, set, components);
        }
        for (const SlideGear& gear : graph_.terms<SlideGear>())
            add_smooth([&gear, this](const DenseVector& x) {
                return along_way(gear.second, x) - gear.ratio * along_way(gear.first, x) - gear.offset;
            });
        for (const FormulaConstraint& item : graph_.terms<FormulaConstraint>()) {
            if (item.on_positions())
                add_smooth([&item, this](const DenseVector& x) { return written(item, x, DenseVector::Zero(n_)); });
            else velocity_rows_.push_back(&item);
            shape_ = Shape::smooth;
        }
    }
    void add_smooth(std::function<Float(const DenseVector&)> row) {
        all_rows_.push_back(std::move(row));
        shape_ = Shape::smooth;
    }
    Float along_way(const Slide& slide, const DenseVector& x) const {
        return place(slide.along, x).dot(place(slide.b, x) - place(slide.a, x));
    }
    Float racked(const Rack& rack, const DenseVector& x) const {
        const Float way = along_way(rack.slide, x);
        const Float radius = Float(rack.radius.high) + rack.radius.low;
        return next_to_zero(way - radius * (angle(rack.wheel, x) - rack.phase), radius);
    }
    // Less as many whole turns, of `radius` each, as bring it there.
    static Float next_to_zero(Float value, Float radius) {
        const Float turn = 2 * std::acos(Float(-1)) * radius;
        return value - turn * std::round(value / turn);
    }
    // Of what the terms keep: points that meet, products that vanish, directions that coincide.
    template <class Components>
    void type_out_pair(const LowerPair& pair, RowSet set, Components&& components) {
        const auto product = [&](const LowerPair::Product& p) {
            all_rows_.push_back([&p, this](const DenseVector& x) {
                const DenseVector r = value(p.first, x), s = value(p.second, x);
                return p.crossed ? r[0] * s[1] - r[1] * s[0] : r.dot(s);
            });
        };
        if (pair.meet) components(pair.a, pair.b);
        for (const auto& p : pair.position_products) product(p);
        for (const auto& [u_a, u_b] : pair.coincident_directions)
            if (set == RowSet::paper) components(u_a, u_b);
        for (const auto& p : pair.direction_products)
            if (set == RowSet::solver) product(p);
    }
    DenseVector value(const Separation& r, const DenseVector& x) const {
        DenseVector at = dense(converted<double>(r.offset));
        for (const NodeWeight& w : r.weights) at += double(w.weight) * x.segment(index(w.node) * d_, d_);
        return at;
    }
    DenseVector place(const Point& point, const DenseVector& x) const {
        DenseVector at = dense(converted<double>(point.offset));
        for (const NodeWeight& w : point.weights) at += double(w.weight) * x.segment(index(w.node) * d_, d_);
        return at;
    }
    const BodyGraph& graph_;
    std::vector<int> rows_;
    int d_, n_;
    Shape shape_ = Shape::quadratic;
    std::vector<const FormulaConstraint*> velocity_rows_;
    std::vector<std::function<Float(const DenseVector&)>> all_rows_;
};

// W = d(G v)/dx: second derivatives are constant, so W is the gradient at v less the one at 0.
inline DenseMatrix rate_gradient(const DenseEquations& paper, const DenseVector& v) {
    return paper.gradient(v) - paper.gradient(DenseVector::Zero(v.size()));
}

}  // namespace cchnn_test
