#include "integrate/derivatives/stored_sensitivities.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "integrate/derivatives/saltation.hpp"
#include "integrate/derivatives/sensitivities.hpp"
#include "integrate/derivatives/tangent_basis.hpp"
#include "integrate/impacts/paired_impacts.hpp"
#include "integrate/nudge.hpp"
#include "mechanics/base_motion.hpp"
#include "spec/system_parameters.hpp"
#include "spec/varied_values.hpp"

namespace cchnn {
namespace {

constexpr std::size_t at_once = 8;  // trajectories that share lanes
constexpr double factor_of_bound = 10, floor_of_bound = 1e-15, relative_nudge = 4e-15;
// Of the nudge, with contacts, and of the floor for each flight between impacts: parabolas have steps that round alike in both
// solutions, and an impact is located to the rounding of lengths, which is a few of that of the state.
constexpr double more_with_contacts = 4;
constexpr SensitivitySteps stored_steps{1e-13, 1}, other_steps{1e-12, 0.7};

// The 3 of "/contacts/3/restitution".
int contact_at(const std::string& pointer) { return std::stoi(pointer.substr(std::string("/contacts/").size())); }

// The numbers that a trajectory is differentiated by, at its own values, with a system slightly to each side of each.
struct Slopes {
    std::vector<double> values;
    std::vector<std::optional<SlopedSystem>> systems;  // none beside a restitution, of which mechanics know nothing
    std::vector<int> contacts;                         // whose restitution it is, or -1
};
Slopes slopes_of(const CompiledSystem& compiled, const std::vector<double>& drawn,
                 const std::vector<std::string>& pointers) {
    Slopes slopes;
    if (pointers.empty()) return slopes;
    const std::vector<VariedProperty> chosen =
        chosen_parameters(with_values(compiled.spec, drawn), pointers, compiled.spec.name);
    for (const VariedProperty& one : chosen) slopes.values.push_back(std::get<Constant>(one.distribution).value);
    const SystemSpec spec = varying_instead(compiled.spec, drawn, chosen);
    for (std::size_t j = 0; j < chosen.size(); ++j) {
        slopes.contacts.push_back(is_restitution(chosen[j]) ? contact_at(chosen[j].pointer) : -1);
        slopes.systems.emplace_back();
        if (is_restitution(chosen[j])) continue;
        slopes.systems.back().emplace(spec, compiled.system, slopes.values, j);
        if (!slopes.systems.back()->smooth())
            throw DataError(compiled.spec.name, "motions have no derivative by " + chosen[j].name + " (" +
                                                    chosen[j].pointer + "), because a term exists on one side of its " +
                                                    "value alone; leave it out of " + option("sensitive"));
    }
    return slopes;
}

// The inverse of a matrix (m, m) by Gauss and Jordan, the largest pivot of each column first. Not finite if it is singular.
std::vector<double> inverse_of(std::vector<double> a, std::size_t m) {
    std::vector<double> inverse(m * m);
    for (std::size_t i = 0; i < m; ++i) inverse[i * m + i] = 1;
    for (std::size_t i = 0; i < m; ++i) {
        std::size_t pivot = i;
        for (std::size_t row = i + 1; row < m; ++row)
            if (std::fabs(a[row * m + i]) > std::fabs(a[pivot * m + i])) pivot = row;
        const double divisor = a[pivot * m + i];
        for (std::vector<double>* const one : {&a, &inverse})
            for (std::size_t j = 0; j < m; ++j) {
                std::swap((*one)[i * m + j], (*one)[pivot * m + j]);
                (*one)[i * m + j] /= divisor;
            }
        for (std::size_t row = 0; row < m; ++row) {
            const double factor = a[row * m + i];
            for (std::size_t j = 0; j < m && row != i; ++j) {
                a[row * m + j] -= factor * a[i * m + j];
                inverse[row * m + j] -= factor * inverse[i * m + j];
            }
        }
    }
    return inverse;
}

// Solves and writes some trajectories of a batch that share lanes.
class SensitivityWriter {
  public:
    SensitivityWriter(const CompiledSystem& compiled, const TrajectoryBatch& batch, double dt,
                      const std::vector<std::string>& pointers, DerivedArrays& out)
        : compiled_(compiled),
          batch_(batch),
          times_{dt, batch.samples},
          pointers_(pointers),
          out_(out),
          size_(to_size(compiled.system.state_size())),
          samples_(to_size(batch.samples)),
          columns_(to_size(compiled.system.tangent_dimension())),
          coordinates_(to_size(coordinate_directions(compiled))),
          drawn_(compiled.spec.varied.size()) {
        if (drawn_ == 0) common_ = slopes_of(compiled, {}, pointers);
    }

    void write(std::size_t first, std::size_t count) {
        std::vector<SensitivityTask> tasks;
        std::vector<std::unique_ptr<CompiledSystem>> members(count);
        std::vector<Slopes> own_slopes(count);
        for (std::size_t i = 0; i < count; ++i) {
            if (drawn_ > 0) {
                const auto own = batch_.parameters.begin() + static_cast<long>((first + i) * drawn_);
                const std::vector<double> values(own, own + static_cast<long>(drawn_));
                members[i] = std::make_unique<CompiledSystem>(compiled_.spec, compiled_.system, values);
                own_slopes[i] = slopes_of(compiled_, values, pointers_);
            }
            tasks.push_back({first + i, members[i] ? &members[i]->system : &compiled_.system, {}, start(first + i)});
            const ConstrainedSystem& own = *tasks.back().system;
            for (const std::optional<SlopedSystem>& one : slopes(own_slopes[i]).systems)
                tasks.back().parameters.push_back(one ? one->slope() : SystemSlope{&own, &own, 1.0});
            tasks.back().contacts = slopes(own_slopes[i]).contacts;
            tasks.back().directions = tangent_basis(compiled_.system, *tasks.back().system, tasks.back().start);
        }
        const auto member = [&](std::size_t i) -> const CompiledSystem& {
            return members[i] ? *members[i] : compiled_;
        };
        const std::vector<ImpactPath> stored_paths = paths(member, stored_steps, tasks);
        const std::vector<Sensitivities> stored = sensitivities(compiled_.system, tasks, times_, stored_steps);
        for (SensitivityTask& task : tasks) perturb(task.start);
        const std::vector<ImpactPath> other_paths = paths(member, other_steps, tasks);
        const std::vector<Sensitivities> other = sensitivities(compiled_.system, tasks, times_, other_steps);
        for (std::size_t i = 0; i < count; ++i)
            write_one(
                first + i, stored[i], other[i], slopes(own_slopes[i]).values, member(i).coordinates,
                [&](double time) {
                    return stored_paths.empty() ? Trust::both : trust(stored_paths[i], other_paths[i], time);
                },
                [&](double time) { return stored_paths.empty() ? 0L : 1 + impacts_before(time, stored_paths[i]); });
    }

  private:
    // The impacts of the motions of all tasks; none of a system without contacts.
    template <class Member>
    std::vector<ImpactPath> paths(const Member& member, SensitivitySteps steps,
                                  std::vector<SensitivityTask>& tasks) const {
        std::vector<ImpactPath> all;
        if (!has_contacts(compiled_.system)) return all;
        Protocol protocol = default_protocol();
        protocol.rtol *= steps.tolerance / stored_steps.tolerance;
        protocol.atol *= steps.tolerance / stored_steps.tolerance;
        protocol.stride = steps.longest;
        for (std::size_t i = 0; i < tasks.size(); ++i)
            all.push_back(impact_path(*tasks[i].system, member(i).graph.contacts(), tasks[i].start, times_, protocol));
        for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i].impacts = &all[i];
        return all;
    }

    // What the difference of two solutions says of the derivatives at a time: their error; nothing, because the time may lie
    // before an impact or after it; nothing from there on, because the next impacts are of different contacts.
    enum class Trust { both, neither, no_longer };
    static Trust trust(const ImpactPath& stored, const ImpactPath& other, double time) {
        if (time >= impacts_differ_from(stored.motion, 0, other.motion, 0)) return Trust::no_longer;
        return is_at_impact(time, stored.motion, 0, other.motion, 0) ? Trust::neither : Trust::both;
    }

    static long impacts_before(double time, const ImpactPath& path) {
        return std::count_if(path.impacts.begin(), path.impacts.end(),
                             [&](const PassedImpact& impact) { return impact.time < time; });
    }

    const Slopes& slopes(const Slopes& own) const { return drawn_ > 0 ? own : common_; }

    // By more than the rounding of a state, whose growth the other solution shows.
    void perturb(InitialState& start) const {
        const double relative = has_contacts(compiled_.system) ? more_with_contacts * relative_nudge : relative_nudge;
        const Nudge nudge(start, compiled_.system.dimension(), relative);
        for (std::size_t i = 0; i < size_; ++i) {
            start.x[i] += nudge.x[i];
            start.v[i] += nudge.v[i];
        }
    }

    InitialState start(std::size_t trajectory) const {
        const auto row = [&](const std::vector<double>& from, std::size_t length) {
            const std::size_t each = from.size() / to_size(batch_.count);
            const auto begin = from.begin() + static_cast<long>(trajectory * each);
            return std::vector<double>(begin, begin + static_cast<long>(std::min(length, each)));
        };
        InitialState state{row(batch_.x, size_), row(batch_.v, size_)};
        state.s = row(batch_.track_parameter, compiled_.system.tracks().size());
        const std::vector<double> angles = row(batch_.counted_angle, compiled_.system.angles().size());
        state.s.insert(state.s.end(), angles.begin(), angles.end());
        state.u = row(batch_.u, batch_.u.size());
        return state;
    }

    // Stays NaN where the basis is incomplete, which it is in a singular configuration.
    template <class TrustAt, class FlightsBefore>
    void write_one(std::size_t i, const Sensitivities& stored, const Sensitivities& other,
                   const std::vector<double>& values, const GeneralisedCoordinates& coordinates,
                   const TrustAt& trust_at, const FlightsBefore& flights_before) {
        if (stored.start.size() != columns_) return;
        const std::size_t samples = to_size(batch_.outcomes[i].samples), numbers = values.size();
        std::vector<double> start_of_stored, start_of_other;
        double largest = 0;
        for (std::size_t k = 0; k < samples; ++k) {
            const std::size_t at = i * samples_ + k;
            const std::vector<double> start = sample_of(stored.start, k);
            std::copy(start.begin(), start.end(), row_of(out_.sensitivity_start, at, 2 * size_ * columns_));
            const std::vector<double> by = sample_of(stored.parameters, k);
            std::copy(by.begin(), by.end(), row_of(out_.sensitivity_parameters, at, 2 * size_ * numbers));
            double found = difference(start, sample_of(other.start, k), 0);
            for (std::size_t p = 0; p < numbers; ++p) {
                const double value = std::fabs(values[p]);
                const double scale = length_of_state(at) / (value > 0 ? value : 1);
                found = std::max(found, difference(sample_of(std::span(&stored.parameters[p], 1), k),
                                                   sample_of(std::span(&other.parameters[p], 1), k), scale));
            }
            if (coordinates_ > 0) {
                const std::vector<double> q = in_coordinates(coordinates, stored.start, at, k, start_of_stored);
                std::copy(q.begin(), q.end(), row_of(out_.sensitivity_q, at, q.size()));
                const double apart = difference(q, in_coordinates(coordinates, other.start, at, k, start_of_other), 0);
                if (!std::isnan(apart)) found = std::max(found, apart);
            }
            if (std::isnan(start[0])) break;
            const double time = times_.time(static_cast<int>(k));
            const Trust trusted = trust_at(time);
            if (trusted == Trust::neither) {
                out_.sensitivity_error_bound[at] = 1;
                continue;
            }
            largest = std::isnan(found) || trusted == Trust::no_longer ? 1 : std::max(largest, found);
            const double floor = floor_of_bound * (1 + more_with_contacts * static_cast<double>(flights_before(time)));
            out_.sensitivity_error_bound[at] = std::min(1.0, floor + factor_of_bound * largest);
        }
        const auto begin = row_of(out_.sensitivity_start, i * samples_, 2 * size_ * columns_);
        std::copy_n(begin, 2 * size_ * columns_, row_of(out_.sensitivity_basis, i, 2 * size_ * columns_));
    }

    static std::vector<double>::iterator row_of(std::vector<double>& rows, std::size_t row, std::size_t size) {
        return rows.begin() + static_cast<long>(row * size);
    }

    // Sample k as (2 n d, columns).
    std::vector<double> sample_of(std::span<const Sensitivity> columns, std::size_t k) const {
        std::vector<double> sample(2 * size_ * columns.size());
        for (std::size_t j = 0; j < columns.size(); ++j)
            for (std::size_t a = 0; a < size_; ++a) {
                sample[a * columns.size() + j] = columns[j].x[k * size_ + a];
                sample[(size_ + a) * columns.size() + j] = columns[j].v[k * size_ + a];
            }
        return sample;
    }
    // A(t_k) A(0)^-1 of (2). `inverse` becomes A(0)^-1 at the first sample.
    std::vector<double> in_coordinates(const GeneralisedCoordinates& coordinates, const std::vector<Sensitivity>& start,
                                       std::size_t at, std::size_t k, std::vector<double>& inverse) const {
        const std::size_t m = coordinates_ / 2;
        std::vector<double> a(4 * m * m), dq(m), dqdot(m);
        for (std::size_t j = 0; j < 2 * m; ++j) {
            coordinates.tangent(&batch_.x[at * size_], &batch_.v[at * size_], &start[j].x[k * size_],
                                &start[j].v[k * size_], dq.data(), dqdot.data());
            for (std::size_t i = 0; i < m; ++i) {
                a[i * 2 * m + j] = dq[i];
                a[(m + i) * 2 * m + j] = dqdot[i];
            }
        }
        if (k == 0) inverse = inverse_of(a, 2 * m);
        std::vector<double> product(4 * m * m);
        for (std::size_t i = 0; i < 2 * m; ++i)
            for (std::size_t l = 0; l < 2 * m; ++l)
                for (std::size_t j = 0; j < 2 * m; ++j)
                    product[i * 2 * m + j] += a[i * 2 * m + l] * inverse[l * 2 * m + j];
        return product;
    }
    // (4), with `scale` added to both norms.
    static double difference(const std::vector<double>& a, const std::vector<double>& b, double scale) {
        double apart = 0, first = 0, second = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            apart += (a[i] - b[i]) * (a[i] - b[i]);
            first += a[i] * a[i];
            second += b[i] * b[i];
        }
        const double norms = std::sqrt(first) + std::sqrt(second) + 2 * scale;
        return norms > 0 ? std::sqrt(apart) / norms : 0;
    }
    double length_of_state(std::size_t at) const {
        double square = 0;
        for (std::size_t a = at * size_; a < (at + 1) * size_; ++a)
            square += batch_.x[a] * batch_.x[a] + batch_.v[a] * batch_.v[a];
        return std::sqrt(square);
    }

    const CompiledSystem& compiled_;
    const TrajectoryBatch& batch_;
    const TimeGrid times_;
    const std::vector<std::string>& pointers_;
    DerivedArrays& out_;
    std::size_t size_, samples_, columns_, coordinates_, drawn_;
    Slopes common_;  // of all trajectories, where nothing is drawn
};

}  // namespace

std::vector<std::string> sensitive_pointers(const std::vector<VariedProperty>& drawn, const DerivedChoice& choice) {
    if (!choice.sensitivities || !choice.sensitive.empty()) return choice.sensitive;
    std::vector<std::string> pointers;
    for (const VariedProperty& property : drawn) pointers.push_back(property.pointer);
    return pointers;
}

void refuse_sensitivities(const CompiledSystem& compiled, const DerivedChoice& choice) {
    if (!choice.sensitivities) return;
    chosen_parameters(compiled.spec, choice.sensitive, option("sensitive"));
    const std::vector<std::string> pointers = sensitive_pointers(compiled.spec.varied, choice);
    const auto refuse = [&](const std::string& why) {
        throw UsageError(option("with"), compiled.spec.name + " has no sensitivities: " + why +
                                             "; leave sensitivities out of " + option("with"));
    };
    for (const std::string& pointer : pointers)
        if (has_contacts(compiled.system) && pointer.find("/position/") != std::string::npos)
            refuse("it has contacts, and derivatives through impacts by the place of an Origin, " + pointer +
                   ", are not computed");
    for (const std::string& pointer : pointers)
        if (has_contacts(compiled.system) && compiled.system.lagrangian() && !pointer.starts_with("/contacts/"))
            refuse("it has contacts and a Lagrangian, and derivatives through its impacts by " + pointer +
                   " are not computed");
    if (!pointers.empty() && !BaseMotion(compiled.system).at_rest())
        refuse("its Origins move, and derivatives by numbers of the system do not know how");
}

int coordinate_directions(const CompiledSystem& compiled) {
    const int all = 2 * compiled.coordinates.count();
    return all == compiled.system.tangent_dimension() ? all : 0;
}

int sensitivity_numbers(const CompiledSystem& compiled, const DerivedChoice& choice) {
    return 2 * compiled.system.state_size() *
               (compiled.system.tangent_dimension() + count_of(sensitive_pointers(compiled.spec.varied, choice))) +
           coordinate_directions(compiled) * coordinate_directions(compiled);
}

void add_sensitivities(const CompiledSystem& compiled, const TrajectoryBatch& batch, double dt,
                       const DerivedChoice& choice, int threads, DerivedArrays& out) {
    const std::vector<std::string> pointers = sensitive_pointers(compiled.spec.varied, choice);
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const std::size_t count = to_size(batch.count), states = count * to_size(batch.samples);
    const std::size_t size = 2 * to_size(compiled.system.state_size());
    const std::size_t columns = to_size(compiled.system.tangent_dimension());
    out.sensitivity_basis.assign(count * size * columns, nan);
    out.sensitivity_start.assign(states * size * columns, nan);
    const std::size_t coordinates = to_size(coordinate_directions(compiled));
    out.sensitivity_q.assign(states * coordinates * coordinates, nan);
    out.sensitivity_parameters.assign(states * size * pointers.size(), nan);
    out.sensitivity_error_bound.assign(states, nan);
    parallel_for((count + at_once - 1) / at_once, threads, [&](std::size_t part) {
        const std::size_t first = part * at_once;
        SensitivityWriter(compiled, batch, dt, pointers, out).write(first, std::min(at_once, count - first));
    });
}

}  // namespace cchnn
