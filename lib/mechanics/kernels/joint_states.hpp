#pragma once
// The vector field of trees of rigid bodies (plan/joint_tree.hpp) with the coordinates of joints as the state:
//
//   free    c, and the unit quaternion q of its axes K in space;   rates v of c in space, w of K along K
//   ball    q of K on the axes of the parent;                      w of K on the parent, along K
//   hinge   (cos, sin) of half the angle;                          its rate
//   slide   a distance;                                            its rate
//
// K of a hinge or a slide is (across, axis x across, axis). P is the point of the joint on the body, or the centre of
// mass of a free one; d leads to it from that of the parent, both at the state. w is the angular velocity of K. a and A
// are the bias accelerations of K and of P: those without accelerations of joints. F are the applied forces, g the
// centres of mass from P. Of one body and all that hangs from it:
//
//   (1)  f = sum m (A + a x g + w x (w x g)) - F,   n its moment about P        the bias force
//   (2)  M = sum m,  h = sum m g,  S = sum of m r r^T over its mass,  J = tr S - S      the composite inertia
//   (3)  to the parent:  n + d x f,  h + M d,  S + h d^T + d h^T + M d d^T
//   (4)  a rotation about u has the momenta (u x h, J u), a translation along u has (M u, h x u)
//   (5)  H dw/dt = -b,  b = u . n or u . f,  H = the momenta of (4), brought to each joint before by (3)
//
// H is the joint-space inertia matrix (Featherstone 2008, 6.2: the composite-rigid-body algorithm); its zeros between
// branches stay in H = L^T D L (6.5). For the small trees that have such states its matrix costs less than articulated
// inertias of 21 numbers a body. Nodes follow from the state, at samples and where forces depend on them. The other way
// round, the state is that of the nearest nodes on the manifold in the mass metric: one Newton step from the joints
// that the nodes show (observed_joints.hpp).

#include <algorithm>
#include <cmath>
#include <exception>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "mechanics/kernels/joint_link.hpp"
#include "mechanics/kernels/observed_joints.hpp"
#include "mechanics/kernels/passage.hpp"
#include "mechanics/plan/joint_tree.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// Owns the links and the workspace of one thread; a stepper evaluates it, and LaneRecords asks it for nodes at samples.
// Constants are shared by all lanes, or one for each (lane_constants.hpp).
template <class Real, class Constants>
class JointStates final : public MinimalField<Real> {
  public:
    using C = typename Constants::Number;
    using Body = JointBodyOf<C>;
    using Link = JointLink<Real>;

    explicit JointStates(const ConstrainedSystem& system) : constants_(system), links_(tree().size()) {
        std::vector<int> last(links_.size());
        for (std::size_t b = 0; b < links_.size(); ++b) {
            Link& link = links_[b];
            const int before = tree()[b].parent < 0 ? -1 : last[tree()[b].parent];
            link.on_ground = tree()[b].parent < 0;
            link.axis_fixed = link.on_ground && tree()[b].move == JointType::revolute;
            link.first_position = positions_;
            link.first_velocity = velocities_;
            positions_ += positions_of(tree()[b].move);
            velocities_ += velocities_of(tree()[b].move);
            for (int c = link.first_velocity; c < velocities_; ++c)
                previous_.push_back(c == link.first_velocity ? before : c - 1);
            last[b] = velocities_ > link.first_velocity ? velocities_ - 1 : before;
        }
        inertia_.assign(velocities_ * velocities_, Real(0.0));
        inverse_.assign(velocities_, Real(0.0));
        x_.assign(system.state_size(), Real(0.0));
        for (auto* all : {&v_, &f_, &x_new_}) *all = x_;
        y_.assign(positions_, Real(0.0));
        zeros_.assign(velocities_, Real(0.0));
        for (const Body& body : tree()) on_centres_ = on_centres_ && (body.first < 0 || body.only_weight);
    }

    std::size_t positions() const override { return positions_; }
    std::size_t velocities() const override { return velocities_; }

    Real evaluate_on_manifold(const Real* y, const Real* w, const Real*, Real* dy, Real* dw, Real*) override {
        if (on_centres_) kinematics<false>(y, w);
        else kinematics<true>(y, w);
        Real power_lost = Real(0.0);
        if (!on_centres_) {
            write_nodes(x_.data(), v_.data());
            power_lost = forces_at<3>(constants_.all().forces, x_.data(), v_.data(), static_cast<const Real*>(nullptr),
                                      f_.data());
        }
        for (std::size_t b = 0; b < links_.size(); ++b) set_bias_force(tree()[b], links_[b]);
        solve(dw);
        for (int c = 0; c < velocities_; ++c) dw[c] = -dw[c];
        for (std::size_t b = 0; b < links_.size(); ++b) Link::position_rates(tree()[b].move, links_[b], y, w, dy);
        return power_lost;
    }
    Real evaluate_projected(const Real* y, const Real* w, const Real* s, Real* dy, Real* dw, Real* ds) override {
        return evaluate_on_manifold(y, w, s, dy, dw, ds);
    }
    Real evaluate(const Real* y, const Real* w, const Real* s, Real* dy, Real* dw, Real* ds) override {
        return evaluate_on_manifold(y, w, s, dy, dw, ds);
    }
    void project(Real* y, Real*, Real*, const Mask<Real>& active) override { make_units(y, active); }
    void make_units(Real* y, const Mask<Real>& active) const {
        for (std::size_t b = 0; b < links_.size(); ++b) {
            const JointType moves = tree()[b].move;
            Real* const q = y + links_[b].first_position + (moves == JointType::free ? 3 : 0);
            if (moves == JointType::prismatic || moves == JointType::fixed) continue;
            const int count = moves == JointType::revolute ? 2 : 4;
            Real square = q[0] * q[0];
            for (int i = 1; i < count; ++i) square += q[i] * q[i];
            const Real scale = 1.0 / square_root(square);
            for (int i = 0; i < count; ++i) q[i] = select(active, scale * q[i], q[i]);
        }
    }

    void place(int l, const double* x, const double* v, Real* y, Real* w) override {
        const ObservedJoints observed(tree(), l, x);
        for (std::size_t b = 0; b < links_.size(); ++b) set_constants(l, tree()[b], observed.joints[b], links_[b], y);
        for (auto* all : {&f_, &v_})
            for (Real& c : *all) c = Real(0.0);
        std::vector<Real> off(zeros_);
        kinematics<true>(y, zeros_.data());
        write_nodes(x_.data(), v_.data());
        for (std::size_t i = 0; i < x_.size(); ++i) set_lane(f_[i], l, x[i] - lane(x_[i], l));
        nearest_velocities(off.data());
        add_displacement(l, off.data(), y);
        kinematics<true>(y, zeros_.data());
        for (std::size_t i = 0; i < x_.size(); ++i) set_lane(f_[i], l, v[i]);
        nearest_velocities(off.data());
        for (int c = 0; c < velocities_; ++c) set_lane(w[c], l, lane(off[c], l));
    }
    void nodes(const Real* y, const Real* w, Real* x, Real* v) const override {
        kinematics<true>(y, w);
        write_nodes(x, v);
    }

    void velocity(const Real*, Real*) const override { std::terminate(); }  // unreachable: nodes() has them
    Real energy(const Real* x, const Real* v, const Real* s) const override { return constants_.all().energy(x, v, s); }
    Leading<Real> square_passage(const Real* y, const Real* y_new) const override {
        nodes_at(y, x_.data());
        nodes_at(y_new, x_new_.data());
        Passage<Real> passage;
        show_centres(3, constants_.all().forces, x_.data(), x_new_.data(), passage);
        return passage.square();
    }
    void seat(int lane, const ConstrainedSystem& member) override { constants_.seat(lane, member); }

  private:
    const std::vector<Body>& tree() const { return constants_.all().joint_tree; }

    static void set_constants(int l, const Body& body, const ObservedJoint& from, Link& link, Real* y) {
        for (int j = 0; j < 3; ++j) {
            set_lane(link.from_parent[j], l, from.from_parent[j]);
            set_lane(link.centre[j], l, from.centre[j]);
            for (int i = 0; i < 3; ++i) {
                set_lane(link.frame[j][i], l, from.frame[j][i]);
                set_lane(link.tip[j][i], l, from.tip[j][i]);
            }
        }
        for (int i = 0; i < 6; ++i) set_lane(link.second_moments[i], l, from.second[i]);
        set_lane(link.mass, l, lane(body.mass, l));
        for (int i = 0; i < positions_of(body.move); ++i) set_lane(y[link.first_position + i], l, from.y[i]);
    }

    // Axes, velocities and bias accelerations of all bodies, parents first; places and velocities of their points only
    // if they are asked for, since forces on centres of mass do not need them.
    template <bool with_positions>
    void kinematics(const Real* y, const Real* w) const {
        for (std::size_t b = 0; b < links_.size(); ++b) {
            const Body& body = tree()[b];
            Link& link = links_[b];
            if (body.parent < 0)
                Link::template root_kinematics<with_positions>(body.move, link, y + link.first_position,
                                                               w + link.first_velocity);
            else
                Link::template child_kinematics<with_positions>(body.move, links_[body.parent], link,
                                                                y + link.first_position, w + link.first_velocity);
            Link::times_columns(link.k, link.centre, link.g);
        }
    }
    // The bias force (1) and the inertia (2) of one body alone.
    [[gnu::always_inline]] void set_bias_force(const Body& body, Link& link) {
        Link::set_inertia(body.first < 0, link);
        if (body.first < 0 || link.axis_fixed) {
            for (int i = 0; i < 3; ++i) link.n[i] = link.f[i] = Real(0.0);
            if (body.first >= 0) subtract_forces(body, link);
            return;
        }
        Real spin[3], turned[3];
        cross_product(link.w, link.h, spin);
        cross_product(link.w, spin, link.f);
        Link::angular_momentum(link.s, link.w, spin);
        cross_product(link.w, spin, link.n);
        if (body.parent >= 0) {
            Link::add_cross(link.a, link.h, link.f);
            Link::angular_momentum(link.s, link.a, turned);
            Link::add_cross(link.h, link.bias, link.n);
            for (int i = 0; i < 3; ++i) {
                link.n[i] += turned[i];
                link.f[i] += link.total_mass * link.bias[i];
            }
        }
        subtract_forces(body, link);
    }
    // Subtracts the applied forces on a body from its bias force.
    [[gnu::always_inline]] void subtract_forces(const Body& body, Link& link) const {
        Real all[3], moment[3];
        if (on_centres_) {
            const C* const force = constants_.all().forces.constant.data() + body.first * 3;
            for (int i = 0; i < 3; ++i) all[i] = Real(force[i]);
        } else {
            subtract_tip_forces(body, link, all);
        }
        cross_product(link.g, all, moment);
        for (int i = 0; i < 3; ++i) {
            link.n[i] -= moment[i];
            link.f[i] -= all[i];
        }
    }
    // The sum of the applied forces on the nodes of a body; subtracts their moment about its centre of mass from n.
    void subtract_tip_forces(const Body& body, Link& link, Real (&push)[3]) const {
        const Real* const force = f_.data() + body.first * 3;
        for (int i = 0; i < 3; ++i) push[i] = force[i];
        for (int tip = 0; tip < body.tips; ++tip) {
            Real arm[3], moment[3];
            Link::times_columns(link.k, link.tip[tip], arm);
            cross_product(arm, force + (tip + 1) * 3, moment);
            for (int i = 0; i < 3; ++i) {
                link.n[i] -= moment[i];
                push[i] += force[(tip + 1) * 3 + i];
            }
        }
    }
    // (3) to (5), from the bias force and the inertia of each body: out = H^-1 b.
    void solve(Real* out) {
        for (std::size_t b = links_.size(); b-- > 0;) {
            const Body& body = tree()[b];
            Link& link = links_[b];
            const int count = velocities_of(body.move);
            for (int i = count; i-- > 0;) set_inertia_row(body, b, i, out);
            if (body.parent >= 0) Link::add_to_parent(link, links_[body.parent]);
        }
        factor();
        substitute(out);
    }
    // The row of H and the entry of b that belong to velocity i of body b: the momenta (4) of this velocity, projected
    // on the motions of the joint itself and of all joints on the path to the ground.
    [[gnu::always_inline]] void set_inertia_row(const Body& body, std::size_t b, int i, Real* out) {
        const Link& link = links_[b];
        Real u[3], n[3], f[3];
        const bool turns = Link::motion_axis(body.move, link, i, u);
        const int c = link.first_velocity + i;
        if (turns) {
            out[c] = Link::dot_product(u, link.n);
            cross_product(u, link.h, f);
            Link::angular_momentum(link.s, u, n);
        } else {
            out[c] = Link::dot_product(u, link.f);
            cross_product(link.h, u, n);
            for (int j = 0; j < 3; ++j) f[j] = link.total_mass * u[j];
        }
        Real* const row = &inertia_[c * velocities_];
        row[c] = turns ? Link::dot_product(u, n) : Link::dot_product(u, f);
        if (link.axis_fixed) row[c] += link.second_moments[0] + link.second_moments[1];
        for (int j = 0; j < i; ++j) row[link.first_velocity + j] = Link::generalised_force(body.move, link, j, n, f);
        const Link* at = &link;
        for (int p = body.parent; p >= 0; p = tree()[p].parent) {
            const Link& before = links_[p];
            Link::add_cross(at->d, f, n);
            const JointType moves = tree()[p].move;
            for (int j = 0; j < velocities_of(moves); ++j)
                row[before.first_velocity + j] = Link::generalised_force(moves, before, j, n, f);
            at = &before;
        }
    }
    // H = L^T D L without fill-in, since it eliminates along the paths to the ground (Featherstone 2008, 6.5).
    // `inverse_` is that of D.
    void factor() {
        for (int k = velocities_; k-- > 0;) {
            Real* const row = &inertia_[k * velocities_];
            const Real inverse = inverse_[k] = 1.0 / row[k];
            for (int i = previous_[k]; i >= 0; i = previous_[i]) {
                Real* const upper = &inertia_[i * velocities_];
                const Real share = row[i] * inverse;
                for (int j = i; j >= 0; j = previous_[j]) upper[j] -= share * row[j];
                row[i] = share;
            }
        }
    }
    void substitute(Real* b) const {
        for (int k = velocities_; k-- > 0;)
            for (int i = previous_[k]; i >= 0; i = previous_[i]) b[i] -= inertia_[k * velocities_ + i] * b[k];
        for (int k = 0; k < velocities_; ++k) {
            b[k] = inverse_[k] * b[k];
            for (int i = previous_[k]; i >= 0; i = previous_[i]) b[k] -= inertia_[k * velocities_ + i] * b[i];
        }
    }

    // The positions of nodes at any y, such as a predicted one, whose quaternions are not units.
    void nodes_at(const Real* y, Real* x) const {
        std::copy_n(y, positions_, y_.begin());
        make_units(y_.data(), Mask<Real>(true));
        kinematics<true>(y_.data(), zeros_.data());
        write_nodes(x, v_.data());
    }
    void write_nodes(Real* x, Real* v) const {
        for (std::size_t b = 0; b < links_.size(); ++b) {
            const Body& body = tree()[b];
            const Link& link = links_[b];
            if (body.first < 0) continue;
            Real *const at = x + body.first * 3, *const speed = v + body.first * 3;
            Real more[3];
            cross_product(link.w, link.g, more);
            for (int i = 0; i < 3; ++i) {
                at[i] = link.point[i] + link.g[i];
                speed[i] = link.point_velocity[i] + more[i];
            }
            for (int tip = 0; tip < body.tips; ++tip) {
                Real arm[3];
                Link::times_columns(link.k, link.tip[tip], arm);
                cross_product(link.w, arm, more);
                for (int i = 0; i < 3; ++i) {
                    at[(tip + 1) * 3 + i] = at[i] + arm[i];
                    speed[(tip + 1) * 3 + i] = speed[i] + more[i];
                }
            }
        }
    }

    // The velocities of joints whose nodes are nearest to the velocities in f_, in the mass metric, at the state of the
    // last kinematics(): (5) with the momenta of these velocities as forces.
    void nearest_velocities(Real* out) {
        for (std::size_t b = 0; b < links_.size(); ++b) {
            const Body& body = tree()[b];
            Link& link = links_[b];
            Link::set_inertia(body.first < 0, link);
            for (int i = 0; i < 3; ++i) link.n[i] = link.f[i] = Real(0.0);
            if (body.first < 0) continue;
            const Real* const of = f_.data() + body.first * 3;
            for (int i = 0; i < 3; ++i) link.f[i] = link.mass * of[i];
            cross_product(link.g, link.f, link.n);
            for (int tip = 0; tip < body.tips; ++tip) {
                Real arm[3], off[3];
                Link::times_columns(link.k, link.tip[tip], arm);
                for (int i = 0; i < 3; ++i) off[i] = body.moment[tip] * (of[(tip + 1) * 3 + i] - of[i]);
                Link::add_cross(arm, off, link.n);
            }
        }
        solve(out);
    }
    // Adds a small displacement of the joints in lane l to y.
    void add_displacement(int l, const Real* by, Real* y) {
        for (std::size_t b = 0; b < links_.size(); ++b)
            Link::position_rates(tree()[b].move, links_[b], y, by, y_.data());
        for (int i = 0; i < positions_; ++i) set_lane(y[i], l, lane(y[i], l) + lane(y_[i], l));
        std::copy_n(y, positions_, y_.begin());
        make_units(y_.data(), Mask<Real>(true));
        for (int i = 0; i < positions_; ++i) set_lane(y[i], l, lane(y_[i], l));
    }

    Constants constants_;
    mutable std::vector<Link> links_;
    int positions_ = 0, velocities_ = 0;
    bool on_centres_ = true;     // constant forces on centres of mass are the only forces
    std::vector<int> previous_;  // for each velocity, the next one on the path to the ground, or -1
    std::vector<Real> inertia_, inverse_, f_, zeros_;  // zeros_: velocities 0
    mutable std::vector<Real> x_, v_, x_new_, y_;
};

}  // namespace cchnn
