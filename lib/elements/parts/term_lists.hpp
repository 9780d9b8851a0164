#pragma once
// The terms of a system, with names resolved: one list for each type of term, in the order of the file. Code
// that wants the terms of one kind includes that kind's header; questions that every kind answers are asked by
// elements/terms.hpp.

#include <any>
#include <vector>

#include "elements/parts/item_spec.hpp"

namespace cchnn {

class TermLists {
  public:
    template <class Term>
    const std::vector<Term>& of() const {
        static const std::vector<Term> none;
        for (const List& list : lists_)
            if (list.type == &type_mark<Term>) return *std::any_cast<std::vector<Term>>(&list.terms);
        return none;
    }
    template <class Term>
    std::vector<Term>& of() {
        for (List& list : lists_)
            if (list.type == &type_mark<Term>) return *std::any_cast<std::vector<Term>>(&list.terms);
        lists_.push_back({&type_mark<Term>, std::vector<Term>()});
        return *std::any_cast<std::vector<Term>>(&lists_.back().terms);
    }

  private:
    struct List {
        const char* type;
        std::any terms;
    };
    std::vector<List> lists_;
};

}  // namespace cchnn
