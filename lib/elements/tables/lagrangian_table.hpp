#pragma once
// Accelerations and energy of elements/lagrangian.hpp for kernels. A system has one Lagrangian or none, whose coordinates are
// its nodes, each with a mass of 1: an acceleration is then a force.
//
//   (1)  M a = b - G^T lambda,  G a = -h        with the rates G w + g of all Constraints and VelocityConstraints,
//                                               h = d(G w + g)/dq w + d(G w + g)/dt
//   (2)  M = L L^T,  Y = L^-1 G^T,  z = L^-1 b,  (Y^T Y) lambda = Y^T z + h,  a = L^-T (z - Y lambda)
//   (3)  P = w . (M_0 a - b_0) + w . dR/dw      where M or a rate depends on t; M_0 and b_0 are those of L at t = 0
//
// The rows of a kernel have unit masses in place of M. Accelerations (2) satisfy them, so that they change nothing but errors
// of rounding; projections use them.

#include "elements/lagrangian.hpp"
#include "elements/parts/formula/formula_gradient.hpp"

namespace cchnn {

template <class C>
class LagrangianInertia {
  public:
    void add(const Lagrangian& lagrangian, int) {
        program_ = *lagrangian.program;
        moves_in_time_ = program_.inertia_moves;
    }
    // The places of its inputs among those of the system, and the equations of its constraints.
    void take_inputs(std::vector<std::size_t> places) { inputs_ = std::move(places); }
    void take(const Equation& equation, std::vector<std::size_t> coordinates, bool moves_in_time) {
        rows_.push_back({equation, std::move(coordinates)});
        moves_in_time_ = moves_in_time_ || moves_in_time;
    }
    void release() { rows_.clear(); }
    bool empty() const { return program_.coordinates == 0; }
    bool dissipates() const { return program_.loss != no_step; }

    // Adds dw/dt of (2) to f, and returns the rate at which energy is lost. Where M is not positive definite, the square
    // root of a pivot is no number, and the motion ends there. input(k) is input k of the system, input.time() the time.
    template <class Real, class Input>
    [[gnu::noinline]] Real add_acceleration(const Real* q, const Real* w, const Input& input, Real* f) const {
        Real* const work = evaluate(q, w, input, program_.steps_of_motion);
        const Real* const a = solve(q, w, input.time(), work);
        for (std::size_t i = 0; i < coordinates(); ++i) f[i] += a[i];
        return loss(work);
    }
    // f becomes M_0^-1 f or, if the rows hold, M_0^-1 (f - G^T lambda) with G M_0^-1 (f - G^T lambda) = 0.
    template <class Real>
    void respond(const Real* q, bool held, Real* f) const {
        const std::size_t n = coordinates();
        const Real* const at_rest = nullptr;
        Real* const m = root_of_inertia(evaluate(q, at_rest, Undriven<Real>{}, program_.steps_of_motion));
        Real* const b = std::copy_n(f, n, m + n * n) - n;
        const std::vector<Real> w(n, Real(0.0));
        forward(n, m, b);
        if (held && !rows_.empty()) hold(q, w.data(), Real(0.0), m, b, b + 3 * n + inputs_.size());
        backward(n, m, b);
        std::copy_n(b, n, f);
    }
    // P, of inputs and of what changes in time.
    template <class Real, class Input>
    [[gnu::noinline]] Real power(const Real* q, const Real* w, const Input& input) const {
        if (moves_in_time_) return power_of_motion(q, w, input);
        if (program_.power == no_step) return Real(0.0);
        return evaluate(q, w, input, program_.steps_of_motion)[program_.power];
    }
    // K and U of (3) of lagrangian_program.hpp.
    template <class Real>
    [[gnu::noinline]] Real kinetic_energy(const Real* q, const Real* w) const {
        const std::size_t n = coordinates();
        const Real* const work = evaluate(q, w, Undriven<Real>{}, program_.steps_of_motion);
        Real twice = Real(0.0);
        for (std::size_t i = 0; i < n; ++i) {
            twice += entry(work, i, i) * w[i] * w[i];
            for (std::size_t j = 0; j < i; ++j) twice += 2.0 * (entry(work, i, j) * w[i] * w[j]);
        }
        return 0.5 * twice;
    }
    template <class Real>
    [[gnu::noinline]] Real potential_energy(const Real* q) const {
        const Real* const at_rest = nullptr;
        return evaluate(q, at_rest, Undriven<Real>{}, program_.potential + 1)[program_.potential];
    }

  private:
    struct Row {
        EquationOf<C> equation;
        std::vector<std::size_t> coordinates;

        static constexpr auto members = std::tuple(&Row::equation, &Row::coordinates);
    };
    template <class Real>
    struct Undriven {
        Real operator()(std::size_t) const { return Real(0.0); }
    };
    std::size_t coordinates() const { return static_cast<std::size_t>(program_.coordinates); }
    template <class Real>
    Real loss(const Real* work) const {
        return dissipates() ? work[program_.loss] : Real(0.0);
    }
    // L of (2), in the memory behind the steps of evaluate().
    template <class Real>
    Real* root_of_inertia(Real* work) const {
        const std::size_t n = coordinates();
        Real* const m = work + program_.formula.steps.size();
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j <= i; ++j) m[i * n + j] = entry(work, i, j);
        factor(n, m);
        return m;
    }
    // a of (2), in the memory behind that of L.
    template <class Real>
    Real* solve(const Real* q, const Real* w, const Real& t, Real* work) const {
        const std::size_t n = coordinates();
        Real* const m = root_of_inertia(work);
        Real* const b = m + n * n;
        for (std::size_t i = 0; i < n; ++i) b[i] = work[program_.push[i]];
        forward(n, m, b);
        if (!rows_.empty()) hold(q, w, t, m, b, b + 3 * n + inputs_.size());
        backward(n, m, b);
        return b;
    }
    // (3)
    template <class Real, class Input>
    Real power_of_motion(const Real* q, const Real* w, const Input& input) const {
        const std::size_t n = coordinates();
        Real* const work = evaluate(q, w, input, count_of(program_.formula.steps));
        Real sum = loss(work);
        const Real* const a = solve(q, w, input.time(), work);
        for (std::size_t i = 0; i < n; ++i) sum -= w[i] * work[program_.push_at_start[i]];
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                const int entry = program_.mass_at_start[i > j ? i * n + j : j * n + i];
                if (entry != no_step) sum += w[i] * work[entry] * a[j];
            }
        return sum;
    }

    // In place: m becomes its Cholesky factor, of which entries on and below the diagonal are read.
    template <class Real>
    static void factor(std::size_t n, Real* m) {
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j <= i; ++j) {
                Real sum = m[i * n + j];
                for (std::size_t k = 0; k < j; ++k) sum -= m[i * n + k] * m[j * n + k];
                m[i * n + j] = i == j ? square_root(sum) : Real(sum / m[j * n + j]);
            }
    }
    template <class Real>
    static void forward(std::size_t n, const Real* m, Real* b) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t k = 0; k < i; ++k) b[i] -= m[i * n + k] * b[k];
            b[i] = b[i] / m[i * n + i];
        }
    }
    template <class Real>
    static void backward(std::size_t n, const Real* m, Real* b) {
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t k = i + 1; k < n; ++k) b[i] -= m[k * n + i] * b[k];
            b[i] = b[i] / m[i * n + i];
        }
    }
    // How many numbers hold() needs.
    std::size_t room() const {
        std::size_t of_one = 0;
        for (const Row& row : rows_)
            of_one = std::max(of_one, 6 * row.coordinates.size() + 3 + 2 * row.equation.rate.steps.size());
        return rows_.size() * (coordinates() + rows_.size() + 1) + of_one;
    }
    // z becomes z - Y lambda, with memory for room() numbers.
    template <class Real>
    [[gnu::noinline]] void hold(const Real* q, const Real* w, const Real& t, const Real* m, Real* z,
                                Real* memory) const {
        const std::size_t n = coordinates(), rows = rows_.size();
        std::fill(memory, memory + room(), Real(0.0));
        Real *const y = memory, *const lambda = y + rows * n, *const inertia = lambda + rows;
        Real* const of_one = inertia + rows * rows;
        for (std::size_t r = 0; r < rows; ++r) {
            Real* const mine = y + r * n;
            read_row(rows_[r], q, w, t, of_one, mine, lambda[r]);
            forward(n, m, mine);
            for (std::size_t i = 0; i < n; ++i) lambda[r] += mine[i] * z[i];
            for (std::size_t s = 0; s <= r; ++s)
                for (std::size_t i = 0; i < n; ++i) inertia[r * rows + s] += mine[i] * y[s * n + i];
        }
        factor(rows, inertia);
        forward(rows, inertia, lambda);
        backward(rows, inertia, lambda);
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t i = 0; i < n; ++i) z[i] -= y[r * n + i] * lambda[r];
    }
    // A row of G is added to `gradient`, and its h to `bias`.
    template <class Real>
    static void read_row(const Row& row, const Real* q, const Real* w, const Real& t, Real* memory, Real* gradient,
                         Real& bias) {
        const std::vector<std::size_t>& at = row.coordinates;
        const std::size_t count = at.size(), all = 2 * count + 1;
        Real *const variables = memory, *const slopes = variables + all, *const rates = slopes + all,
                    *const values = rates + all, *const back = values + row.equation.rate.steps.size();
        std::fill(slopes, values, Real(0.0));
        for (std::size_t k = 0; k < count; ++k) {
            variables[k] = q[at[k]];
            variables[count + k] = w[at[k]];
        }
        variables[2 * count] = t;
        add_equation_row(row.equation, variables, slopes, values, back);
        add_rate_gradient(row.equation, variables, rates, values, back);
        const Real* const of_row = slopes + (row.equation.value >= 0 ? 0 : count);
        for (std::size_t k = 0; k < count; ++k) {
            gradient[at[k]] += of_row[k];
            bias += rates[k] * w[at[k]];
        }
        bias += rates[2 * count];
    }
    // The values of the first steps, before room for M, b, the variables and rows. Without w it is 0. The formula of an input
    // uses formula_work() too, so that inputs are known before.
    template <class Real, class Input>
    Real* evaluate(const Real* q, const Real* w, const Input& input, int steps) const {
        const Real* const u = values_of<Real>(input);
        const std::size_t n = coordinates(), all = program_.formula.steps.size();
        Real* const work = formula_work<Real>(all + n * n + 3 * n + inputs_.size() + room());
        Real* const variables = work + all + n * n + n;
        for (std::size_t i = 0; i < n; ++i) {
            variables[i] = q[i];
            variables[n + i] = w ? w[i] : Real(0.0);
        }
        std::copy_n(u, inputs_.size(), variables + 2 * n);
        evaluate_steps(program_.formula, 0, static_cast<std::size_t>(steps), variables, work);
        return work;
    }
    // The values of the inputs, until the next call.
    template <class Real, class Input>
    const Real* values_of(const Input& input) const {
        if (inputs_.empty()) return nullptr;
        static const PerThread<std::vector<Real>> values;
        std::vector<Real>& u = values.here();
        u.resize(inputs_.size(), Real(0.0));
        for (std::size_t k = 0; k < u.size(); ++k) u[k] = input(inputs_[k]);
        return u.data();
    }
    template <class Real>
    Real entry(const Real* work, std::size_t i, std::size_t j) const {
        const int step = program_.mass[i * coordinates() + j];
        return step == no_step ? Real(0.0) : work[step];
    }

    LagrangianProgramOf<C> program_;
    std::vector<std::size_t> inputs_;
    std::vector<Row> rows_;
    bool moves_in_time_ = false;  // M or a rate: inputs alone do not give P

  public:
    static constexpr auto members = std::tuple(&LagrangianInertia::program_, &LagrangianInertia::inputs_,
                                               &LagrangianInertia::rows_, &LagrangianInertia::moves_in_time_);
};

}  // namespace cchnn
