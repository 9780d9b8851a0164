#pragma once
// The joints of one trajectory as its nodes show them, in double: the constants of each body along the axes K of
// joint_states.hpp, with the side on which its third tip is, and the coordinates of its joint, up to what the nodes are off
// the manifold.

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/kernels/free_bodies.hpp"
#include "mechanics/plan/joint_tree.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

struct SeatedJoint {
    double frame[3][3] = {}, from_parent[3] = {};  // columns K at 0, and P, along those of the parent
    double centre[3] = {}, second[6] = {};         // from P: the centre of mass; (11, 22, 33, 23, 31, 12) of S
    double tip[3][3] = {};                         // from the centre of mass
    double y[7] = {};
};

class JointSeat {
  public:
    // `x`: (n, 3) nodes of the trajectory in lane l.
    template <class C>
    JointSeat(const std::vector<JointBodyOf<C>>& tree, int l, const double* x)
        : joints(tree.size()), bodies_(tree.size()) {
        for (std::size_t b = 0; b < tree.size(); ++b) read(tree[b], l, bodies_[b]);
        for (std::size_t b = 0; b < tree.size(); ++b) see(bodies_[b], x);
        for (std::size_t b = 0; b < tree.size(); ++b) set(b);
    }
    std::vector<SeatedJoint> joints;

  private:
    // A JointBodyOf in this lane. `side`: -1 where the third tip is a mirror image of the third axis.
    struct Body {
        int parent, first, tips;
        JointType move;
        double mass, moment[3], own[3], at_parent[3], axis[3], across[3], axis_at_parent[3], across_at_parent[3];
        double side = 1;
        double k[3][3] = {};                 // columns K along the principal axes
        double axes[3][3] = {};              // columns: the principal axes, in space
        double seen[3][3] = {}, at[3] = {};  // columns K, and P, in space
    };

    template <class C>
    static void read(const JointBodyOf<C>& from, int l, Body& to) {
        const auto three = [l](const C(&a)[3], double(&b)[3]) {
            for (int i = 0; i < 3; ++i) b[i] = lane(a[i], l);
        };
        to.parent = from.parent;
        to.first = from.first;
        to.tips = from.tips;
        to.move = from.move;
        to.mass = lane(from.mass, l);
        three(from.moment, to.moment);
        three(from.own, to.own);
        three(from.at_parent, to.at_parent);
        three(from.axis, to.axis);
        three(from.across, to.across);
        three(from.axis_at_parent, to.axis_at_parent);
        three(from.across_at_parent, to.across_at_parent);
    }

    // Sides, axes and points of bodies in space.
    static void see(Body& body, const double* x) {
        if (body.first >= 0) {
            const double* const centre = x + body.first * 3;
            for (int tip = 0; tip < body.tips; ++tip)
                for (int i = 0; i < 3; ++i) body.axes[tip][i] = centre[(tip + 1) * 3 + i] - centre[i];
            double third[3];
            cross_product(body.axes[0], body.axes[1], third);
            if (body.tips == 2) std::copy_n(third, 3, body.axes[2]);
            if (dot(third, body.axes[2]) < 0) body.side = -1;
            for (double& c : body.axes[2]) c *= body.side;
            for (auto* vector : {&body.own, &body.axis, &body.across}) (*vector)[2] *= body.side;
            combine(body.axes, body.own, body.at);
            for (int i = 0; i < 3; ++i) body.at[i] += centre[i];
        }
        if (body.move == JointType::free || body.move == JointType::spherical) {
            for (int i = 0; i < 3; ++i) body.k[i][i] = 1;
        } else {
            make_frame(body.across, body.axis, body.k);
        }
        for (int j = 0; j < 3; ++j) combine(body.axes, body.k[j], body.seen[j]);
    }
    void set(std::size_t b) {
        Body& body = bodies_[b];
        SeatedJoint& joint = joints[b];
        set_inertia(body, joint);
        // Of the ground, axes in space, and its place 0.
        Body ground{};
        for (int i = 0; i < 3; ++i) ground.k[i][i] = ground.seen[i][i] = 1;
        const Body& parent = body.parent < 0 ? ground : bodies_[body.parent];
        for (auto* vector : {&body.at_parent, &body.axis_at_parent, &body.across_at_parent})
            (*vector)[2] *= parent.side;
        double from[3];
        for (int i = 0; i < 3; ++i) from[i] = body.at_parent[i] - parent.own[i];
        resolve(parent.k, from, joint.from_parent);
        double frame[3][3];
        make_frame(body.across_at_parent, body.axis_at_parent, frame);
        for (int j = 0; j < 3; ++j) resolve(parent.k, frame[j], joint.frame[j]);
        double zero[3][3];
        for (int j = 0; j < 3; ++j) combine(parent.seen, joint.frame[j], zero[j]);
        if (body.first < 0) see_between(b, zero);
        if (body.move == JointType::free) {
            std::copy_n(body.at, 3, joint.y);
            set_quaternion(body.seen, joint.y + 3);
        }
        if (body.move == JointType::spherical) {
            double own[3][3];
            for (int j = 0; j < 3; ++j) resolve(parent.seen, body.seen[j], own[j]);
            set_quaternion(own, joint.y);
        }
        if (body.move == JointType::revolute)
            set_half_angle(dot(zero[0], body.seen[0]) + dot(zero[1], body.seen[1]),
                           dot(zero[1], body.seen[0]) - dot(zero[0], body.seen[1]), joint.y);
        if (body.move == JointType::prismatic) {
            combine(parent.seen, joint.from_parent, from);
            for (int i = 0; i < 3; ++i) from[i] = body.at[i] - parent.at[i] - from[i];
            joint.y[0] = dot(zero[2], from);
        }
    }
    // A body without mass, from its parent and the body that it carries, which is the next one: a cross of both axes, or
    // what slides and does not turn.
    void see_between(std::size_t b, const double (&zero)[3][3]) {
        Body& body = bodies_[b];
        const Body& next = bodies_[b + 1];
        std::copy_n(next.at, 3, body.at);
        for (int j = 0; j < 3; ++j) std::copy_n(zero[j], 3, body.seen[j]);
        if (body.move != JointType::revolute) return;
        std::copy_n(next.seen[2], 3, body.seen[0]);
        cross_product(body.seen[2], body.seen[0], body.seen[1]);
    }
    static void set_inertia(const Body& body, SeatedJoint& joint) {
        if (body.first < 0) return;
        double away[3];
        for (int i = 0; i < 3; ++i) away[i] = -body.own[i];
        resolve(body.k, away, joint.centre);
        for (int tip = 0; tip < body.tips; ++tip) {
            double axis[3] = {};
            axis[tip] = tip == 2 ? body.side : 1;
            resolve(body.k, axis, joint.tip[tip]);
        }
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            joint.second[i] = body.mass * joint.centre[i] * joint.centre[i];
            joint.second[3 + i] = body.mass * joint.centre[j] * joint.centre[k];
            for (int tip = 0; tip < body.tips; ++tip) {
                joint.second[i] += body.moment[tip] * joint.tip[tip][i] * joint.tip[tip][i];
                joint.second[3 + i] += body.moment[tip] * joint.tip[tip][j] * joint.tip[tip][k];
            }
        }
    }

    static double dot(const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
    static void make_frame(const double* across, const double* axis, double (&frame)[3][3]) {
        std::copy_n(across, 3, frame[0]);
        cross_product(axis, across, frame[1]);
        std::copy_n(axis, 3, frame[2]);
    }
    // out = sum_j columns_j a_j, and out_j = columns_j . a
    static void combine(const double (&columns)[3][3], const double* a, double* out) {
        for (int i = 0; i < 3; ++i) out[i] = columns[0][i] * a[0] + columns[1][i] * a[1] + columns[2][i] * a[2];
    }
    static void resolve(const double (&columns)[3][3], const double* a, double* out) {
        for (int j = 0; j < 3; ++j) out[j] = dot(columns[j], a);
    }
    static void set_quaternion(const double (&e)[3][3], double* y) {
        double q[4];
        quaternion_of(e, q);
        std::copy_n(q, 4, y);
    }
    // (cos, sin) of half the angle, from a cosine and a sine, up to their size.
    static void set_half_angle(double cosine, double sine, double* y) {
        const double size = std::sqrt(cosine * cosine + sine * sine);
        const double larger = std::sqrt(0.5 * (1 + (cosine < 0 ? -cosine : cosine) / size)),
                     smaller = 0.5 * sine / (size * larger);
        y[0] = cosine < 0 ? smaller : larger;
        y[1] = cosine < 0 ? larger : smaller;
    }

    std::vector<Body> bodies_;
};

}  // namespace cchnn
