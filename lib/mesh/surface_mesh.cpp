#include "mesh/surface_mesh.hpp"

namespace cchnn {

std::vector<Problem> first_problems(std::vector<Problem> problems, const std::string& file) {
    constexpr std::size_t most = 10;
    if (problems.size() <= most) return problems;
    const std::size_t more = problems.size() - most;
    problems.resize(most);
    problems.push_back({file, "and " + std::to_string(more) + " more of this kind"});
    return problems;
}

}  // namespace cchnn
