#pragma once
// What tests of all kinds look at: the example of each, a motion of it, its terms.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "elements/example_of_each_kind.hpp"
#include "elements/kinds.hpp"
#include "integrate/integrate_fixture.hpp"

namespace cchnn_test {

using namespace cchnn;
using cchnn_test::Compiled;

using Vector = std::vector<double>;

// Calls action(kind, its example) for each kind; a kind without an example fails.
template <class Kinds, class Action>
void for_each_example(Kinds kinds, Action&& action) {
    for_each_kind(kinds, [&]<class K>(KindTag<K> kind) {
        CAPTURE(std::string(K::type));
        const auto& examples = cchnn_test::example_of_each_kind();
        const auto found = examples.find(K::type);
        CHECK_MESSAGE(found != examples.end(), "tests/elements/example_of_each_kind.hpp has no system for it");
        if (found != examples.end()) action(kind, Compiled(found->second));
    });
}

// With those that show what the first does not.
template <class Kinds, class Action>
void for_every_example(Kinds kinds, Action&& action) {
    for_each_example(kinds, action);
    for_each_kind(kinds, [&]<class K>(KindTag<K> kind) {
        CAPTURE(std::string(K::type));
        const auto& others = cchnn_test::another_example();
        if (const auto found = others.find(K::type); found != others.end()) action(kind, Compiled(found->second));
    });
}

// A state of the example some time after its start, where nothing vanishes by chance.
struct Motion {
    explicit Motion(const Compiled& c) : batch(integrate(c.system, c.draw(1), c.own_times(), default_protocol())) {
        CHECK(batch.outcomes[0].reason == EndReason::completed);
        const std::size_t width = to_size(c.system.state_size());
        for (int k = 0; k < batch.samples; ++k) {
            const auto at = static_cast<std::ptrdiff_t>(to_size(k) * width),
                       end = at + static_cast<std::ptrdiff_t>(width);
            x.emplace_back(batch.x.begin() + at, batch.x.begin() + end);
            v.emplace_back(batch.v.begin() + at, batch.v.begin() + end);
        }
    }
    TrajectoryBatch batch;
    std::vector<Vector> x, v;
};

template <class K>
auto terms_of(const Compiled& c) {
    const auto& terms = c.graph.terms<typename K::Term>();
    CHECK_MESSAGE(!terms.empty(), "resolve() made no term of it");
    return terms;
}

template <class K, class Spec>
auto& list_of(Spec& spec) {
    if constexpr (K::list == FileList::constraints) return spec.constraints;
    else if constexpr (K::list == FileList::potentials) return spec.potentials;
    else return spec.damping;
}
template <class K>
auto specs_of(const SystemSpec& spec) {
    std::vector<const typename K::Spec*> found;
    for (const auto& item : list_of<K>(spec))
        if (const auto* own = item.template as<typename K::Spec>()) found.push_back(own);
    return found;
}

inline double largest(const Vector& numbers) {
    double most = 0;
    for (const double number : numbers) most = std::max(most, std::fabs(number));
    return most;
}

}  // namespace cchnn_test
