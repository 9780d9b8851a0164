#pragma once
// Forward dynamics of kinematic trees by the articulated-body algorithm (Featherstone 1983; 2008, chapter 7), for
// bodies given by points x_0 .. x_k in the axes of space (mechanics/plan/rigid_tree.hpp). Three passes over the bodies:
//   read         outwards: geometry, velocities and bias accelerations
//   reduce       inwards: articulated inertia and bias force of each body, with what hangs from it, as its parent sees
//                them
//   accelerate   outwards: accelerations of joints and bodies
// The cost is linear in the number of bodies; no joint angles and no matrix of the system are needed. It solves
//
//   (1)  M a = f + forces of rows,   tau + G a = 0      of the rows of bodies and of the tree's joints
//
// the same three problems as rigid_dynamics.hpp, tau of Asked (tip_frame.hpp). Constraint forces act along G^T, so that
// it is general_dynamics.hpp (7), (8), off the manifold too. The parts are the kinds of bodies: tree_solid.hpp,
// tree_planar.hpp, tree_rod.hpp, tree_point.hpp. Only + - * /, in a fixed order. TreeDynamics owns one.

#include <type_traits>
#include <vector>

#include "mechanics/kernels/trees/tree_planar.hpp"
#include "mechanics/kernels/trees/tree_point.hpp"
#include "mechanics/kernels/trees/tree_rod.hpp"
#include "mechanics/kernels/trees/tree_solid.hpp"

namespace cchnn {

// Owns the parts of all bodies; borrows the tree.
template <class Real, int D, class C>
class TreeSolver {
  public:
    explicit TreeSolver(const std::vector<TreeBodyOf<C>>& bodies) : bodies_(bodies) {
        std::size_t counts[3] = {};
        for (const Body& body : bodies) ++counts[static_cast<int>(body.part)];
        points_.resize(counts[0]);
        rods_.resize(counts[1]);
        solids_.resize(counts[2]);
        for (Real& c : zeros_) c = Real(0.0);
    }

    // (1) with out = M a; `out` may be at.f. With `positions` it reads x and computes articulated inertias. Without, it
    // reuses those of the last call with `positions`: one for velocities; or one for positions or with at.again, and
    // then `asked` must be `nothing`. Returns the largest position error, 0 unless positions are asked for.
    template <bool positions, Asked asked>
    Real solve(const TreeProblem<Real>& at, Real* out) {
        Real worst = Real(0.0);
        for (const Body& body : bodies_) read<positions, asked>(body, at, worst);
        for (std::size_t b = bodies_.size(); b-- > 0;) reduce<positions, asked>(bodies_[b], at);
        for (const Body& body : bodies_) accelerate<asked>(body, out + body.first * D);
        return worst;
    }

  private:
    using Body = TreeBodyOf<C>;
    using Solid = std::conditional_t<D == 3, SolidPart<Real>, PlanarPart<Real>>;
    using Rod = RodPart<Real>;
    using Point = PointPart<Real, D>;
    template <int K>
    struct Tips {
        static constexpr int count = K;
    };

    Solid& solid(const Body& body) { return solids_[body.place]; }
    Rod& rod(const Body& body) { return rods_[body.place]; }
    Point& point(const Body& body) { return points_[body.place]; }

    // Calls action(part, body) with the parent, or with the ground.
    template <class Action>
    [[gnu::always_inline]] void with_parent(const Body& body, Action&& action) {
        if (body.parent < 0) return action(ground_, ground_body_);
        const Body& parent = bodies_[body.parent];
        if (parent.part == TreePart::solid) return action(solid(parent), parent);
        if constexpr (D == 3)
            if (parent.part == TreePart::rod) return action(rod(parent), parent);
        action(point(parent), parent);
    }
    // Calls action with the number of tips as a constant.
    template <class Action>
    [[gnu::always_inline]] static void with_tips(const Body& body, Action&& action) {
        if constexpr (D == 2)
            if (body.tips == 1) return action(Tips<1>());
        if constexpr (D == 3)
            if (body.tips == 3) return action(Tips<3>());
        action(Tips<2>());
    }

    // The outward pass that reads one body: its tips, then its joint to the parent, which has been read before.
    template <bool positions, Asked asked>
    [[gnu::always_inline]] void read(const Body& body, const TreeProblem<Real>& at, Real& worst) {
        if (body.part == TreePart::point) return;
        if constexpr (D == 3)
            if (body.part == TreePart::rod) {
                if (!needs_joint_bias<asked>(body)) return;
                if constexpr (asked == Asked::velocities || asked == Asked::positions)
                    rod(body).template read<asked>(body, at, worst);
                return read_joint<positions, asked>(body, rod(body), at, worst);
            }
        Solid& part = solid(body);
        with_tips(body, [&]<class K>(K) { part.template read<K::count, positions, asked>(body, at, worst); });
        read_joint<positions, asked>(body, part, at, worst);
        if constexpr (D == 3)
            if (body.joint == TreeJoint::hinge) {
                if (body.parent < 0) part.template read_turns<positions, asked>(body, ground_, worst);
                else part.template read_turns<positions, asked>(body, parent_of(body), worst);
            }
    }
    // Whether a rod needs `arm` and `joint_bias`: accelerations need them only of rods that hang from solids.
    template <Asked asked>
    bool needs_joint_bias(const Body& body) const {
        if constexpr (asked == Asked::velocities || asked == Asked::positions) return true;
        return body.parent >= 0 && bodies_[body.parent].part == TreePart::solid;
    }
    Solid& parent_of(const Body& body) { return solid(bodies_[body.parent]); }

    // Joint offset and bias acceleration of a body, (2), (3) of tree_point.hpp.
    template <bool positions, Asked asked, class Part>
    [[gnu::always_inline]] void read_joint(const Body& body, Part& part, const TreeProblem<Real>& at, Real& worst) {
        if (body.joint == TreeJoint::none) return;
        with_parent(body, [&](const auto& parent, const Body&) {
            if constexpr (positions) parent.arm_to(body.at_parent, part.arm);
            if constexpr (asked == Asked::nothing) return;
            parent.bias_acceleration(body.at_parent, part.joint_bias);
            Real here[D];
            part.bias_acceleration(body.own, here);
            for (int k = 0; k < D; ++k) part.joint_bias[k] = part.joint_bias[k] - here[k];
            if constexpr (asked == Asked::velocities || asked == Asked::positions)
                add_distance<asked>(body, part, parent, at, worst);
        });
    }
    // Adds the position or velocity error of a point joint to its bias, tau of (3).
    template <Asked asked, class Part, class Parent>
    [[gnu::always_inline]] void add_distance(const Body& body, Part& part, const Parent& parent,
                                             const TreeProblem<Real>& at, Real& worst) {
        const Real* const nodes = asked == Asked::velocities ? at.v : at.x;
        const Real* const own = nodes + body.first * D;
        const Real* const other = body.parent < 0 ? zeros_ : nodes + bodies_[body.parent].first * D;
        Real here[D], there[D];
        if constexpr (asked == Asked::velocities) {
            part.relative_velocity(body.own, here);
            parent.relative_velocity(body.at_parent, there);
        } else {
            part.relative_position(body.own, here);
            parent.relative_position(body.at_parent, there);
        }
        for (int k = 0; k < D; ++k) {
            const Real off = (own[k] + here[k]) - (other[k] + there[k]);
            part.joint_bias[k] = part.joint_bias[k] - off;
            const Real size = absolute(off);
            if constexpr (asked == Asked::positions) worst = select(size > worst, size, worst);
        }
    }

    // The inward pass: articulated inertia and bias force of one body from those of its children.
    template <bool positions, Asked asked>
    [[gnu::always_inline]] void reduce(const Body& body, const TreeProblem<Real>& at) {
        if constexpr (D == 3)
            if (body.part == TreePart::rod) {
                rod(body).template reduce<positions, asked>(body, at, needs_joint_bias<asked>(body), children_of(body));
                return accelerate_base(body, rod(body));
            }
        const Real* const f = at.f ? at.f + body.first * D : nullptr;
        if (body.part == TreePart::point) point(body).template reduce<positions>(body, f, children_of(body));
        else reduce_solid<positions, asked != Asked::nothing>(body, f);
    }
    // Not inlined, because of `asked` only `with_bias` matters: copies took a sixth of the compilation time.
    template <bool positions, bool with_bias>
    [[gnu::noinline]] void reduce_solid(const Body& body, const Real* f) {
        Solid& part = solid(body);
        with_tips(body, [&]<class K>(K) {
            if constexpr (D == 3)
                part.template reduce<K::count, positions, with_bias>(body, f, body.parent >= 0, children_of(body));
            else part.template reduce<K::count, positions, with_bias>(body, f, children_of(body));
        });
        accelerate_base(body, part);
    }
    // A function that passes the articulated inertia and bias force of each child of `body` to its argument.
    auto children_of(const Body& body) {
        return [&](auto&& take) {
            for (int c = body.first_child; c < body.first_child + body.children; ++c) pass_load(bodies_[c], body, take);
        };
    }
    template <class Take>
    [[gnu::always_inline]] void pass_load(const Body& child, const Body& body, Take&& take) {
        const C l = C(child.at_parent[0] - body.own[0]);
        if constexpr (D == 3) {
            if (child.part == TreePart::rod) return take(rod(child).load, rod(child).arm, l);
            if constexpr (std::is_invocable_v<Take, const Solid&>)
                if (child.joint == TreeJoint::hinge) return take(solid(child));
        }
        take(solid(child).load, solid(child).arm, l);
    }
    // The acceleration of a floating base: M' a = b'.
    template <class Part>
    [[gnu::always_inline]] void accelerate_base(const Body& body, Part& part) {
        if (body.joint != TreeJoint::none) return;
        Real inverse[triangle<D>];
        invert<D>(part.load.m, inverse);
        symmetric_times<D>(inverse, part.load.b, part.a);
    }

    template <Asked asked>
    [[gnu::always_inline]] void accelerate(const Body& body, Real* out) {
        if (body.part == TreePart::point) return point(body).write(body, out);
        if constexpr (D == 3)
            if (body.part == TreePart::rod) {
                follow<asked != Asked::nothing>(body, rod(body), needs_joint_bias<asked>(body));
                rod(body).accelerate();
                return rod(body).write(body, out);
            }
        accelerate_solid<asked != Asked::nothing>(body, out);
    }
    template <bool with_bias>
    [[gnu::noinline]] void accelerate_solid(const Body& body, Real* out) {
        Solid& part = solid(body);
        follow<with_bias>(body, part, true);
        if constexpr (D == 3) {
            if (body.joint == TreeJoint::hinge)
                part.template accelerate_hinge<with_bias>(body.parent < 0 ? zeros_ : parent_of(body).alpha);
            else part.accelerate();
        } else {
            part.accelerate();
        }
        with_tips(body, [&]<class K>(K) { part.template write<K::count, with_bias>(body, out); });
    }
    // The acceleration of the joint point P from that of the parent, plus `joint_bias` if `with_joint_bias`.
    template <bool with_bias, class Part>
    [[gnu::always_inline]] void follow(const Body& body, Part& part, bool with_joint_bias) {
        if (body.joint == TreeJoint::none) return;
        with_parent(body, [&](const auto& parent, const Body& its) {
            parent.acceleration_at(part.arm, C(body.at_parent[0] - its.own[0]), part.a);
        });
        if constexpr (with_bias)
            if (with_joint_bias) add<D>(part.joint_bias, part.a);
    }

    const std::vector<Body>& bodies_;
    const Body ground_body_;
    std::vector<Point> points_;
    std::vector<Rod> rods_;
    std::vector<Solid> solids_;
    GroundPart<Real, D> ground_;
    Real zeros_[D];
};

}  // namespace cchnn
