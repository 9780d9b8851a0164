#include "judge/make_motion.hpp"

namespace cchnn::judge {

template std::vector<std::vector<long double>> follow(const System<long double>&, const std::vector<long double>&,
                                                      const std::vector<double>&, const SizesInTime&, Accuracy,
                                                      const Patience&, const std::vector<double>&, std::string*);

}  // namespace cchnn::judge
