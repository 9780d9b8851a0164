#pragma once
// Lists of kinds, and how to fold over them.

#include <type_traits>

#include "elements/element.hpp"

namespace cchnn {

template <class... K>
struct KindList {
    static_assert((answers_all<K>() && ...));
};

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

// A kind as a value, so that a lambda can be called with it.
template <class K>
struct KindTag {
    using Kind = K;
};

template <class... K, class Action>
constexpr void for_each_kind(KindList<K...>, Action&& action) {
    (action(KindTag<K>{}), ...);
}

// Of kinds that share a Term the first, once each.
template <class... K, class Action>
constexpr void for_each_term(KindList<K...>, Action&& action) {
    std::size_t at = 0;
    const auto is_first = [&]<class Term>(std::size_t here) {
        std::size_t before = 0, first = here;
        ((std::is_same_v<typename K::Term, Term> && before < first ? void(first = before) : void(), ++before), ...);
        return first == here;
    };
    ((is_first.template operator()<typename K::Term>(at) ? void(action(KindTag<K>{})) : void(), ++at), ...);
}

}  // namespace cchnn
