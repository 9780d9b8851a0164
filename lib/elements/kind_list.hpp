#pragma once
// Lists of kinds as types, and the loops over them. All loops are unrolled by the compiler, so that they cost
// nothing and every answer is checked.

#include <type_traits>

#include "elements/element.hpp"

namespace cchnn {

// A list is complete only if every kind answers all questions.
template <class... K>
struct KindList {
    static_assert((answers_all<K>() && ...));
};

// The list of the kinds of several lists, one list after the other.
template <class... List>
struct Joined;
template <class... A>
struct Joined<KindList<A...>> {
    using Type = KindList<A...>;
};
template <class... A, class... B, class... Rest>
struct Joined<KindList<A...>, KindList<B...>, Rest...> {
    using Type = typename Joined<KindList<A..., B...>, Rest...>::Type;
};

// A kind as a value, with which a generic lambda can be called.
template <class K>
struct KindTag {
    using Kind = K;
};

template <class... K, class Action>
constexpr void for_each_kind(KindList<K...>, Action&& action) {
    (action(KindTag<K>{}), ...);
}

// The position in the list of the first kind with this Term.
template <class Term, class... K>
constexpr std::size_t first_with_term() {
    constexpr bool has_term[] = {std::is_same_v<typename K::Term, Term>...};
    std::size_t first = 0;
    while (!has_term[first]) ++first;
    return first;
}

// Calls the action once for each Term, with the first kind that has it.
template <class... K, class Action>
constexpr void for_each_term(KindList<K...>, Action&& action) {
    std::size_t position = 0;
    const auto visit = [&]<class Kind>(KindTag<Kind> kind) {
        if (first_with_term<typename Kind::Term, K...>() == position) action(kind);
        ++position;
    };
    (visit(KindTag<K>{}), ...);
}

}  // namespace cchnn
