#include "convert/moving_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "convert/armature.hpp"
#include "convert/body_names.hpp"
#include "convert/joint_kinds.hpp"
#include "core/number_text.hpp"
#include "mesh/principal_axes.hpp"

namespace cchnn {
namespace {

constexpr double flat = 1e-9;  // of the largest second moment: what rounding of typed inertias leaves of zero
constexpr std::size_t most_bodies = 10'000;

class Merging {
  public:
    Merging(const RobotModel& model, Remarks& remarks) : model_(model), remarks_(remarks) {}

    MovingBodies run() {
        for (std::size_t i = 0; i < model_.bodies.size(); ++i) add(i);
        if (moving_.empty()) remarks_.problem(model_.file, "no body moves: no joint but fixed ones holds one");
        if (moving_.size() > most_bodies)
            remarks_.problem(model_.file, std::to_string(moving_.size()) + " bodies move, at most " +
                                              std::to_string(most_bodies) + " can");
        remarks_.throw_problems();
        name_bodies(model_, moving_, remarks_);
        for (MovingBody& body : moving_) finish(body);
        remarks_.throw_problems();
        return {std::move(moving_)};
    }

  private:
    void add(std::size_t i) {
        const ModelBody& body = model_.bodies[i];
        const Place parent = body.parent < 0 ? Place{} : places_[body.parent];
        const RigidFrame drawn = combined(parent.frame, body.frame);
        if (body.joints.empty()) return merge(body, {parent.carrier, drawn});
        MovingBody moving;
        moving.source = static_cast<int>(i);
        moving.parent = parent.carrier;
        moving.drawn = drawn;
        moving.hold = hold_of(body, remarks_);
        moving.mass = body.mass;
        moving.turning = turning_of(body, moving);
        places_.push_back({static_cast<int>(moving_.size()), {}});
        moving_.push_back(std::move(moving));
    }
    struct Place {
        int carrier = -1;
        RigidFrame frame{};  // in the carrier's
    };
    void merge(const ModelBody& body, const Place& place) {
        places_.push_back(place);
        if (place.carrier < 0) return;
        MovingBody& carrier = moving_[place.carrier];
        carrier.mass = together(carrier.mass, seen_from(place.frame, body.mass));
        if (body.mass.mass > 0)
            remarks_.note(body.where, "'" + body.name + "' is fixed to '" + model_.bodies[carrier.source].name +
                                          "', as one body with it");
    }

    TurnsInSpace turning_of(const ModelBody& body, const MovingBody& moving) const {
        TurnsInSpace parent = moving.parent < 0 ? TurnsInSpace{} : moving_[moving.parent].turning;
        if (parent.about) parent.about = turned(transposed(moving.drawn.turn), *parent.about);
        if (parent.any || moving.hold == HeldBy::slide) return parent;
        if (moving.hold != HeldBy::hinge && moving.hold != HeldBy::planar && moving.hold != HeldBy::cylinder)
            return {true, {}};
        const Vector3 axis = hinge_of(body).axis;
        if (!parent.about || length(cross(*parent.about, axis)) < 1e-9) return {false, axis};
        return {true, {}};
    }

    void finish(MovingBody& body) {
        const ModelBody& source = model_.bodies[body.source];
        if (!(body.mass.mass > 0))
            return remarks_.problem(source.where, "'" + source.name +
                                                      "' moves and has no mass: give it one, or remove the joint that "
                                                      "moves it");
        const TurnsInSpace parent = body.parent < 0 ? TurnsInSpace{} : moving_[body.parent].turning;
        add_armature(source, body.parent < 0, !parent.any && !parent.about, body, remarks_);
        find_principal_axes(body, source, remarks_);
    }

    const RobotModel& model_;
    Remarks& remarks_;
    std::vector<Place> places_;
    std::vector<MovingBody> moving_;
};

}  // namespace

MovingBodies moving_bodies(const RobotModel& model, Remarks& remarks) { return Merging(model, remarks).run(); }

void find_principal_axes(MovingBody& body, const ModelBody& source, Remarks& remarks) {
    Matrix3 spread = body.mass.spread;
    for (Vector3& row : spread) row = times(1 / body.mass.mass, row);
    const PrincipalAxes found = principal_axes(spread);
    const double most = *std::max_element(found.moments.begin(), found.moments.end());
    const double least = *std::min_element(found.moments.begin(), found.moments.end());
    if (!std::isfinite(most) || !std::isfinite(least) || least < -flat * std::max(most, 0.0))
        return remarks.problem(source.where, "no solid has the moments of inertia of '" + source.name +
                                                 "': one of the three is larger than the sum of the other two (its "
                                                 "second moment along that axis would be " +
                                                 short_number(least) + " m^2)");
    body.axes.clear();
    body.moments.clear();
    for (std::size_t i = 0; i < 3; ++i)
        if (found.moments[i] > flat * most && found.moments[i] > 0) {
            body.axes.push_back(found.axes[i]);
            body.moments.push_back(found.moments[i]);
        }
}

bool thicken(MovingBody& body) {
    if (!body.is_flat() || body.turning.any) return false;
    const Matrix3& s = body.mass.spread;
    double share = (s[0][0] + s[1][1] + s[2][2]) / 3;
    if (body.turning.about) {
        const Vector3& about = *body.turning.about;
        share = (s[0][0] + s[1][1] + s[2][2] - dot(about, turned(s, about))) / 2;
    } else if (share == 0) {
        share = body.mass.mass;  // it never turns: any will do
    }
    if (!(share > 0)) return false;
    body.axes = {no_turn[0], no_turn[1], no_turn[2]};
    body.moments.assign(3, share / body.mass.mass);
    return true;
}

}  // namespace cchnn
