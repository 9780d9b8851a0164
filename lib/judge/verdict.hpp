#pragma once
// How far stored trajectories are from the true motion, by a judge that shares only core/ with the code that made
// them: it starts from the text of the system and the stored numbers, and forms every constant, row, force and
// step by itself. `cchnn-gen audit` uses it (stories/verify/). The steps:
//
//   (1)  z* is the motion from the stored state at t_0, moved onto the constraints in the metric of M (positions, then
//        velocities). What the file stores at t_k is compared with z*(t_k), t_k the stored double
//   (2)  Err_k = |z_k - z*_k| / (|z_k| + |z*_k|), z = (x, v), Euclidean norms over all nodes
//   (3)  judged: two solutions with different steps and tolerances, one from a perturbed state, agree at every sample
//        to a tenth of its bound, or without bounds of Err_k or 1e-16; first in 64 bits, then in 113 bits, ever finer
//
//   (4)  of a system with inputs or damping: W_k and D_k, what the stored work and dissipated energy have grown since
//        t_0, are those of (1) within 2 E (e + r) + r (the largest K + sum |V|, |W| and |D| until then),  r = 2^-33
//        E is the largest |dH/dz| |z| until then, e the largest Err or bound: what errors of the states explain
//
// A counted angle that is stored turns off has Err_k = 1, a state that is not finite an infinite one.
//
// A bound of 1 says nothing, since (2) never exceeds it: samples from the first of these to the end lie within
// it without a motion. They are not compared and have no error. A trajectory without any sample to compare is
// not judged.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/description.hpp"
#include "judge/patience.hpp"
#include "judge/stored_state.hpp"

namespace cchnn::judge {

// What was found about one trajectory. If it is not judged, `why_not` says why, and nothing is said for or
// against it.
struct Verdict {
    bool judged = false;
    std::string why_not;         // "the time limit was reached", "..." ; empty when judged
    std::vector<double> errors;  // (2) at each sample; 0 at the first, NaN where it was not compared, or infinite
    std::size_t compared = 0;    // samples after the first
    double agreement = 0;        // largest |A - B|/(|A| + |B|) over what (3) allows
    int solutions = 0;
    bool quad = false;      // 113 bits were needed
    double seconds = 0;     // of processor time
    double energy_off = 0;  // largest |E_k - H(z_k)| / (K + sum |V|)
    // (4), where judged and where the file has them: the largest difference relative to these energies, and relative
    // to what is allowed.
    std::optional<double> work_off;
    double work_ratio = 0;
};

// A system as the judge understands it. It does not change after it is made, so that threads share it: each
// calls judge() for its own trajectory.
class Judge {
  public:
    // Throws DataError for a system with something that the judge does not know.
    explicit Judge(const Description& description);
    ~Judge();
    Judge(Judge&&) noexcept;

    int nodes() const;
    int angles() const;
    int inputs() const;
    Verdict judge(const Stored& stored, const Patience& patience) const;
    // The mass matrix (n, n), kg.
    std::vector<double> mass_matrix() const;
    // The magnitudes of the rows of Phi at x (n, d) that /system/constraints lists, sorted: to be compared with the
    // stored Phi, whose order of rows belongs to the other code.
    std::vector<double> row_magnitudes(const std::vector<double>& x) const;

  private:
    struct Systems;
    std::unique_ptr<const Systems> systems_;
};

}  // namespace cchnn::judge
