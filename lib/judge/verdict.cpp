#include "judge/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/to_size.hpp"
#include "judge/stored_state.hpp"

namespace cchnn::judge {

// The system in both number types; the second is needed only for trajectories that 64 bits do not decide.
struct Judge::Systems {
    explicit Systems(const Description& text) : fast(make_system<long double>(text)), fine(make_system<Quad>(text)) {}
    System<long double> fast;
    System<Quad> fine;
};

namespace {

// The states (x, v), counted angles and (W, D) at samples 1, 2, ...
struct Solution {
    std::vector<std::vector<Quad>> states, angles, passed;
    std::string why_no_more;
    // The number of samples that the solution reached.
    std::size_t size() const { return states.size(); }
};

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double rounding = 0x1p-33;
constexpr double not_compared = std::numeric_limits<double>::quiet_NaN();

// |a - b| / (|a| + |b|), in Quad so that equal digits cancel exactly; infinite for what is not a number.
double difference(const std::vector<Quad>& a, const std::vector<Quad>& b) {
    Quad apart = 0, size_a = 0, size_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Quad gap = a[i] - b[i];
        apart += gap * gap;
        size_a += a[i] * a[i];
        size_b += b[i] * b[i];
    }
    const Quad size = sqrt(size_a) + sqrt(size_b);
    if (size == 0) return 0;
    const double relative = static_cast<double>(sqrt(apart) / size);
    return std::isnan(relative) ? infinite : relative;
}

// The stored state y (equations.hpp) of sample k, without parameters of curves.
std::vector<long double> state_at(const System<long double>& system, const Equations<long double>& equations,
                                  const Stored& stored, std::size_t k) {
    const std::size_t width = system.coordinates(), angles = system.angles.size(), inputs = system.inputs.size();
    std::vector<long double> y(&stored.x[k * width], &stored.x[k * width] + width);
    y.insert(y.end(), &stored.v[k * width], &stored.v[k * width] + width);
    y.resize(equations.time_index() - angles, 0);
    y.insert(y.end(), stored.angles.data() + k * angles, stored.angles.data() + (k + 1) * angles);
    if (inputs > 0) {
        y.push_back(stored.times[k]);
        y.insert(y.end(), stored.inputs.data() + k * inputs, stored.inputs.data() + (k + 1) * inputs);
    }
    y.resize(equations.size(), 0);
    return y;
}

// The judging of one trajectory: pairs of solutions, each finer than the last, until a pair agrees.
class Case {
  public:
    Case(const System<long double>& fast, const System<Quad>& fine, const Stored& stored, const Patience& patience)
        : fast_(fast), fine_(fine), stored_(stored), patience_(patience), width_(fast.coordinates()) {
        start_ = first_state(stored, width_, fast.angles.size());
        times_.assign(stored.times.data(), stored.times.data() + samples());
        if (samples() > 1) sizes_ = sizes_in_time(stored, width_, samples());
    }

    // Two solutions in 64 bits first, which decide most trajectories, then pairs in 113 bits with ever smaller
    // tolerances. Each pair uses two tolerances and two initial states that differ by a small perturbation, so
    // that agreement also excludes that rounding was amplified. It ends when a pair agrees, when a smaller
    // tolerance is not possible, when the motion cannot be followed in 113 bits, or when patience is over.
    Verdict decide() {
        Verdict verdict;
        verdict.errors.assign(stored_.times.size(), not_compared);
        verdict.errors[0] = 0;
        for (std::size_t k = 1; k < stored_.times.size(); ++k)
            if (!finite_at(stored_, k, width_)) verdict.errors[k] = infinite;
        if (samples() < 2) {
            verdict.why_not = "its bound is infinite from the first sample on";
            return verdict;
        }
        const double first = std::clamp(1e-4 * smallest_bound(), 1e-17, 1e-9);
        double disagreement = compare(verdict, false, first, 1e-17, std::max(first * 0.03, 5e-19));
        double tolerance = std::min(first, 1e-16);
        // Finer by the factor by which the last two disagreed too much, and by another factor of 10.
        for (double last = 0; !verdict.judged && verdict.why_not.empty(); last = tolerance) {
            tolerance = std::clamp(tolerance * 0.1 / std::max(disagreement, 1.0), 1e-31, 1e-19);
            if (tolerance == last) verdict.why_not = "two solutions in 113 bits do not agree";
            else disagreement = compare(verdict, true, tolerance, 1e-32, tolerance * 0.03);
        }
        return verdict;
    }

  private:
    // The number of samples up to the last one whose bound says something.
    std::size_t samples() const {
        std::size_t count = stored_.times.size();
        while (!stored_.bound.empty() && count > 1 && !(stored_.bound[count - 1] < 1)) --count;
        return count;
    }
    // The smallest claimed error decides the first tolerance; without bounds 1e-12.
    double smallest_bound() const {
        double smallest = stored_.bound.empty() ? 1e-12 : 1;
        for (std::size_t k = 1; k < stored_.bound.size(); ++k) smallest = std::fmin(smallest, stored_.bound[k]);
        return smallest;
    }

    template <class S>
    Solution solve(const System<S>& system, const Accuracy& accuracy) const {
        Solution solution;
        const std::vector<S> start(start_.begin(), start_.end());
        for (const auto& state :
             follow(system, start, times_, sizes_, accuracy, patience_, stored_.inputs, &solution.why_no_more)) {
            const S* angles = state.data() + 2 * width_ + system.tracks.size();
            solution.states.emplace_back(state.data(), state.data() + 2 * width_);
            solution.angles.emplace_back(angles, angles + system.angles.size());
            if (system.gains_or_loses_energy()) solution.passed.emplace_back(state.end() - 2, state.end());
        }
        return solution;
    }
    Solution solve(bool quad, const Accuracy& accuracy) const {
        return quad ? solve(fine_, accuracy) : solve(fast_, accuracy);
    }

    // Two solutions in one number type; the second one is the motion if they agree. Returns the
    // largest difference over its limit, a tenth of the bound.
    double compare(Verdict& verdict, bool quad, double coarse, double perturbation, double fine) const {
        const Solution a = solve(quad, {coarse, true, perturbation}), b = solve(quad, {fine, false, 0});
        verdict.solutions += 2;
        verdict.quad = quad;
        if (patience_.over() && (a.size() < samples() - 1 || b.size() < samples() - 1)) {
            verdict.why_not = patience_.why();
            return 0;
        }
        double disagreement = 0;
        const std::size_t both = std::min(a.size(), b.size());
        for (std::size_t k = 1; k <= both; ++k) {
            const double error = error_at(k, b);
            verdict.errors[k] = error;
            const double allowed = stored_.bound.empty() ? std::max(error, 1e-16) : stored_.bound[k];
            disagreement = std::max(disagreement, difference(a.states[k - 1], b.states[k - 1]) / (allowed / 10));
        }
        verdict.agreement = disagreement;
        if (both < samples() - 1) {
            if (quad) verdict.why_not = "the motion cannot be followed beyond t = " + std::to_string(times_[both]);
            const std::string& why = a.size() == both ? a.why_no_more : b.why_no_more;
            if (quad && !why.empty()) verdict.why_not += ": " + why;
            return 1;
        }
        verdict.judged = disagreement <= 1;
        verdict.compared = both;
        if (verdict.judged && !b.passed.empty()) compare_work(verdict, b);
        return disagreement;
    }

    // (4)
    void compare_work(Verdict& verdict, const Solution& motion) const {
        if (stored_.work.empty() && stored_.dissipated.empty()) return;
        Equations<long double> equations(fast_);
        double energies = 0, by_state = 0, error = 0, off_share = 0;
        for (std::size_t k = 0; k < samples(); ++k) {
            if (!finite_at(stored_, k, width_)) continue;
            std::vector<long double> y = state_at(fast_, equations, stored_, k);
            long double sizes = 0;
            equations.potential(y, &sizes);
            energies = std::max(energies, static_cast<double>(equations.kinetic(y) + sizes));
            by_state = std::max(by_state, static_cast<double>(equations.energy_by_state(y)));
            if (k == 0) continue;
            error = std::max({error, verdict.errors[k], stored_.bound.empty() ? 0.0 : stored_.bound[k]});
            double off = 0;
            const auto compare_with = [&](const std::vector<double>& values, const Quad& own) {
                energies = std::max(energies, std::fabs(static_cast<double>(own)));
                if (values.empty()) return;
                const double gap = static_cast<double>(magnitude(Quad(values[k]) - Quad(values[0]) - own));
                off = std::isfinite(gap) ? std::max(off, gap) : infinite;
            };
            compare_with(stored_.work, motion.passed[k - 1][0]);
            compare_with(stored_.dissipated, motion.passed[k - 1][1]);
            if (off == 0) continue;
            off_share = std::max(off_share, off / energies);
            const double allowed = 2 * by_state * (error + rounding) + rounding * energies;
            verdict.work_ratio = std::max(verdict.work_ratio, off / allowed);
        }
        verdict.work_off = off_share;
    }

    // The relative error of sample k against the solution. An angle that is half a turn off counts as an error
    // of 1, however near the bodies are.
    double error_at(std::size_t k, const Solution& motion) const {
        if (!finite_at(stored_, k, width_)) return infinite;
        return turns_off(k, motion.angles[k - 1]) ? 1 : difference(stored_state(k), motion.states[k - 1]);
    }
    // Stored counted angles must be within half a turn of those of the solution.
    bool turns_off(std::size_t k, const std::vector<Quad>& angles) const {
        for (std::size_t i = 0; i < angles.size(); ++i)
            if (!(std::fabs(stored_.angles[k * angles.size() + i] - static_cast<double>(angles[i])) < pi_parts[0]))
                return true;
        return false;
    }
    // (x, v) of one sample. A double fits into Quad without rounding.
    std::vector<Quad> stored_state(std::size_t k) const {
        const double *x = &stored_.x[k * width_], *v = &stored_.v[k * width_];
        std::vector<Quad> state(x, x + width_);
        state.insert(state.end(), v, v + width_);
        return state;
    }

    const System<long double>& fast_;
    const System<Quad>& fine_;
    const Stored& stored_;
    const Patience& patience_;
    std::size_t width_;
    std::vector<double> start_, times_;
    SizesInTime sizes_;
};

// The largest |E_k - H|/(K + sum |V|) over the samples; infinite where a state or an energy is not finite.
double energy_off(const System<long double>& system, const Stored& stored) {
    const Equations<long double> equations(system);
    const std::size_t width = system.coordinates();
    double worst = 0;
    for (std::size_t k = 0; k < stored.energy.size(); ++k) {
        if (!finite_at(stored, k, width) || !std::isfinite(stored.energy[k])) return infinite;
        const std::vector<long double> y = state_at(system, equations, stored, k);
        long double sizes = 0;
        const long double kinetic = equations.kinetic(y), potential = equations.potential(y, &sizes);
        const long double error = kinetic + potential - stored.energy[k];
        if (error != 0) worst = std::max(worst, static_cast<double>(magnitude(error) / (kinetic + sizes)));
    }
    return worst;
}

}  // namespace

Judge::Judge(const Description& description) : systems_(new Systems(description)) {}
Judge::~Judge() = default;
Judge::Judge(Judge&&) noexcept = default;

int Judge::nodes() const { return static_cast<int>(systems_->fast.nodes); }
int Judge::angles() const { return count_of(systems_->fast.angles); }
int Judge::inputs() const { return count_of(systems_->fast.inputs); }

// The energies are compared in any case, since they need no solution.
Verdict Judge::judge(const Stored& stored, const Patience& patience) const {
    const double begin = thread_seconds();
    Verdict verdict;
    verdict.why_not = no_start(stored, systems_->fast.coordinates(), systems_->fast.angles.size());
    if (verdict.why_not.empty()) verdict = Case(systems_->fast, systems_->fine, stored, patience).decide();
    verdict.energy_off = energy_off(systems_->fast, stored);
    verdict.seconds = thread_seconds() - begin;
    return verdict;
}

// (n, n) over nodes, computed in 113 bits and rounded once.
std::vector<double> Judge::mass_matrix() const {
    const std::size_t n = systems_->fine.nodes;
    std::vector<double> mass(n * n, 0);
    for (const Body<Quad>& body : systems_->fine.bodies) {
        const std::size_t first = body.first_node, k = body.nodes;
        for (std::size_t a = 0; a < k; ++a)
            for (std::size_t b = 0; b < k; ++b)
                mass[(first + a) * n + first + b] = static_cast<double>(body.mass[a * k + b]);
    }
    return mass;
}

// In the unit of each row, sorted, because the order of rows is that of this code and not of the file.
std::vector<double> Judge::row_magnitudes(const std::vector<double>& x) const {
    std::vector<long double> y(x.begin(), x.end());
    const Equations<long double> equations(systems_->fast);
    // x is given with Origins at their positions in the file, and equations have them displaced, here at t = 0.
    const auto moved = equations.base(0);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += moved[0][i % systems_->fast.dimension];
    y.resize(equations.size(), 0);
    std::vector<double> magnitudes;
    for (long double row : equations.rows(y, false)) magnitudes.push_back(static_cast<double>(magnitude(row)));
    std::sort(magnitudes.begin(), magnitudes.end());
    return magnitudes;
}

}  // namespace cchnn::judge
