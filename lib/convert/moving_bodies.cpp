#include "convert/moving_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "convert/body_names.hpp"
#include "convert/joint_inertia.hpp"
#include "convert/joint_kinds.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "mesh/principal_axes.hpp"

namespace cchnn {
namespace {

constexpr double flat = 1e-9;   // of the largest second moment: what rounding of typed inertias leaves of zero
constexpr double typed = 1e-2;  // of it: what moments typed with few digits may miss
constexpr std::size_t most_bodies = 10'000;

// Goes through the bodies of the model once, parents first, and either merges a body into its carrier or adds a
// moving body.
class Merging {
  public:
    Merging(const RobotModel& model, Remarks& remarks) : model_(model), remarks_(remarks) {}

    MovingBodies run() {
        for (std::size_t i = 0; i < model_.bodies.size(); ++i) add(i);
        if (moving_.empty())
            remarks_.problem(model_.file, "no body moves: no joint but fixed ones holds one" + not_read());
        if (moving_.size() > most_bodies)
            remarks_.problem(model_.file, std::to_string(moving_.size()) + " bodies move, at most " +
                                              std::to_string(most_bodies) + " can");
        remarks_.throw_problems();
        name_bodies(model_, moving_, remarks_);
        const std::vector<MassDistribution> hanging = with_descendants(moving_);
        for (std::size_t i = 0; i < moving_.size(); ++i) finish(moving_[i], hanging[i]);
        remarks_.throw_problems();
        return {std::move(moving_), std::move(places_)};
    }

  private:
    // The first part of the model whose bodies have no counterpart; "" if there is none.
    std::string not_read() const {
        for (const Loss& loss : remarks_.losses())
            if (loss.kind == "bodies" || loss.kind == "deformable")
                return "; bodies of " + loss.what.what + " (" + loss.what.where + ") cannot be carried over";
        return "";
    }
    // A body without joints becomes part of its carrier. One with joints becomes a moving body, whose frame
    // `drawn` is relative to its nearest moving ancestor.
    void add(std::size_t i) {
        const ModelBody& body = model_.bodies[i];
        const BodyPlace parent = body.parent < 0 ? BodyPlace{} : places_[body.parent];
        const RigidFrame drawn = combined(parent.frame, body.frame);
        if (body.joints.empty()) return merge(body, {parent.carrier, drawn});
        MovingBody moving;
        moving.source = static_cast<int>(i);
        moving.parent = parent.carrier;
        moving.drawn = drawn;
        moving.hold = hold_of(body, remarks_);
        moving.mass = body.mass;
        add_weightless(body, {}, moving);
        moving.rotations = rotations_of(body, moving);
        if (is_carried_along(moving.hold) && (moving.rotations.any || moving.rotations.about))
            remarks_.problem(body.where,
                             body.shown() + " has " + std::to_string(body.joints.size()) +
                                 " slides on a body that turns; that has no counterpart: put bodies with mass "
                                 "between the slides");
        places_.push_back({count_of(moving_), {}});
        moving_.push_back(std::move(moving));
    }
    // Mass that is fixed to the world is left out: it never moves.
    void merge(const ModelBody& body, const BodyPlace& place) {
        places_.push_back(place);
        if (place.carrier < 0) return;
        MovingBody& carrier = moving_[place.carrier];
        carrier.mass = together(carrier.mass, seen_from(place.frame, body.mass));
        add_weightless(body, place.frame, carrier);
        if (body.mass.mass > 0)
            remarks_.note(body.where, body.shown() + " is fixed to " + model_.bodies[carrier.source].shown() +
                                          ", as one body with it");
    }

    // MuJoCo's 'gravcomp': a force on the centre of mass against gravity. It is kept for each merged body,
    // since it acts at that body's own centre.
    static void add_weightless(const ModelBody& body, const RigidFrame& in_carrier, MovingBody& carrier) {
        const double mass = body.weightless_share * body.mass.mass;
        if (mass != 0) carrier.weightless.push_back({mass, in_carrier.point(body.mass.centre)});
    }

    // A hinge keeps a single direction in space only if the parent turns about the same direction or not at
    // all.
    RotationsInSpace rotations_of(const ModelBody& body, const MovingBody& moving) const {
        RotationsInSpace parent = moving.parent < 0 ? RotationsInSpace{} : moving_[moving.parent].rotations;
        if (parent.about) parent.about = rotated(transposed(moving.drawn.rotation), *parent.about);
        if (parent.any || moving.hold == HeldBy::slide || is_carried_along(moving.hold)) return parent;
        if (moving.hold != HeldBy::hinge && moving.hold != HeldBy::planar && moving.hold != HeldBy::cylinder &&
            moving.hold != HeldBy::parallel && moving.hold != HeldBy::untilted)
            return {true, {}};
        const Vector3 axis = hinge_of(body).axis;
        if (!parent.about || length(cross(*parent.about, axis)) < 1e-9) return {false, axis};
        return {true, {}};
    }

    // Makes the mass distribution final: adds what rotors of joints contribute (armature), then takes principal
    // axes. A body with two or three slides on a parent that never turns becomes a point mass without axes.
    void finish(MovingBody& body, const MassDistribution& hanging) {
        const ModelBody& source = model_.bodies[body.source];
        if (!(body.mass.mass > 0))
            return remarks_.problem(source.where, "'" + (source.name.empty() ? body.id : source.name) +
                                                      "' moves and has no mass: give it one, or remove the joint that "
                                                      "moves it");
        const RotationsInSpace parent = body.parent < 0 ? RotationsInSpace{} : moving_[body.parent].rotations;
        add_armature(source, body.parent < 0, !parent.any && !parent.about, hanging, body, remarks_);
        find_principal_axes(body, source, remarks_);
        if (!is_carried_along(body.hold)) return;
        body.axes.clear();
        body.moments.clear();
    }

    const RobotModel& model_;
    Remarks& remarks_;
    std::vector<BodyPlace> places_;
    std::vector<MovingBody> moving_;
};

}  // namespace

MovingBodies moving_bodies(const RobotModel& model, Remarks& remarks) { return Merging(model, remarks).run(); }

// Works with second moments per mass, in m^2, and not with moments of inertia. A negative one belongs to no
// solid; a small negative one comes from numbers typed with few digits, and its sign is turned.
void find_principal_axes(MovingBody& body, const ModelBody& source, Remarks& remarks) {
    Matrix3 spread = body.mass.spread;
    for (Vector3& row : spread) row = times(1 / body.mass.mass, row);
    PrincipalAxes found = principal_axes(spread);
    const double most = *std::ranges::max_element(found.moments);
    double& smallest = *std::ranges::min_element(found.moments);
    const double least = smallest;
    if (!std::isfinite(most) || !std::isfinite(least) || least < -typed * std::max(most, 0.0))
        return remarks.problem(source.where, "no solid has the moments of inertia of " + source.shown() +
                                                 ": one of the three is larger than the sum of the other two (its "
                                                 "second moment along that axis would be " +
                                                 short_number(least) + " m^2)");
    if (least < -flat * most) {
        smallest = -least;
        const double largest = spread[0][0] + spread[1][1] + spread[2][2] - least;
        remarks.note(source.where, "the largest moment of inertia of " + source.shown() + " is " +
                                       short_number(-2 * least / largest) +
                                       " of it more than the sum of the other two, as rounding of typed numbers does; "
                                       "the second moment along that axis is taken as " +
                                       short_number(-least) + " m^2 instead of " + short_number(least));
    }
    body.axes.clear();
    body.moments.clear();
    for (std::size_t i = 0; i < 3; ++i)
        if (found.moments[i] > flat * most && found.moments[i] > 0) {
            body.axes.push_back(found.axes[i]);
            body.moments.push_back(found.moments[i]);
        }
}

bool thicken(MovingBody& body) {
    if (!body.is_flat() || body.rotations.any || is_carried_along(body.hold)) return false;
    const Matrix3& s = body.mass.spread;
    double share = (s[0][0] + s[1][1] + s[2][2]) / 3;
    if (body.rotations.about) {
        const Vector3& about = *body.rotations.about;
        share = (s[0][0] + s[1][1] + s[2][2] - dot(about, rotated(s, about))) / 2;
    } else if (share == 0) {
        share = body.mass.mass;  // it never turns: any will do
    }
    if (!(share > 0)) return false;
    body.axes = {identity[0], identity[1], identity[2]};
    body.moments.assign(3, share / body.mass.mass);
    return true;
}

}  // namespace cchnn
