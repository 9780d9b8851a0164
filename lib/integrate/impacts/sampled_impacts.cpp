#include "integrate/impacts/sampled_impacts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/to_size.hpp"
#include "integrate/impacts/contact_gaps.hpp"
#include "integrate/impacts/lone_motion.hpp"
#include "integrate/integrate.hpp"

namespace cchnn {
namespace {

// One trajectory between samples.
struct Moving {
    std::size_t index;
    InitialState state;
    long accepted = 0, rejected = 0;  // steps
};

void put(const InitialState& state, std::size_t i, std::size_t sample, TrajectoryBatch& batch) {
    const std::size_t at = i * to_size(batch.samples) + sample;
    const auto place = [&](const std::vector<double>& values, std::vector<double>& all) {
        std::copy(values.begin(), values.end(), all.begin() + static_cast<long>(at * values.size()));
    };
    place(state.x, batch.x);
    place(state.v, batch.v);
    place(state.s, batch.counted_angle);
}

// (2), for the contacts of one file.
class OverlapImpulses {
  public:
    OverlapImpulses(const std::vector<Contact>& contacts, const ConstrainedSystem& system)
        : gaps_(gaps_of(contacts, system)) {}

    void act(const ConstrainedSystem& system, const std::vector<Contact>& contacts, InitialState& state) const {
        std::vector<std::size_t> overlap;
        bool any_closes = false;
        for (std::size_t c = 0; c < gaps_.size(); ++c) {
            const Gap gap = gaps_[c].function.at(state);
            if (!(gap.value < 0)) continue;
            overlap.push_back(c);
            any_closes = any_closes || gap.rate < 0;
        }
        if (!any_closes) return;
        ImpactLaw law(system);
        std::vector<ImpactLaw::Direction> directions;
        std::vector<double> rates;  // along n, of unit length also where balls overlap
        for (const std::size_t c : overlap) {
            directions.push_back(law.direction(state, gaps_[c].function));
            const std::vector<double>& n = directions.back().n;
            rates.push_back(std::inner_product(n.begin(), n.end(), state.v.begin(), 0.0));
        }
        const std::vector<double> impulses = solved(contacts, overlap, rates, directions);
        for (std::size_t i = 0; i < overlap.size(); ++i)
            for (std::size_t k = 0; k < state.v.size(); ++k) state.v[k] += impulses[i] * directions[i].change[k];
    }

  private:
    // A is symmetric and positive, so that sweeps converge. Impulses are then those of (2) to rounding.
    std::vector<double> solved(const std::vector<Contact>& contacts, const std::vector<std::size_t>& overlap,
                               const std::vector<double>& rates,
                               const std::vector<ImpactLaw::Direction>& directions) const {
        constexpr int most_sweeps = 10000;
        constexpr double rounding = 1e-15;
        std::vector<double> impulses(overlap.size(), 0.0);
        for (int sweep = 0; sweep < most_sweeps; ++sweep) {
            double change = 0, largest = 0;
            for (std::size_t i = 0; i < overlap.size(); ++i) {
                double w = (1 + contacts[to_size(gaps_[overlap[i]].contact)].restitution) * rates[i];
                for (std::size_t j = 0; j < overlap.size(); ++j)
                    w += impulses[j] * std::inner_product(directions[i].n.begin(), directions[i].n.end(),
                                                          directions[j].change.begin(), 0.0);
                const double next = std::max(0.0, impulses[i] - w / directions[i].mu);
                change = std::max(change, std::abs(next - impulses[i]));
                largest = std::max(largest, next);
                impulses[i] = next;
            }
            if (change <= rounding * largest) break;
        }
        return impulses;
    }

    std::vector<ContactGap> gaps_;
};

}  // namespace

Protocol sampled_impacts_protocol(long substeps) {
    Protocol protocol = default_protocol();
    protocol.name = "sampled-impacts";
    protocol.substeps = substeps;
    return protocol;
}

bool samples_impacts(const Protocol& protocol) { return !fixed_step(protocol.method) && protocol.substeps > 0; }

std::vector<Problem> refuse_sampled_impacts(const Protocol& protocol, const std::string& flag,
                                            const std::string& what) {
    if (!samples_impacts(protocol)) return {};
    return {{flag, what + ", and sampled-impacts does not look for the times of impacts; use the default settings"}};
}

TrajectoryBatch integrate_with_sampled_impacts(const BatchSystems& systems, const std::vector<InitialState>& states,
                                               TimeGrid times, const Protocol& protocol) {
    TrajectoryBatch out = empty_batch(systems.like(), states.size(), times);
    const OverlapImpulses impulses(systems.contacts(0), systems.like());
    Protocol smooth = protocol;
    smooth.substeps = 0;
    const double step = times.dt / static_cast<double>(protocol.substeps);
    std::vector<Moving> moving;
    for (std::size_t i = 0; i < states.size(); ++i) {
        moving.push_back({i, states[i]});
        put(states[i], i, 0, out);
    }
    const auto end = [&](const Moving& one, EndReason reason, int samples, double time) {
        out.outcomes[one.index] = {reason, samples, time, one.accepted, one.rejected};
    };
    for (long k = 1; k <= (times.samples - 1) * protocol.substeps && !moving.empty(); ++k) {
        const int sample = static_cast<int>((k - 1) / protocol.substeps) + 1;
        std::vector<int> which;
        std::vector<InitialState> starts;
        for (const Moving& one : moving) {
            which.push_back(static_cast<int>(one.index));
            starts.push_back(one.state);
        }
        const TrajectoryBatch batch = integrate_smoothly(systems.only(which), starts, {step, 2}, smooth);
        std::vector<Moving> left;
        for (std::size_t j = 0; j < moving.size(); ++j) {
            Moving& one = moving[j];
            const Outcome& outcome = batch.outcomes[j];
            one.accepted += outcome.accepted;
            one.rejected += outcome.rejected;
            if (outcome.reason != EndReason::completed) {
                end(one, outcome.reason, sample, step * static_cast<double>(k - 1) + outcome.time);
                continue;
            }
            one.state = BatchSample{batch, j, 1}.state(systems.of(one.index));
            impulses.act(systems.of(one.index), systems.contacts(one.index), one.state);
            if (k % protocol.substeps == 0) put(one.state, one.index, to_size(sample), out);
            left.push_back(std::move(one));
        }
        moving = std::move(left);
    }
    for (const Moving& one : moving) end(one, EndReason::completed, times.samples, times.time(times.samples - 1));
    return out;
}

}  // namespace cchnn
