#pragma once
// follow() as a template. motion_long.cpp and motion_quad.cpp include it, one for each number type.

#include "judge/follower/make_contacts.hpp"

namespace cchnn::judge {

template <class S>
std::vector<std::vector<S>> follow(const System<S>& system, const std::vector<S>& start,
                                   const std::vector<double>& times, const SizesInTime& sizes, Accuracy accuracy,
                                   const Patience& patience, const std::vector<double>& inputs, std::string* why) {
    std::vector<std::vector<S>> states;
    if (times.size() < 2) return states;
    Follower<S> follower(system, sizes.front(), accuracy, patience);
    bool goes_on = follower.start(start, times.front());
    double step = (times[1] - times[0]) / 8;
    for (std::size_t k = 1; goes_on && k < times.size(); ++k) {
        follower.measure_by(sizes[k - 1]);
        follower.set_inputs(system.linear, &times[k - 1], inputs.data() + (k - 1) * system.inputs.size());
        if (!system.contacts.empty()) goes_on = k == 1 ? follower.start_contacts() : follower.settle();
        goes_on = goes_on && follower.advance(S(times[k]) - S(times[k - 1]), step);
        if (goes_on) states.push_back(follower.state());
    }
    if (why) *why = follower.why();
    return states;
}

}  // namespace cchnn::judge
