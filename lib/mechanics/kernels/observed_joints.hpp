#pragma once
// The coordinates of the joints of one trajectory, and the constants of its bodies along the axes K of
// joint_states.hpp, computed from its nodes in double. Nodes are on the manifold up to rounding alone, so the
// coordinates are those of joints that nearly hold; JointStates::place() then takes one Newton step to the nearest
// ones. Principal axes whose third tip is a mirror image change the signs of components along it.

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/kernels/free_bodies.hpp"
#include "mechanics/plan/joint_tree.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

struct ObservedJoint {
    double frame[3][3] = {}, from_parent[3] = {};  // columns K at 0, and P, along those of the parent
    double centre[3] = {}, second[6] = {};         // from P: the centre of mass; (11, 22, 33, 23, 31, 12) of S
    double tip[3][3] = {};                         // from the centre of mass
    double y[7] = {};
};

class ObservedJoints {
  public:
    // `x`: (n, 3) nodes of the trajectory in lane l.
    template <class C>
    ObservedJoints(const std::vector<JointBodyOf<C>>& tree, int l, const double* x)
        : joints(tree.size()), bodies_(tree.size()) {
        for (std::size_t b = 0; b < tree.size(); ++b) read_constants(tree[b], l, bodies_[b]);
        for (std::size_t b = 0; b < tree.size(); ++b) observe(bodies_[b], x);
        for (std::size_t b = 0; b < tree.size(); ++b) set_joint(b);
    }
    std::vector<ObservedJoint> joints;

  private:
    // A JointBodyOf in this lane. `side`: -1 where the third tip is a mirror image of the third axis.
    struct Body {
        int parent, first, tips;
        JointType move;
        double mass, moment[3], own[3], at_parent[3], axis[3], across[3], axis_at_parent[3], across_at_parent[3];
        double side = 1;
        double k[3][3] = {};                                // columns K along the principal axes
        double axes[3][3] = {};                             // columns: the principal axes, in space
        double joint_axes[3][3] = {}, joint_point[3] = {};  // columns K, and P, in space
    };

    template <class C>
    static void read_constants(const JointBodyOf<C>& from, int l, Body& to) {
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

    // Handedness, axes, and the points of joints of a body, in space.
    static void observe(Body& body, const double* x) {
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
            times_columns(body.axes, body.own, body.joint_point);
            for (int i = 0; i < 3; ++i) body.joint_point[i] += centre[i];
        }
        if (body.move == JointType::free || body.move == JointType::spherical) {
            for (int i = 0; i < 3; ++i) body.k[i][i] = 1;
        } else {
            make_frame(body.across, body.axis, body.k);
        }
        for (int j = 0; j < 3; ++j) times_columns(body.axes, body.k[j], body.joint_axes[j]);
    }
    void set_joint(std::size_t b) {
        Body& body = bodies_[b];
        ObservedJoint& joint = joints[b];
        set_inertia(body, joint);
        // The ground has the axes of space, and its point is 0.
        Body ground{};
        for (int i = 0; i < 3; ++i) ground.k[i][i] = ground.joint_axes[i][i] = 1;
        const Body& parent = body.parent < 0 ? ground : bodies_[body.parent];
        for (auto* vector : {&body.at_parent, &body.axis_at_parent, &body.across_at_parent})
            (*vector)[2] *= parent.side;
        double from[3];
        for (int i = 0; i < 3; ++i) from[i] = body.at_parent[i] - parent.own[i];
        components(parent.k, from, joint.from_parent);
        double frame[3][3];
        make_frame(body.across_at_parent, body.axis_at_parent, frame);
        for (int j = 0; j < 3; ++j) components(parent.k, frame[j], joint.frame[j]);
        double zero[3][3];
        for (int j = 0; j < 3; ++j) times_columns(parent.joint_axes, joint.frame[j], zero[j]);
        if (body.first < 0) observe_massless(b, zero);
        if (body.move == JointType::free) {
            std::copy_n(body.joint_point, 3, joint.y);
            set_quaternion(body.joint_axes, joint.y + 3);
        }
        if (body.move == JointType::spherical) {
            double own[3][3];
            for (int j = 0; j < 3; ++j) components(parent.joint_axes, body.joint_axes[j], own[j]);
            set_quaternion(own, joint.y);
        }
        if (body.move == JointType::revolute)
            set_half_angle(dot(zero[0], body.joint_axes[0]) + dot(zero[1], body.joint_axes[1]),
                           dot(zero[1], body.joint_axes[0]) - dot(zero[0], body.joint_axes[1]), joint.y);
        if (body.move == JointType::prismatic) {
            times_columns(parent.joint_axes, joint.from_parent, from);
            for (int i = 0; i < 3; ++i) from[i] = body.joint_point[i] - parent.joint_point[i] - from[i];
            joint.y[0] = dot(zero[2], from);
        }
    }
    // A body without mass has no nodes: its axes and its point follow from its parent and from the body that it
    // carries, which is the next one. It is the cross of a universal joint, or the part that slides without a rotation.
    void observe_massless(std::size_t b, const double (&zero)[3][3]) {
        Body& body = bodies_[b];
        const Body& next = bodies_[b + 1];
        std::copy_n(next.joint_point, 3, body.joint_point);
        for (int j = 0; j < 3; ++j) std::copy_n(zero[j], 3, body.joint_axes[j]);
        if (body.move != JointType::revolute) return;
        std::copy_n(next.joint_axes[2], 3, body.joint_axes[0]);
        cross_product(body.joint_axes[2], body.joint_axes[0], body.joint_axes[1]);
    }
    static void set_inertia(const Body& body, ObservedJoint& joint) {
        if (body.first < 0) return;
        double away[3];
        for (int i = 0; i < 3; ++i) away[i] = -body.own[i];
        components(body.k, away, joint.centre);
        for (int tip = 0; tip < body.tips; ++tip) {
            double axis[3] = {};
            axis[tip] = tip == 2 ? body.side : 1;
            components(body.k, axis, joint.tip[tip]);
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
    // times_columns: out = sum_j columns_j a_j. components: out_j = columns_j . a.
    static void times_columns(const double (&columns)[3][3], const double* a, double* out) {
        for (int i = 0; i < 3; ++i) out[i] = columns[0][i] * a[0] + columns[1][i] * a[1] + columns[2][i] * a[2];
    }
    static void components(const double (&columns)[3][3], const double* a, double* out) {
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
