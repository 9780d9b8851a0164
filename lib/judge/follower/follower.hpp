#pragma once
// The integration of one motion, a part of make_motion.hpp: steps here, events of contacts in make_contacts.hpp.

#include <algorithm>
#include <optional>
#include <random>
#include <string>

#include "judge/motion.hpp"

namespace cchnn::judge {

// Integrates one motion. Owns the state and all work arrays of the extrapolation.
template <class S>
class Follower {
  public:
    Follower(const System<S>& system, Sizes sizes, Accuracy accuracy, const Patience& patience)
        : equations_(system),
          n_(system.coordinates()),
          length_(sizes.x > 0 ? sizes.x : 1),
          accuracy_(accuracy),
          patience_(patience),
          y_(equations_.size()),
          f_(y_.size()),
          table_(most_columns, std::vector<S>(y_.size())),
          smoothed_(most_columns, std::vector<S>(y_.size())),
          contacts_(system.contacts),
          opened_(system.contacts.size(), 0) {
        measure_by(sizes);
    }

    void measure_by(Sizes sizes) { sizes_ = {sizes.x > 0 ? sizes.x : 1, sizes.v > 0 ? sizes.v : 1}; }

    // The state at the first sample, projected onto the constraints. Each entry of x and v is perturbed by
    // accuracy.perturbation times their size, up or down in a fixed pseudo-random pattern.
    bool start(const std::vector<S>& state, double time) {
        std::mt19937_64 random(1);
        for (std::size_t i = 0; i < y_.size(); ++i) {
            y_[i] = i < state.size() ? state[i] : S(0);
            const double sign = random() % 2 ? 1 : -1;
            if (i < 2 * n_) y_[i] += S(sign * accuracy_.perturbation * (i < n_ ? sizes_.x : sizes_.v));
        }
        if (equations_.time_index() < y_.size()) y_[equations_.time_index()] = S(time);
        return project();
    }

    // Sets the time, and the inputs from this sample on: those of the sample, and of `linear` ones the rate up to the
    // next, whose time and inputs follow.
    void set_inputs(const std::vector<bool>& linear, const double* times, const double* inputs) {
        const std::size_t first = equations_.time_index();
        if (first == y_.size()) return;
        y_[first] = S(times[0]);
        std::vector<S> rates;
        for (std::size_t i = 0; i < linear.size(); ++i) {
            y_[first + 1 + i] = S(inputs[i]);
            const S rise = S(inputs[linear.size() + i]) - S(inputs[i]);
            rates.push_back(linear[i] ? S(rise / (S(times[1]) - S(times[0]))) : S(0));
        }
        equations_.set_input_rates(std::move(rates));
    }

    // Advances by `time` in steps that longest_step() allows and that the tolerance accepts; `step` is the
    // length to try first, and in the end the one to try next. False if patience ends or steps become too short
    // to make progress.
    bool advance(S time, double& step) {
        while (time > S(0)) {
            if (patience_.over()) return false;
            const double left = static_cast<double>(time);
            if (!(step > 10 * epsilon<S>() * left)) return false;
            equations_.field(y_, f_);
            // Steps come as near to a singular point as rounding of the time allows, and the tolerance alone decides on
            // the one that passes it. A force may jump there, as that of a spring through its end does. (1) does not
            // notice a jump in its first or last substep, as it sums no f of either end of a step. So these must be
            // short there.
            const double allowed = equations_.longest_step(y_, f_, std::min(step, left));
            S h = std::max(allowed, std::min(step, 100 * epsilon<S>() * left));
            if (h * 2 > time) h = h * S(1.001) >= time ? time : time / 2;  // `allowed` is rounded
            const double shortest = 100 * std::max(equations_.time_of_rounding(y_), epsilon<S>() * left);
            const bool with_contacts = !contacts_.empty() && !on_the_way_;
            const Moment before = with_contacts ? moment() : Moment{};
            if (try_step(h, step)) {
                time -= with_contacts ? meet_contacts(before, h) : h;
                if (!why_.empty()) return false;
            } else if (!is_finite_ && h <= shortest) {
                // Points of a force meet exactly, where it has no direction: the motion passes them freely.
                const S drift = std::min(shortest, left);
                equations_.field(y_, f_);
                for (std::size_t i = 0; i < y_.size(); ++i)
                    if (std::isfinite(static_cast<double>(f_[i]))) y_[i] += drift * f_[i];
                time -= drift;
                step = shortest;
            }
        }
        return true;
    }

    const std::vector<S>& state() const { return y_; }
    // Why contacts leave open what follows, in place of a failed advance(); else "".
    const std::string& why() const { return why_; }

    // To be called at the start, and after inputs have changed: which contacts are closed. False with a why().
    bool start_contacts();
    bool settle();

  private:
    using Gap = std::array<S, 4>;  // as Equations gives it
    // A state on the way, with its gaps.
    struct Moment {
        std::vector<S> y, rate;
        std::vector<Gap> gaps;
    };
    enum class Sight { clear, closes, unclear };

    // make_contacts.hpp
    Moment moment();
    bool go(const Moment& from, const S& time);
    template <class F>
    S crossing(const Moment& from, S low, S high, const S& small, const F& value);
    Sight sight(Gap a, const Gap& b, const S& h, int opened) const;
    std::optional<S> first_impact(const Moment& a, const Moment& b, const S& time, bool at_start, int depth);
    std::optional<S> first_opening(const Moment& a, const S& time);
    S meet_contacts(const Moment& before, const S& time);
    void impact(std::size_t k);
    bool is_at_rest(const Gap& gap, double share) const;
    void close(std::size_t k);
    void open(std::size_t k, int zeros);
    // A share of the size of places, in the unit of a gap.
    S share_of(const Gap& gap, double share) const { return S(share * length_) * gap[3]; }
    S rounding_of(const Gap& gap) const { return share_of(gap, 20 * epsilon<S>()); }

    static constexpr std::size_t most_columns = 18;

    int substeps(std::size_t j) const {
        return accuracy_.second ? 4 * static_cast<int>(j) + 2 : 2 * static_cast<int>(j) + 2;
    }
    bool project() {
        equations_.choose_rows(y_);
        return equations_.project(y_, length_);
    }

    // (1): the change of the state over a step h by n substeps, and the smoothed one of (3).
    void midpoint(S h, int n, std::vector<S>& change, std::vector<S>& smoothed) {
        const S part = h / n, twice = 2 * part;
        previous_.assign(y_.size(), S(0));
        change.resize(y_.size());
        stage_.resize(y_.size());
        rate_.resize(y_.size());
        for (std::size_t i = 0; i < y_.size(); ++i) change[i] = part * f_[i];
        for (int m = 1; m < n; ++m) {
            if (patience_.over()) return;  // one step of a large system takes minutes
            for (std::size_t i = 0; i < y_.size(); ++i) stage_[i] = y_[i] + change[i];
            equations_.field(stage_, rate_);
            for (std::size_t i = 0; i < y_.size(); ++i) previous_[i] += twice * rate_[i];
            std::swap(previous_, change);
        }
        for (std::size_t i = 0; i < y_.size(); ++i) stage_[i] = y_[i] + change[i];
        equations_.field(stage_, rate_);
        for (std::size_t i = 0; i < y_.size(); ++i) smoothed[i] = (change[i] + previous_[i] + part * rate_[i]) / 2;
    }

    // (2): table[k] becomes T_{j,j-k}. Returns its error estimate by (3).
    double extrapolate(std::size_t j, std::vector<std::vector<S>>& table) {
        S x = 0, v = 0;
        for (std::size_t k = j; k-- > 0;) {
            const S ratio = S(substeps(j)) / S(substeps(k)), divisor = ratio * ratio - 1;
            for (std::size_t i = 0; i < y_.size(); ++i) {
                const S difference = (table[k + 1][i] - table[k][i]) / divisor;
                table[k][i] = table[k + 1][i] + difference;
                if (k == 0 && i < 2 * n_) (i < n_ ? x : v) += difference * difference;
            }
        }
        return size_of(x, v);
    }
    double size_of(const S& x, const S& v) const {
        return std::sqrt(static_cast<double>(x)) / sizes_.x + std::sqrt(static_cast<double>(v)) / sizes_.v;
    }
    double between_tables() const {
        S x = 0, v = 0;
        for (std::size_t i = 0; i < 2 * n_; ++i) {
            const S difference = table_[0][i] - smoothed_[0][i];
            (i < n_ ? x : v) += difference * difference;
        }
        return size_of(x, v);
    }

    // Tries a step with more and more columns until its error is small enough, and takes it if so; `step`
    // becomes the length to try next. The column with the least work for each unit of time decides that length,
    // as in the codes of Hairer, Norsett and Wanner (ODEX).
    bool try_step(S h, double& step) {
        const double length = static_cast<double>(h), stride = accuracy_.second ? 0.7 : 1;
        double work = 1, best = never, next = length / 4, before = never, cost_before = never;
        for (std::size_t j = 0; j < columns(); ++j) {
            midpoint(h, substeps(j), table_[j], smoothed_[j]);
            if (patience_.over()) return false;
            work += substeps(j);
            if (j == 0) continue;
            const double by_order = extrapolate(j, table_);
            extrapolate(j, smoothed_);
            const double ends = between_tables();
            const double error = ends > 1000 * by_order ? ends : by_order;
            is_finite_ = std::isfinite(error);
            if (!is_finite_) break;
            const double growth =
                std::pow(0.5 * accuracy_.tolerance / std::max(error, 1e-40), 1.0 / (2.0 * static_cast<double>(j) + 1));
            const double suggested = length * std::clamp(growth, 0.02, 4.0);
            const double cost = work / suggested;
            if (cost < best) {
                best = cost;
                next = suggested;
            }
            const bool rounding = error <= 1e4 * epsilon<S>() && error > 0.3 * before;
            before = error;
            if (j < 2 || (error > accuracy_.tolerance && !rounding)) {
                cost_before = cost;
                continue;
            }
            // Where each column made steps cheaper, one more may: steps long enough to need it.
            if (cost < 0.9 * cost_before && j + 1 < columns()) next = suggested * (work + substeps(j + 1)) / work;
            const std::vector<S> old = y_;
            for (std::size_t i = 0; i < y_.size(); ++i) y_[i] += table_[0][i];
            if (!project()) {
                y_ = old;
                break;
            }
            step = std::max(next * stride, std::min(step, 4 * length));
            if (next < length) step = next * stride;
            return true;
        }
        step = std::min(next * stride, length / 2);
        return false;
    }
    std::size_t columns() const {
        const double digits = -std::log10(accuracy_.tolerance);
        const std::size_t wanted = static_cast<std::size_t>(4 + digits / 2.2);
        return std::min(most_columns, accuracy_.second ? wanted * 3 / 4 + 1 : wanted);
    }

    Equations<S> equations_;
    std::size_t n_;
    double length_;  // the largest |x| of the motion
    Sizes sizes_{1, 1};
    bool is_finite_ = true;  // the error of the last step that was tried
    Accuracy accuracy_;
    const Patience& patience_;
    std::vector<S> y_, f_, previous_, stage_, rate_;
    std::vector<std::vector<S>> table_, smoothed_;
    std::vector<Contact> contacts_;
    std::vector<int> opened_;  // at the start of a step, how many of g, dg/dt, ... are 0 since the contact just opened
    bool on_the_way_ = false;  // to a moment within a step, without a look at contacts
    std::size_t event_ = 0;    // the contact of the event at y_
    std::string why_;
};

}  // namespace cchnn::judge
