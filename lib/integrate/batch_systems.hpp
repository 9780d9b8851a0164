#pragma once
// Which system each trajectory of a batch is of: one for all of them, or, in a family, one each.

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

class BatchSystems {
  public:
    BatchSystems(const ConstrainedSystem& one) : like_(&one) {}  // NOLINT: a system is a batch's systems
    // All of them outlive this.
    BatchSystems(const ConstrainedSystem& like, std::vector<const ConstrainedSystem*> members)
        : like_(&like), members_(std::move(members)) {
        for (std::size_t i = 0; i < members_.size(); ++i)
            (same_shape(like.exact_constants(), members_[i]->exact_constants()) ? alike_ : odd_)
                .push_back(static_cast<int>(i));
    }

    // What all have in common: sizes, rows, methods.
    const ConstrainedSystem& like() const { return *like_; }
    bool one_for_all() const { return members_.empty(); }
    const ConstrainedSystem& of(std::size_t trajectory) const {
        return members_.empty() ? *like_ : *members_[trajectory];
    }
    // Those of some of the trajectories.
    BatchSystems only(const std::vector<int>& wanted) const {
        if (members_.empty()) return *this;
        std::vector<const ConstrainedSystem*> some;
        for (int i : wanted) some.push_back(members_[static_cast<std::size_t>(i)]);
        return {*like_, std::move(some)};
    }
    // Trajectories whose systems can be lanes of one kernel, and those that cannot (same_shape()).
    const std::vector<int>& alike() const { return alike_; }
    const std::vector<int>& odd() const { return odd_; }

  private:
    const ConstrainedSystem* like_;
    std::vector<const ConstrainedSystem*> members_;
    std::vector<int> alike_, odd_;
};

}  // namespace cchnn
