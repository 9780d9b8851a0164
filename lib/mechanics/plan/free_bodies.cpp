#include "mechanics/plan/free_bodies.hpp"

#include <algorithm>

namespace cchnn {
namespace {

// Whether no constraint is left but rigidity and one fixed point for each body.
// A body that is held at one point hangs on the ground by a point joint of the tree; a hinge would take away two of its
// rotations, and a body on another body would not be free of it.
bool nothing_else_holds(const RigidPlanOf<Exact>& rigid, const RigidTreeOf<Exact>& tree) {
    if (tree.empty()) return rigid.rows.row.empty();
    return tree.off_tree.row.empty() &&
           std::all_of(tree.bodies.begin(), tree.bodies.end(), [](const TreeBodyOf<Exact>& body) {
               return body.parent == -1 && body.joint != TreeJoint::hinge;
           });
}

// The adjugate over the determinant.
void invert(const Exact (&a)[3][3], Exact (&inverse)[3][3]) {
    Exact cofactor[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const int k = (i + 1) % 3, l = (i + 2) % 3, m = (j + 1) % 3, n = (j + 2) % 3;
            cofactor[i][j] = a[k][m] * a[l][n] - a[k][n] * a[l][m];
        }
    const Exact determinant = a[0][0] * cofactor[0][0] + a[0][1] * cofactor[0][1] + a[0][2] * cofactor[0][2];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) inverse[i][j] = cofactor[j][i] / determinant;
}

// (1) and its inverse.
void add_inertia(FreeBodyOf<Exact>& body) {
    Exact square = 0.0, all = 0.0;
    for (int k = 0; k < 3; ++k) {
        square += body.point[k] * body.point[k];
        all += body.moment[k];
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) body.inertia[i][j] = -(body.mass * body.point[i] * body.point[j]);
        body.inertia[i][i] += all - body.moment[i] + body.mass * square;
    }
    invert(body.inertia, body.inverse);
}

// The resultant force, and whether tips are pushed as well: only then does the torque need the forces of each tip.
void add_forces(FreeBodyOf<Exact>& body, const Exact* forces) {
    for (int node = 0; node <= body.tips; ++node)
        for (int k = 0; k < 3; ++k) {
            const Exact& push = forces[(body.first + node) * 3 + k];
            body.force[k] += push;
            body.pushed_tips = body.pushed_tips || (node > 0 && !(push == Exact(0.0)));
        }
    for (int k = 0; k < 3; ++k) body.acceleration[k] = body.force[k] / body.mass;
}

}  // namespace

// None unless all bodies are rigid bodies of at least two tips under constant forces: a point mass has no orientation,
// a rod spins about itself without any of its nodes showing it, and a force that varies with positions needs nodes in
// any case.
std::vector<FreeBodyOf<Exact>> free_bodies(int dimension, const std::vector<Exact>& body_mass,
                                           const Exact* constant_forces, const RigidPlanOf<Exact>& rigid,
                                           const RigidTreeOf<Exact>& tree) {
    if (dimension != 3 || !constant_forces || !nothing_else_holds(rigid, tree)) return {};
    for (const Exact& point : rigid.point_masses)
        if (!(point == Exact(0.0))) return {};
    std::vector<FreeBodyOf<Exact>> bodies;
    for (const RigidBodyOf<Exact>& from : rigid.bodies) {
        if (from.tips < 2) return {};
        FreeBodyOf<Exact>& body = bodies.emplace_back();
        body.first = from.first;
        body.tips = from.tips;
        body.mass = body_mass[from.first];
        std::copy_n(from.moment, most_tips, body.moment);
        for (const TreeBodyOf<Exact>& in_tree : tree.bodies)
            if (in_tree.first == from.first && in_tree.joint == TreeJoint::point) {
                body.held = true;
                std::copy_n(in_tree.own, most_tips, body.point);
                std::copy_n(in_tree.at_parent, most_tips, body.place);
            }
        if (is_thin(body.mass, body.moment, body.point)) return {};
        add_inertia(body);
        add_forces(body, constant_forces);
    }
    return bodies;
}

}  // namespace cchnn
