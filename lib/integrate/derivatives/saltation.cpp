#include "integrate/derivatives/saltation.hpp"

#include <numeric>

#include "integrate/impacts/impact_search.hpp"
#include "integrate/kernel_door.hpp"
#include "integrate/kernel_state.hpp"
#include "mechanics/base_motion.hpp"

namespace cchnn {
namespace {

using Numbers = std::vector<double>;

double along(const Numbers& a, const Numbers& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

Numbers acceleration(const ConstrainedSystem& system, InitialState state, const Numbers& v) {
    state.v = v;
    const Numbers z = kernel_state(system, state);
    Numbers rate(z.size()), a(v.size());
    cchnn_kernels()->vector_field(system, z, rate);
    system.velocity(&rate[v.size()], a.data());
    return a;
}

// The derivatives of one lane.
struct Tangent {
    Numbers x, v;
    explicit Tangent(std::size_t half) : x(half), v(half) {}
    void add(double share, const Numbers& of_x, const Numbers& of_v) {
        for (std::size_t i = 0; i < of_x.size(); ++i) x[i] += share * of_x[i];
        for (std::size_t i = 0; i < of_v.size(); ++i) v[i] += share * of_v[i];
    }
};

// Loads a lane with a state and its derivatives, and returns those of momenta, as the lane has them. The masses that dv is
// multiplied by are those in the middle of the slope, which seat() with dv does not take.
Numbers seated(const ConstrainedSystem& system, const SystemSlope& slope, const InitialState& state,
               const Tangent& tangent, int lane, SensitivityMotion& motion) {
    const std::size_t half = state.x.size();
    Numbers momenta(half);
    system.momentum(tangent.v.data(), momenta.data());
    motion.seat(lane, slope, state, tangent.x, {});
    for (std::size_t i = 0; i < half; ++i) {
        momenta[i] = motion.tangent(half + i, lane) + slope.between * momenta[i];
        motion.set_tangent(half + i, lane, momenta[i]);
    }
    return momenta;
}

}  // namespace

ImpactPath impact_path(const ConstrainedSystem& system, const std::vector<Contact>& contacts, const InitialState& start,
                       TimeGrid times, const Protocol& protocol) {
    ImpactPath path{gaps_of(contacts, system), {}, {}, 0};
    std::vector<std::vector<PassedImpact>> passed;
    path.motion =
        integrate_with_contacts(BatchSystems(system).with_contacts(contacts), {start}, times, protocol, &passed);
    path.impacts = std::move(passed.front());
    path.samples = path.motion.outcomes[0].samples;
    for (const PassedImpact& impact : path.impacts)
        while (impact.restitution == 0 && times.time(path.samples - 1) > impact.time) --path.samples;
    InitialState seen = start;
    BaseMotion(system).shift(start.t, -1, seen.x, seen.v);
    if (!all_open(path.gaps, seen)) path.samples = 1;
    return path;
}

void turn_angles(const ConstrainedSystem& system, const std::vector<double>& x, int lane, SensitivityMotion& motion) {
    if (system.angles().empty()) return;
    Numbers dx(x.size()), dv(x.size()), rates(system.angles().size());
    motion.read(lane, dx.data(), dv.data());
    system.angle_rates(x.data(), dx.data(), rates.data());
    motion.turn(lane, rates);
}

void jump(const ConstrainedSystem& system, ImpactLaw& law, const ImpactPath& path, const PassedImpact& impact,
          const std::vector<SaltationLane>& lanes, SensitivityMotion& motion) {
    const std::size_t half = impact.before.x.size();
    const GapFunction& gap = path.gaps[impact.gap].function;
    const double e = impact.restitution;
    const Numbers &x = impact.before.x, &v_before = impact.before.v, &v_after = impact.v_after;
    const ImpactLaw::Direction direction = law.direction(impact.before, gap);
    const Numbers& n = direction.n;
    const double rate = along(n, v_before), impulse = -(1 + e) * rate / direction.mu;
    const Numbers a_before = acceleration(system, impact.before, v_before),
                  a_after = acceleration(system, impact.before, v_after);

    InitialState pushed = impact.before;  // v- + j M^-1 n^T
    Numbers push(half);
    system.velocity(n.data(), push.data());
    for (std::size_t i = 0; i < half; ++i) pushed.v[i] += impulse * push[i];
    InitialState after = impact.before;
    after.v = v_after;

    std::vector<Tangent> tangents(lanes.size(), Tangent(half));
    std::vector<double> delays(lanes.size()), due(lanes.size());  // dt, and d(n . v+) of (3) without n . dv+
    for (std::size_t l = 0; l < lanes.size(); ++l) {
        const int lane = static_cast<int>(l);
        Tangent& tangent = tangents[l];
        motion.read(lane, tangent.x.data(), tangent.v.data());
        delays[l] = -along(n, tangent.x) / rate;
        tangent.add(delays[l], v_before, a_before);
        const Numbers turn = gap.gradient_rate(x, tangent.x);
        due[l] = -lanes[l].restitution_rate * rate - e * (along(turn, v_before) + along(n, tangent.v)) -
                 along(turn, v_after);
        if (system.lagrangian()) {
            tangent.add(impulse, {}, law.change_rate(impact.before, gap, direction, tangent.x));
            continue;
        }
        // Momenta of v- and their derivatives, to which those of the impulse are added.
        Numbers momenta = seated(system, lanes[l].slope, impact.before, tangent, lane, motion);
        for (std::size_t i = 0; i < half; ++i) momenta[i] += lanes[l].slope.between * impulse * turn[i];
        motion.seat(lane, lanes[l].slope, pushed, tangent.x, {});
        for (std::size_t i = 0; i < half; ++i) motion.set_tangent(half + i, lane, momenta[i]);
    }
    if (!system.lagrangian()) motion.project();
    for (std::size_t l = 0; l < lanes.size(); ++l) {
        const int lane = static_cast<int>(l);
        Tangent& tangent = tangents[l];
        if (!system.lagrangian()) motion.read(lane, tangent.x.data(), tangent.v.data());
        const double stronger = (due[l] - along(n, tangent.v)) / direction.mu;
        for (std::size_t i = 0; i < half; ++i) tangent.v[i] += stronger * direction.change[i];
        tangent.add(-delays[l], v_after, a_after);
        seated(system, lanes[l].slope, after, tangent, lane, motion);
    }
    motion.project();
    for (std::size_t l = 0; l < lanes.size(); ++l) turn_angles(system, x, static_cast<int>(l), motion);
}

}  // namespace cchnn
