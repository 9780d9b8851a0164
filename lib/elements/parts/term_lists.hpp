#pragma once
// The terms of a system, with names resolved: one list for each type of term, in the order of the file. Code
// that wants the terms of one kind includes that kind's header; questions that every kind answers are asked by
// elements/terms.hpp.

#include <any>
#include <vector>

namespace cchnn {

class TermLists {
  public:
    template <class Term>
    const std::vector<Term>& of() const {
        static const std::vector<Term> none;
        for (const std::any& list : lists_)
            if (const auto* found = std::any_cast<std::vector<Term>>(&list)) return *found;
        return none;
    }
    template <class Term>
    std::vector<Term>& of() {
        for (std::any& list : lists_)
            if (auto* found = std::any_cast<std::vector<Term>>(&list)) return *found;
        return std::any_cast<std::vector<Term>&>(lists_.emplace_back(std::vector<Term>()));
    }

  private:
    std::vector<std::any> lists_;
};

}  // namespace cchnn
