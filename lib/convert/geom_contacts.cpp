#include "convert/geom_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "convert/body_motion.hpp"
#include "convert/body_names.hpp"
#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"

namespace cchnn {
namespace {

using Shape = ModelGeom::Shape;

constexpr std::size_t most_geoms = 2000, most_contacts = 1000;
constexpr double open = 1e-9;  // m: what rounding of a pose may be

class Collisions {
  public:
    Collisions(const RobotModel& model, const MovingBodies& moving, Remarks& remarks)
        : model_(model), moving_(moving), remarks_(remarks) {
        for (const ModelGeom& geom : model.geoms) place(geom, -1);
        for (int i = 0; i < count_of(model.bodies); ++i)
            for (const ModelGeom& geom : model.bodies[i].geoms) place(geom, i);
    }

    // Listed pairs come first, since another one of the same geoms is not made.
    void find() {
        for (const GeomPair& pair : model_.pairs) {
            const auto a = named_.find(pair.names[0]), b = named_.find(pair.names[1]);
            if (a == named_.end() || b == named_.end()) {
                const std::string& unknown = pair.names[a == named_.end() ? 0 : 1];
                remarks_.problem(pair.where, "unknown geom '" + unknown + "'" + remarks_.nearest_to(unknown, named_));
            } else if (geoms_[a->second].carrier != geoms_[b->second].carrier) {
                listed_.insert(std::minmax(a->second, b->second));
                add(geoms_[a->second], geoms_[b->second], &pair);
            }
        }
        std::vector<std::size_t> ours;
        for (std::size_t i = 0; i < geoms_.size(); ++i)
            if (geoms_[i].of->shape != Shape::other) ours.push_back(i);
        if (ours.size() > most_geoms)
            throw SpecError(model_.file, "more than " + std::to_string(most_geoms) + " geoms are spheres or planes");
        for (const std::size_t i : ours)
            for (const std::size_t k : ours)
                if (i < k && !listed_.contains({i, k}) && meet(geoms_[i], geoms_[k]))
                    add(geoms_[i], geoms_[k], nullptr);
    }

    void require_open() {
        for (const ModelState& state : model_.states.empty() ? std::vector{drawn_state(model_)} : model_.states) {
            const std::vector<BodyMotion> motions = motions_of(model_, state);
            for (Found& found : found_) found.least = std::min(found.least, gap(found, motions));
        }
    }

    std::vector<DraftItem> contacts(double restitution) {
        std::vector<DraftItem> items;
        for (const Found& found : found_) {
            if (!(found.least > open)) {
                lose(found, "a motion starts where its gap is " + short_number(found.least) +
                                " m; give a keyframe in which it is open");
            } else if (std::optional<DraftItem> item = contact(found)) {
                item->restitution = restitution;
                items.push_back(*item);
            }
        }
        return items;
    }

  private:
    struct Placed {
        const ModelGeom* of;
        int body, carrier;  // -1: the world
        RigidFrame frame;   // in the carrier's
    };
    struct Found {
        const Placed *a, *b;  // b: a plane, or the other sphere
        std::string where;
        double least = INFINITY;  // gap of all starts
    };

    void place(const ModelGeom& geom, int body) {
        const BodyPlace at = body < 0 ? BodyPlace{} : moving_.places[to_size(body)];
        if (!geom.name.empty()) named_.emplace(geom.name, geoms_.size());
        geoms_.push_back({&geom, body, at.carrier, combined(at.frame, geom.frame)});
    }

    bool meet(const Placed& a, const Placed& b) const {
        if (a.carrier == b.carrier || model_.apart.contains(std::minmax(a.body, b.body))) return false;
        const auto hangs_from = [&](const Placed& child, const Placed& parent) {
            return child.carrier >= 0 && parent.carrier >= 0 &&
                   moving_.bodies[to_size(child.carrier)].parent == parent.carrier;
        };
        if (!model_.meets_parents && (hangs_from(a, b) || hangs_from(b, a))) return false;
        return (a.of->type & b.of->affinity) != 0 || (b.of->type & a.of->affinity) != 0;
    }

    // A pair says by itself what it says; the rest is that of its geoms.
    void add(const Placed& first, const Placed& second, const GeomPair* pair) {
        const bool swapped = first.of->shape == Shape::plane;
        const Placed &a = swapped ? second : first, &b = swapped ? first : second;
        const Found found{&a, &b, pair ? pair->where : a.of->where};
        if (a.of->shape == Shape::plane) return;  // two planes
        if (++pairs_ > most_contacts)
            throw SpecError(model_.file, "more than " + std::to_string(most_contacts) + " pairs of geoms collide");
        if (a.of->shape == Shape::other || b.of->shape == Shape::other)
            return lose(found, "Contacts are of spheres with planes and with spheres");
        if (b.of->shape == Shape::plane && b.carrier >= 0) return lose(found, "its plane moves");
        if (pair && pair->has_margin ? pair->reaches_out : a.of->reaches_out || b.of->reaches_out)
            return lose(found, "it acts at a distance; make its margin equal to its gap, 0 by default");
        const double above = a.of->priority - b.of->priority;
        const double condim = pair && pair->has_condim ? pair->condim
                              : above == 0             ? std::max(a.of->condim, b.of->condim)
                                                       : (above > 0 ? a : b).of->condim;
        if (condim > 1)
            remarks_.lose("friction", found.where, "friction of " + named(found) + ": a condim of 1 has none");
        if (a.of->soft || b.of->soft || (pair && pair->soft))
            remarks_.lose("setting", found.where,
                          "solref or solimp of " + named(found) + ", which give way; a Contact is hard");
        found_.push_back(found);
    }

    static std::string name_of(const ModelGeom& geom) {
        if (!geom.name.empty()) return geom.name;
        return geom.shape == Shape::plane ? "plane" : "sphere";
    }
    static std::string named(const Found& found) {
        return "'" + name_of(*found.a->of) + "' with '" + name_of(*found.b->of) + "'";
    }
    void lose(const Found& found, const std::string& why) {
        remarks_.lose("contact", found.where, "collisions of " + named(found) + ": " + why);
    }

    static Vector3 in_space(const Placed& geom, const std::vector<BodyMotion>& motions) {
        return geom.body < 0 ? geom.of->frame.origin : motions[to_size(geom.body)].frame.point(geom.of->frame.origin);
    }
    static double gap(const Found& found, const std::vector<BodyMotion>& motions) {
        const Vector3 apart = minus(in_space(*found.a, motions), in_space(*found.b, motions));
        const double radii = found.a->of->radius + found.b->of->radius;
        if (found.b->of->shape == Shape::plane) return dot(apart, found.b->frame.direction({0, 0, 1})) - radii;
        return length(apart) - radii;
    }

    // Nothing if a centre lies off the plane or line of a flat body.
    std::optional<DraftItem> contact(const Found& found) {
        DraftItem item{"Contact"};
        item.name = valid_id(name_of(*found.a->of), "a") + " and " + valid_id(name_of(*found.b->of), "b");
        for (const Placed* geom : {found.a, found.b}) {
            item.radii.push_back(geom->of->radius);
            if (geom->of->shape == Shape::plane) {
                item.place = geom->frame.origin;
                item.normal = unit(geom->frame.direction({0, 0, 1}));
                continue;
            }
            DraftEnd end{geom->carrier, {}, geom->frame.origin};
            if (geom->carrier < 0) {
                item.origin_name = name_of(*geom->of);
            } else {
                const MovingBody& body = moving_.bodies[to_size(geom->carrier)];
                const auto point = BodyEnds{&body}.point(geom->frame.origin);
                if (!point) {
                    lose(found, "a centre lies off '" + body.id + "', which has no thickness there");
                    return std::nullopt;
                }
                end.point = *point;
            }
            item.between.push_back(end);
        }
        return item;
    }

    const RobotModel& model_;
    const MovingBodies& moving_;
    Remarks& remarks_;
    std::vector<Placed> geoms_;
    std::map<std::string, std::size_t> named_;
    std::set<std::pair<std::size_t, std::size_t>> listed_;
    std::vector<Found> found_;
    std::size_t pairs_ = 0;
};

}  // namespace

void add_geom_contacts(const RobotModel& model, const MovingBodies& moving, bool starts_open, double restitution,
                       SystemDraft& draft, Remarks& remarks) {
    Collisions collisions(model, moving, remarks);
    collisions.find();
    remarks.throw_problems();
    if (!starts_open) collisions.require_open();
    const std::vector<DraftItem> contacts = collisions.contacts(restitution);
    draft.contacts.insert(draft.contacts.end(), contacts.begin(), contacts.end());
    if (!contacts.empty())
        remarks.note(model.file, "collisions become " + counted(contacts.size(), "Contact") + " with the restitution " +
                                     short_number(restitution) + ", which a model does not give");
}

}  // namespace cchnn
