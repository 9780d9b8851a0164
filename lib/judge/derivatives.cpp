#include "judge/derivatives.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/to_size.hpp"
#include "judge/stored_state.hpp"

namespace cchnn::judge {
namespace {

constexpr std::size_t levels = 4;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double not_compared = std::numeric_limits<double>::quiet_NaN();

// How differences are taken in a number type: the largest share of its size by which a sample moves, and tolerances.
struct Fineness {
    double reach, coarse, fine;
};
// Truncation grows and rounding falls with `reach`: these keep both below 1e-14 of derivatives in 64 bits.
template <class S>
constexpr Fineness fineness{0x1p-7, 1e-18, 3e-19};
template <>
constexpr Fineness fineness<Quad>{0x1p-12, 1e-23, 3e-24};

// One column of S* and S** at samples 1, 2, ..., (T - 1, 2 n d).
template <class S>
struct Column {
    std::vector<std::vector<S>> last, without_first;
};

// Err of (3), summed over columns. Stored numbers are subtracted before they are rounded.
class Difference {
  public:
    template <class A, class B>
    void add(const A& a, const B& b) {
        const double gap = static_cast<double>(a - b), one = static_cast<double>(a), other = static_cast<double>(b);
        apart_ = std::hypot(apart_, gap);
        first_ = std::hypot(first_, one);
        second_ = std::hypot(second_, other);
    }
    double relative(double added) const {
        const double size = first_ + second_ + 2 * added;
        if (std::isnan(apart_) || !std::isfinite(size)) return infinite;
        return size > 0 ? apart_ / size : 0;
    }

  private:
    double apart_ = 0, first_ = 0, second_ = 0;
};

// The judging of the derivatives of one trajectory.
class DerivativeCase {
  public:
    DerivativeCase(const Description& description, const Stored& stored, const StoredDerivatives& derivatives,
                   const Patience& patience)
        : description_(description), stored_(stored), derivatives_(derivatives), patience_(patience) {}

    Verdict decide() {
        Verdict verdict;
        const System<long double> fast = make_system<long double>(description_);
        width_ = fast.coordinates();
        verdict.why_not = no_start(stored_, width_, fast.angles.size());
        samples_ = samples();
        verdict.errors.assign(derivatives_.bound.size(), not_compared);
        if (verdict.why_not.empty() && samples_ < 2) verdict.why_not = "its derivatives have no bound below 1";
        if (!verdict.why_not.empty()) return verdict;
        times_.assign(stored_.times.data(), stored_.times.data() + samples_);
        sizes_ = sizes_in_time(stored_, width_, samples_);
        start_ = first_state(stored_, width_, fast.angles.size());
        compare(fast, verdict);
        if (!verdict.judged && verdict.why_not.empty()) {
            verdict.quad = true;
            while (!std::isnan(verdict.errors[samples_ - 1])) --samples_;
            times_.resize(samples_);
            compare(make_system<Quad>(description_), verdict);
        }
        return verdict;
    }

  private:
    // Up to the last one whose bound says something.
    std::size_t samples() const {
        std::size_t count = derivatives_.bound.size();
        while (count > 1 && !(derivatives_.bound[count - 1] < 1)) --count;
        return count;
    }
    std::size_t columns() const { return derivatives_.basis.size() / (2 * width_); }

    template <class S>
    void compare(const System<S>& system, Verdict& verdict) {
        std::vector<Difference> errors(samples_), agreement(samples_);
        std::vector<double> error(samples_, 0), disagreement(samples_, 0);
        const std::size_t all = columns(), numbers = derivatives_.numbers.size();
        for (std::size_t j = 0; j < all + numbers; ++j) {
            const bool of_start = j < all;
            if (!of_start || j == 0) {
                errors.assign(samples_, {});
                agreement.assign(samples_, {});
            }
            const Column<S> column = of_start ? by_start(system, j) : by_number<S>(j - all);
            verdict.solutions += 2 * static_cast<int>(levels);
            if (column.last.size() < samples_ - 1) {
                verdict.why_not = patience_.over() ? patience_.why() : "a perturbed motion cannot be followed";
                return;
            }
            for (std::size_t k = 1; k < samples_; ++k) {
                for (std::size_t i = 0; i < 2 * width_; ++i) {
                    const S& found = column.last[k - 1][i];
                    errors[k].add(S(of_start ? stored_at(derivatives_.start, k, i, all, j)
                                             : stored_at(derivatives_.parameters, k, i, numbers, j - all)),
                                  found);
                    agreement[k].add(column.without_first[k - 1][i], found);
                }
                if (of_start && j + 1 < all) continue;
                const double added = of_start ? 0 : size_at(k) / size_of_number(j - all);
                error[k] = std::max(error[k], errors[k].relative(added));
                disagreement[k] = std::max(disagreement[k], agreement[k].relative(added));
            }
        }
        verdict.judged = true;
        for (std::size_t k = 1; k < samples_; ++k) {
            if (!std::isnan(verdict.errors[k])) continue;
            const double ratio = disagreement[k] / (derivatives_.bound[k] / 10);
            if (ratio <= 1) verdict.errors[k] = error[k];
            verdict.compared += ratio <= 1;
            verdict.judged = verdict.judged && ratio <= 1;
            verdict.agreement = std::max(verdict.agreement, ratio);
        }
        if (!verdict.judged && verdict.quad) verdict.why_not = "differences of solutions in 113 bits do not agree";
    }

    double stored_at(const std::vector<double>& array, std::size_t k, std::size_t i, std::size_t count,
                     std::size_t j) const {
        return array[(k * 2 * width_ + i) * count + j];
    }
    double size_at(std::size_t k) const {
        return std::hypot(norm(&stored_.x[k * width_], width_), norm(&stored_.v[k * width_], width_));
    }
    double size_of_number(std::size_t p) const {
        const double value = std::fabs(derivatives_.numbers[p].value);
        return value > 0 ? value : 1;
    }

    // The largest h that moves no sample by more than `reach` of the size of the motion, a power of two.
    double step_along(const std::vector<double>& array, std::size_t count, std::size_t j, double reach) const {
        double of_x = 0, of_v = 0;
        for (std::size_t k = 0; k < samples_; ++k) {
            double x = 0, v = 0;
            for (std::size_t i = 0; i < width_; ++i) {
                x = std::hypot(x, stored_at(array, k, i, count, j));
                v = std::hypot(v, stored_at(array, k, width_ + i, count, j));
            }
            of_x = std::fmax(of_x, x);
            of_v = std::fmax(of_v, v);
        }
        const Sizes size = sizes_.front();
        double step = infinite;
        if (of_x > 0 && size.x > 0) step = std::min(step, reach * size.x / of_x);
        if (of_v > 0 && size.v > 0) step = std::min(step, reach * size.v / of_v);
        return std::isfinite(step) ? std::exp2(std::floor(std::log2(step))) : reach;
    }

    template <class S>
    Column<S> by_start(const System<S>& system, std::size_t j) const {
        const double step = step_along(derivatives_.start, columns(), j, fineness<S>.reach);
        return extrapolated<S>(step, [&](double h, const Accuracy& accuracy) {
            std::vector<S> start(start_.begin(), start_.end());
            for (std::size_t i = 0; i < 2 * width_; ++i) start[i] += S(h) * S(derivatives_.basis[i * columns() + j]);
            return motion(system, start, accuracy);
        });
    }

    // h is a power of two, so that theta + h and theta - h are doubles.
    template <class S>
    Column<S> by_number(std::size_t p) const {
        const SensitiveNumber& number = derivatives_.numbers[p];
        const double reach = fineness<S>.reach;
        const double among = step_along(derivatives_.parameters, derivatives_.numbers.size(), p, reach);
        const double step = std::exp2(std::floor(std::log2(std::min(among, reach * size_of_number(p)))));
        return extrapolated<S>(step, [&](double h, const Accuracy& accuracy) {
            const System<S> system = make_system<S>(number.system_at(number.value + h));
            return motion(system, std::vector<S>(start_.begin(), start_.end()), accuracy);
        });
    }

    template <class S>
    std::vector<std::vector<S>> motion(const System<S>& system, const std::vector<S>& start,
                                       const Accuracy& accuracy) const {
        std::vector<std::vector<S>> states = follow(system, start, times_, sizes_, accuracy, patience_, stored_.inputs);
        for (std::vector<S>& state : states) state.resize(2 * width_);
        return states;
    }

    // (1) and (2); fewer samples where a motion cannot be followed.
    template <class S, class Moved>
    Column<S> extrapolated(double step, const Moved& moved) const {
        std::array<std::vector<std::vector<S>>, levels> table;
        std::vector<std::vector<S>> without_first;
        for (std::size_t j = 0; j < levels; ++j) {
            const double h = std::ldexp(step, -static_cast<int>(j));
            const Accuracy accuracy{j % 2 == 0 ? fineness<S>.fine : fineness<S>.coarse, j % 2 == 1, 0};
            table[j] = moved(h, accuracy);
            const std::vector<std::vector<S>> less = moved(-h, accuracy);
            if (table[j].size() < samples_ - 1 || less.size() < samples_ - 1) return {};
            for (std::size_t k = 0; k < less.size(); ++k)
                for (std::size_t i = 0; i < less[k].size(); ++i)
                    table[j][k][i] = (table[j][k][i] - less[k][i]) / S(2 * h);
        }
        // Column by column of Richardson's table: table[j] becomes T_{j,m}.
        for (std::size_t m = 1; m < levels; ++m) {
            const S power = S(std::exp2(2 * static_cast<double>(m)));
            if (m + 1 == levels) without_first = table[levels - 1];
            for (std::size_t j = levels - 1; j >= m; --j)
                for (std::size_t k = 0; k < table[j].size(); ++k)
                    for (std::size_t i = 0; i < table[j][k].size(); ++i)
                        table[j][k][i] += (table[j][k][i] - table[j - 1][k][i]) / (power - 1);
        }
        return {std::move(table[levels - 1]), std::move(without_first)};
    }

    const Description& description_;
    const Stored& stored_;
    const StoredDerivatives& derivatives_;
    const Patience& patience_;
    std::size_t width_ = 0, samples_ = 0;
    std::vector<double> start_, times_;
    SizesInTime sizes_;
};

}  // namespace

Verdict judge_derivatives(const Description& description, const Stored& stored, const StoredDerivatives& derivatives,
                          const Patience& patience) {
    const double begin = thread_seconds();
    Verdict verdict = DerivativeCase(description, stored, derivatives, patience).decide();
    verdict.seconds = thread_seconds() - begin;
    return verdict;
}

}  // namespace cchnn::judge
