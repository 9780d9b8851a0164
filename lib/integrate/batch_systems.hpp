#pragma once
// The system of each trajectory of a batch: one for all of them or, in a family, one member for each. It owns no
// system. Members with the same sparsity and sizes (same_shape()) can share a kernel as lanes (`alike`); each of the
// others (`odd`) needs its own run.

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

struct Contact;

class BatchSystems {
  public:
    BatchSystems(const ConstrainedSystem& one) : like_(&one) {}  // NOLINT: a system is a batch's systems
    // All systems outlive this object.
    BatchSystems(const ConstrainedSystem& like, std::vector<const ConstrainedSystem*> members)
        : like_(&like), members_(std::move(members)) {
        for (std::size_t i = 0; i < members_.size(); ++i)
            (same_shape(like.exact_constants(), members_[i]->exact_constants()) ? alike_ : odd_)
                .push_back(static_cast<int>(i));
    }

    // The system that sets what all have in common: sizes, constraint rows, the choice of kernel.
    const ConstrainedSystem& like() const { return *like_; }
    bool one_for_all() const { return members_.empty(); }
    const ConstrainedSystem& of(std::size_t trajectory) const {
        return members_.empty() ? *like_ : *members_[trajectory];
    }
    // The systems of some of the trajectories.
    BatchSystems only(const std::vector<int>& wanted) const {
        if (members_.empty()) return *this;
        std::vector<const ConstrainedSystem*> some;
        for (int i : wanted) some.push_back(members_[i]);
        BatchSystems only(*like_, std::move(some));
        if (contacts_.size() == 1) only.contacts_ = contacts_;
        for (std::size_t i = 0; i < wanted.size() && contacts_.size() > 1; ++i)
            only.contacts_.push_back(contacts_[wanted[i]]);
        return only;
    }
    // The contacts (elements/contact.hpp) of all of them, or of each, which the caller owns. integrate() throws for a system
    // with contacts that come without.
    BatchSystems with_contacts(std::vector<const std::vector<Contact>*> of_each) const {
        BatchSystems with = *this;
        with.contacts_ = std::move(of_each);
        return with;
    }
    BatchSystems with_contacts(const std::vector<Contact>& of_all) const {
        return with_contacts(std::vector<const std::vector<Contact>*>{&of_all});
    }
    bool has_contacts() const { return !contacts_.empty(); }
    const std::vector<Contact>& contacts(std::size_t trajectory) const {
        return *contacts_[contacts_.size() == 1 ? 0 : trajectory];
    }
    // Indices of trajectories whose systems can share a kernel, and of those whose systems cannot.
    const std::vector<int>& alike() const { return alike_; }
    const std::vector<int>& odd() const { return odd_; }

  private:
    const ConstrainedSystem* like_;
    std::vector<const std::vector<Contact>*> contacts_;
    std::vector<const ConstrainedSystem*> members_;
    std::vector<int> alike_, odd_;
};

}  // namespace cchnn
