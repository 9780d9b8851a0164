#include "judge/make_system.hpp"

namespace cchnn::judge {

template System<Quad> make_system(const Description&);

}  // namespace cchnn::judge
