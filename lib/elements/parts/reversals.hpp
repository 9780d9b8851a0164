#pragma once
// Reversals: velocities at whose zero a derivative of a force jumps, as of |w| w. The stages of a step on both sides of
// the jump are no values of one smooth function, so that neither its result nor its error estimate means anything. A
// table of forces shows each such velocity to `seen`, before and after a step:
//
//   seen.see<D>(w, w_new, force)      force(w, f) adds the force at the velocity w to the forces f on nodes
//
// integrate/steppers/reversal_limit.hpp bounds steps by them. Centres (centres.hpp) are the same for positions.

namespace cchnn {

// Finds only whether there is any.
struct AnyReversal {
    bool found = false;
    template <int D, class C, class Force>
    void see(const C*, const C*, Force&&) {
        found = true;
    }
};

}  // namespace cchnn
