#include "convert/massless_links.hpp"

#include <algorithm>
#include <set>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

// Goes from the leaves to the root, so that what hangs from a link is reduced before the link is.
class Reduction {
  public:
    Reduction(RobotModel& model, Remarks& remarks)
        : model_(model), remarks_(remarks), groups_(model.bodies.size()), gone_(model.bodies.size(), false) {}

    void run() {
        for (int i = count_of(model_.bodies) - 1; i >= 0; --i) {
            const ModelBody& body = model_.bodies[i];
            groups_[i].mass += body.mass.mass;
            if (is_chained(i)) reduce(i);
            if (gone_[i] || body.parent < 0) continue;
            Group& parent = groups_[body.parent];
            if (!body.joints.empty()) {
                parent.hanging.push_back({i, body.frame});
                continue;
            }
            parent.mass += groups_[i].mass;
            parent.fixed.push_back(i);
            for (const Hanging& one : groups_[i].hanging)
                parent.hanging.push_back({one.body, combined(body.frame, one.frame)});
        }
        remove_gone();
    }

  private:
    // A body that hangs from a link by joints, and its frame in that of the link.
    struct Hanging {
        int body;
        RigidFrame frame;
    };
    // A link with those that are fixed to it.
    struct Group {
        double mass = 0;
        std::vector<int> fixed{};
        std::vector<Hanging> hanging{};
    };

    // Whether joints hold a link without mass; one that moves freely is no part of a chain.
    bool is_chained(int i) const {
        const std::vector<ModelJoint>& joints = model_.bodies[i].joints;
        return groups_[i].mass == 0 && !joints.empty() && joints[0].motion != JointMotion::free &&
               groups_[i].hanging.size() < 2;
    }

    void reduce(int i) {
        ModelBody& link = model_.bodies[i];
        if (groups_[i].hanging.empty()) {
            remarks_.note(link.where, "'" + link.name + "' has no mass and nothing hangs from it; it is left out");
            for (const ModelJoint& joint : link.joints) gone_joints_.insert(joint.name);
        } else {
            const auto& [child, frame] = groups_[i].hanging[0];
            ModelBody& body = model_.bodies[child];
            for (ModelJoint& joint : link.joints) {  // in the frame of the child, with all joints in their reference
                joint.anchor = rotated(transposed(frame.rotation), minus(joint.anchor, frame.origin));
                joint.axis = rotated(transposed(frame.rotation), joint.axis);
            }
            body.joints.insert(body.joints.begin(), link.joints.begin(), link.joints.end());
            body.frame = combined(link.frame, frame);
            body.parent = link.parent;
            if (link.parent >= 0) groups_[link.parent].hanging.push_back({child, body.frame});
        }
        leave_out(i);
    }
    void leave_out(int i) {
        gone_[i] = true;
        const ModelBody& link = model_.bodies[i];
        if (!link.geoms.empty())
            remarks_.lose("contact", link.geoms[0].where, "collisions of link '" + link.name + "', which has no mass");
        for (const int fixed : groups_[i].fixed) leave_out(fixed);
    }

    // A child moves behind its new parent, since parents come first; it was behind it before.
    void remove_gone() {
        std::vector<ModelBody> kept;
        std::vector<int> place(model_.bodies.size(), -1);
        for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
            if (gone_[i]) continue;
            place[i] = count_of(kept);
            kept.push_back(std::move(model_.bodies[i]));
            if (kept.back().parent >= 0) kept.back().parent = place[kept.back().parent];
        }
        model_.bodies = std::move(kept);
        std::erase_if(model_.equalities,
                      [&](const EqualityConstraint& follower) { return gone_joints_.contains(follower.joints[0]); });
    }

    RobotModel& model_;
    Remarks& remarks_;
    std::vector<Group> groups_;
    std::vector<bool> gone_;
    std::set<std::string> gone_joints_{};
};

}  // namespace

void reduce_massless_links(RobotModel& model, Remarks& remarks) { Reduction(model, remarks).run(); }

}  // namespace cchnn
