#include "judge/make_motion.hpp"

namespace cchnn::judge {

template std::vector<std::vector<Quad>> follow(const System<Quad>&, const std::vector<Quad>&,
                                               const std::vector<double>&, const SizesInTime&, Accuracy,
                                               const Patience&, const std::vector<double>&, std::string*);

}  // namespace cchnn::judge
