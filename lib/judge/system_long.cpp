#include "judge/make_system.hpp"

namespace cchnn::judge {

template System<long double> make_system(const Description&);

}  // namespace cchnn::judge
