#include "mechanics/reversals.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "mechanics/constrained_system.hpp"
#include "mechanics/force_tables.hpp"

namespace cchnn {
namespace {

double norm(const std::vector<double>& a) {
    double square = 0;
    for (const double c : a) square += c * c;
    return std::sqrt(square);
}

// Collects the smallest admitted share over all velocities that it is shown.
class ReversalLimit {
  public:
    // `least_change`: eps |v| / h of (2).
    ReversalLimit(const ConstrainedSystem& system, double least_change)
        : system_(system), least_change_(least_change), force_(system.state_size()), change_(system.state_size()) {}

    template <int D, class Force>
    void see(const double* w, const double* w_new, Force&& force) {
        double moved[D];
        for (int j = 0; j < D; ++j) moved[j] = w_new[j] - w[j];
        const double from = dot<D>(w, w), to = dot<D>(w_new, w_new), least = std::min(from, to);
        const double passage = dot<D>(moved, moved) / least;
        if (!(least > 0) || !(passage > 1)) return;
        std::fill(force_.begin(), force_.end(), 0.0);
        force(from > to ? w : w_new, force_.data());
        system_.constants().velocity(force_.data(), change_.data());
        if (norm(change_) > least_change_) share_ = std::min(share_, std::max(0.25, 0.9 / std::sqrt(passage)));
    }
    double share() const { return share_; }

  private:
    const ConstrainedSystem& system_;
    const double least_change_;
    std::vector<double> force_, change_;  // f of (2), M^-1 f
    double share_ = 1;
};

template <int D, class Seen>
void show_reversals_in(const ConstrainedSystem& system, const double* v, const double* v_new, Seen& seen) {
    const auto show = [&](const auto& table) {
        if constexpr (ShowsReversals<std::remove_cvref_t<decltype(table)>>)
            table.template show_reversals<D>(v, v_new, seen);
    };
    const auto& tables = system.forces().tables;
    if (tables) std::apply([&](const auto&... table) { (show(table), ...); }, tables->dissipation);
}
template <class Seen>
void show_reversals(const ConstrainedSystem& system, const double* v, const double* v_new, Seen& seen) {
    if (system.dimension() == 1) return show_reversals_in<1>(system, v, v_new, seen);
    return system.dimension() == 2 ? show_reversals_in<2>(system, v, v_new, seen)
                                   : show_reversals_in<3>(system, v, v_new, seen);
}

}  // namespace

bool any_reversal(const ConstrainedSystem& system) {
    const std::vector<double> v(system.state_size(), 0.0);
    AnyReversal seen;
    show_reversals(system, v.data(), v.data(), seen);
    return seen.found;
}

double share_of_reversals(const ConstrainedSystem& system, const double* v, const double* v_new, double length,
                          double negligible) {
    double square = 0, square_new = 0;
    for (int i = 0; i < system.state_size(); ++i) {
        square += v[i] * v[i];
        square_new += v_new[i] * v_new[i];
    }
    ReversalLimit limit(system, negligible * std::sqrt(std::max(square, square_new)) / length);
    show_reversals(system, v, v_new, limit);
    return limit.share();
}

}  // namespace cchnn
