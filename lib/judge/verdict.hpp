#pragma once
// How far stored trajectories are from the motion, by a judge that shares nothing with what made them: it starts from
// the text of the system and the stored numbers, and forms every constant, row, force and step of its own.
//
//   (1)  z* : the motion from the stored state at t_0, moved onto the constraints in the metric of M (positions, then
//        velocities); what the file stores at t_k is compared with z*(t_k), t_k the stored double. Wheels whose phase
//        the text leaves out mesh as they do in that state
//   (2)  Err_k = |z_k - z*_k| / (|z_k| + |z*_k|), z = (x, v), Euclidean norms over all nodes
//   (3)  judged: two solutions of other steps and tolerances, one of which starts a little off, agree at every sample to
//        a tenth of its bound. First in 64 bits, then in 113, each finer than the one before
//
// A counted angle that is stored turns off is an Err_k of 1, a state that is not finite an infinite one.
//
// A bound of 1 says nothing: (2) is never more, and samples from there on are within it without a motion. They are not
// compared and have no error. A trajectory without a sample that is compared is not judged.

#include <memory>
#include <string>
#include <vector>

#include "judge/description.hpp"
#include "judge/patience.hpp"

namespace cchnn::judge {

// One stored trajectory: (T) samples of (n, d) numbers, up to its end.
struct Stored {
    std::vector<double> times, x, v;
    std::vector<double> bound;     // (T), or empty: the dataset has none
    std::vector<double> tracks;    // parameters of curves at the first sample
    std::vector<double> energy;    // (T), or empty
    std::vector<double> angles{};  // (T, A) counted over turns
    std::vector<double> inputs{};  // (T, inputs)
};

struct Verdict {
    bool judged = false;
    std::string why_not;         // "the time limit was reached", "..." ; empty when judged
    std::vector<double> errors;  // (2) at each sample; 0 at the first, NaN where it was not compared
    std::size_t compared = 0;    // samples after the first
    double agreement = 0;        // largest |A - B|/(|A| + |B|) by a tenth of the bound
    int solutions = 0;
    bool quad = false;      // 113 bits were needed
    double seconds = 0;     // of processor time
    double energy_off = 0;  // largest |E_k - H(z_k)| / (K + sum |V|)
};

// A system as the judge understands it; const, shared by threads.
class Judge {
  public:
    // Throws DataError for what it does not know.
    explicit Judge(const Description& description);
    ~Judge();
    Judge(Judge&&) noexcept;

    int nodes() const;
    int tracks() const;
    int angles() const;
    int inputs() const;
    Verdict judge(const Stored& stored, const Patience& patience) const;
    // The mass matrix (n, n), kg.
    std::vector<double> mass_matrix() const;
    // Every row of Phi at x (n, d), without those of curves, sorted by magnitude.
    std::vector<double> row_magnitudes(const std::vector<double>& x) const;

  private:
    struct Systems;
    std::unique_ptr<const Systems> systems_;
};

}  // namespace cchnn::judge
