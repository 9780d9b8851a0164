#pragma once
// A chain of N point masses in the plane, written by hand for N known when it is compiled: the yardstick of the generic
// engine. The same mathematics (dynamics.hpp 7, 8), Dormand-Prince 5(4), step control, lanes and output; everything
// else as a specialist would: arrays of fixed size, tridiagonal multipliers, loops that unroll.
//
//   r_k = x_k - x_{k-1},  A_kk = |r_k|^2 (1/m_k + 1/m_{k-1}),  A_{k,k-1} = -r_k . r_{k-1} / m_{k-1},   1/m_0 = 0

#include <array>
#include <cmath>
#include <vector>

#include "core/to_size.hpp"
#include "integrate/steppers/step_control.hpp"
#include "mechanics/constrained_system.hpp"
#include "numbers/lanes.hpp"
#include "sample/placement.hpp"

namespace cchnn::bench {

template <std::size_t N>
class HandPendulum {
  public:
    static constexpr std::size_t half = 2 * N, size = 4 * N;
    using State = std::array<Lanes, size>;  // (x, p), node by node

    // Takes masses and lengths of a compiled chain whose bodies hang one from the other, in order, from the Origin (0,
    // 0).
    explicit HandPendulum(const ConstrainedSystem& system) {
        for (std::size_t k = 0; k < N; ++k) {
            mass[k] = double(system.masses().body_mass()[k]);
            inverse_mass[k] = 1 / mass[k];
            target[k] = 0.5 * double(system.rows()[k].square);
            weight[k] = -double(system.forces().constant[2 * k + 1]);
        }
    }

    struct Multipliers {
        std::array<Lanes, N> inverse_d, l;
        std::array<std::array<Lanes, 2>, N> r;
    };

    void read(const Lanes* x, Multipliers& m) const {
        for (std::size_t k = 0; k < N; ++k)
            for (std::size_t j = 0; j < 2; ++j) m.r[k][j] = k ? x[2 * k + j] - x[2 * k - 2 + j] : x[j];
        for (std::size_t k = 0; k < N; ++k) {
            Lanes d =
                (m.r[k][0] * m.r[k][0] + m.r[k][1] * m.r[k][1]) * (inverse_mass[k] + (k ? inverse_mass[k - 1] : 0.0));
            if (k) {
                const Lanes y = (m.r[k][0] * m.r[k - 1][0] + m.r[k][1] * m.r[k - 1][1]) * -inverse_mass[k - 1];
                m.l[k] = y * m.inverse_d[k - 1];
                d -= m.l[k] * y;
            }
            m.inverse_d[k] = 1.0 / d;
        }
    }
    static void solve(const Multipliers& m, std::array<Lanes, N>& b) {
        for (std::size_t k = 1; k < N; ++k) b[k] -= m.l[k] * b[k - 1];
        b[N - 1] *= m.inverse_d[N - 1];
        for (std::size_t k = N - 1; k-- > 0;) b[k] = b[k] * m.inverse_d[k] - m.l[k + 1] * b[k + 1];
    }

    // dynamics.hpp (8)
    void operator()(const State& z, State& dzdt) const {
        Multipliers m;
        read(z.data(), m);
        std::array<Lanes, N> bend;
        for (std::size_t i = 0; i < half; ++i) dzdt[i] = z[half + i] * inverse_mass[i / 2];
        for (std::size_t k = 0; k < N; ++k) {
            const Lanes sx = k ? dzdt[2 * k] - dzdt[2 * k - 2] : dzdt[0],
                        sy = k ? dzdt[2 * k + 1] - dzdt[2 * k - 1] : dzdt[1];
            // Every bob falls alike: gravity bends no link but the first.
            bend[k] = k ? sx * sx + sy * sy : sx * sx + sy * sy - m.r[0][1] * (inverse_mass[0] * weight[0]);
        }
        solve(m, bend);
        for (std::size_t k = 0; k < N; ++k)
            for (std::size_t j = 0; j < 2; ++j) {
                const Lanes pull = along(m, bend, k, j);
                dzdt[half + 2 * k + j] = j ? -weight[k] - pull : -pull;
            }
    }

    void project(State& z, const LanesMask& active) const {
        Multipliers m;
        LanesMask moving = active;
        for (int step = 0; step < 4 && any(moving); ++step) {
            read(z.data(), m);
            std::array<Lanes, N> off;
            Lanes worst = 0.0;
            for (std::size_t k = 0; k < N; ++k) {
                off[k] = 0.5 * (m.r[k][0] * m.r[k][0] + m.r[k][1] * m.r[k][1]) - target[k];
                const Lanes relative = absolute(off[k]) / target[k];
                worst = select(relative > worst, relative, worst);
            }
            solve(m, off);
            for (std::size_t k = 0; k < N; ++k)
                for (std::size_t j = 0; j < 2; ++j)
                    z[2 * k + j] = select(moving, z[2 * k + j] - inverse_mass[k] * along(m, off, k, j), z[2 * k + j]);
            moving = moving && worst > Lanes(1e-9);
        }
        read(z.data(), m);
        std::array<Lanes, N> rate;
        for (std::size_t k = 0; k < N; ++k) {
            rate[k] = Lanes(0.0);
            for (std::size_t j = 0; j < 2; ++j) {
                Lanes s = z[half + 2 * k + j] * inverse_mass[k];
                if (k) s -= z[half + 2 * k - 2 + j] * inverse_mass[k - 1];
                rate[k] += m.r[k][j] * s;
            }
        }
        solve(m, rate);
        for (std::size_t k = 0; k < N; ++k)
            for (std::size_t j = 0; j < 2; ++j) {
                Lanes& p = z[half + 2 * k + j];
                p = select(active, p - along(m, rate, k, j), p);
            }
    }

    std::array<double, N> mass, inverse_mass, target, weight;

  private:
    static Lanes along(const Multipliers& m, const std::array<Lanes, N>& lambda, std::size_t k, std::size_t j) {
        Lanes sum = lambda[k] * m.r[k][j];
        if (k + 1 < N) sum -= lambda[k + 1] * m.r[k + 1][j];
        return sum;
    }
};

// Runs states through samples 0 .. samples-1, dt apart; writes (trajectory, sample, x v energy).
template <std::size_t N>
class HandDriver {
  public:
    using Chain = HandPendulum<N>;
    using State = typename Chain::State;

    HandDriver(const ConstrainedSystem& system, const std::vector<InitialState>& states, double dt, int samples,
               double rtol, double atol)
        : chain_(system),
          states_(states),
          dt_(dt),
          samples_(samples),
          rtol_(rtol),
          atol_(atol),
          out(states.size() * to_size(samples) * row) {}

    void run() {
        for (int l = 0; l < lane_width; ++l) start(l);
        chain_(z_, k_[0]);
        while (busy_ > 0) advance();
    }

  private:
    void start(int l) {
        at_[to_size(l)] = next_ < states_.size() ? static_cast<int>(next_++) : -1;
        sample_[to_size(l)] = 0;
        if (at_[to_size(l)] < 0) return;
        ++busy_;
        const InitialState& state = states_[to_size(at_[to_size(l)])];
        for (std::size_t i = 0; i < Chain::half; ++i) {
            set_lane(z_[i], l, state.x[i]);
            set_lane(z_[Chain::half + i], l, chain_.mass[i / 2] * state.v[i]);
        }
        set_lane(proposed_, l, 0.01 * dt_);
        set_lane(remaining_, l, dt_);
        record(l);
    }

    void record(int l) {
        double* to = &out[(to_size(at_[to_size(l)]) * to_size(samples_) + to_size(sample_[to_size(l)]++)) * row];
        double energy = 0;
        for (std::size_t i = 0; i < Chain::half; ++i) {
            to[i] = lane(z_[i], l);
            to[Chain::half + i] = lane(z_[Chain::half + i], l) * chain_.inverse_mass[i / 2];
            energy += 0.5 * chain_.mass[i / 2] * to[Chain::half + i] * to[Chain::half + i];
            if (i % 2) energy += chain_.weight[i / 2] * to[i];
        }
        to[2 * Chain::half] = energy;
    }

    template <std::size_t S>
    void stage(const std::array<double, S>& a, const Lanes& h) {
        State y;
        for (std::size_t i = 0; i < Chain::size; ++i) {
            Lanes sum = a[0] * k_[0][i];
            for (std::size_t s = 1; s < S; ++s) sum += a[s] * k_[s][i];
            y[i] = z_[i] + h * sum;
        }
        if constexpr (S == 6) new_ = y;
        chain_(y, k_[S]);
    }

    void advance() {
        const Lanes h = cut_step(proposed_, remaining_);
        stage(std::array{1.0 / 5}, h);
        stage(std::array{3.0 / 40, 9.0 / 40}, h);
        stage(std::array{44.0 / 45, -56.0 / 15, 32.0 / 9}, h);
        stage(std::array{19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729}, h);
        stage(std::array{9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656}, h);
        stage(std::array{35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}, h);
        constexpr std::array<double, 7> e{71.0 / 57600,      0.0,        -71.0 / 16695, 71.0 / 1920,
                                          -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
        Lanes square = 0.0;
        for (std::size_t i = 0; i < Chain::size; ++i) {
            Lanes error = e[0] * k_[0][i];
            for (std::size_t s = 2; s < 7; ++s) error += e[s] * k_[s][i];
            const Lanes a = absolute(z_[i]), b = absolute(new_[i]);
            const double atol = i < Chain::half ? atol_ : atol_ * chain_.mass[(i - Chain::half) / 2];
            error = h * error / (atol + rtol_ * select(b > a, b, a));
            square += error * error;
        }
        const Lanes norm = square_root(square / static_cast<double>(Chain::size));
        const LanesMask accepted = norm <= Lanes(1.0);
        const Lanes factor = step_factor(three_sixteenth_power(norm)), proposed = h * factor;
        const Lanes kept = select(factor < Lanes(5.0), proposed, select(proposed_ > proposed, proposed_, proposed));
        proposed_ = select(accepted, kept, proposed);
        for (std::size_t i = 0; i < Chain::size; ++i) z_[i] = select(accepted, new_[i], z_[i]);
        if (any(accepted)) chain_.project(z_, accepted);
        for (int l = 0; l < lane_width; ++l)
            if (at_[to_size(l)] >= 0 && accepted[l]) finish_step(l, lane(h, l));
        chain_(z_, k_[0]);
    }

    void finish_step(int l, double h) {
        if (h < lane(remaining_, l)) return set_lane(remaining_, l, lane(remaining_, l) - h);
        set_lane(remaining_, l, dt_);
        record(l);
        if (sample_[to_size(l)] == samples_) {
            --busy_;
            start(l);
        }
    }

    static constexpr std::size_t row = 2 * Chain::half + 1;
    Chain chain_;
    const std::vector<InitialState>& states_;
    double dt_;
    int samples_;
    double rtol_, atol_;
    State z_{}, new_{};
    std::array<State, 7> k_{};
    Lanes proposed_ = 1.0, remaining_ = 1.0;
    std::array<int, lane_width> at_{};
    std::array<int, lane_width> sample_{};
    std::size_t next_ = 0;
    int busy_ = 0;

  public:
    std::vector<double> out;
};

}  // namespace cchnn::bench
