#include "mechanics/further_rows.hpp"

#include "core/to_size.hpp"
#include "mechanics/constrained_system.hpp"
#include "mechanics/plan/constraint_rows.hpp"

namespace cchnn {

std::shared_ptr<const ConstrainedSystem> with_further_rows(const ConstrainedSystem& system,
                                                           const std::vector<ConstraintRow>& further) {
    std::vector<ConstraintRow> rows = system.rows();
    rows.insert(rows.begin() + system.position_row_count(), further.begin(), further.end());
    std::vector<int> chosen;
    for (std::size_t c = 0; c < rows.size(); ++c)
        if (rows[c].independent) chosen.push_back(static_cast<int>(c));
    return std::make_shared<const ConstrainedSystem>(system, as_solver_rows(rows, system.dimension()), chosen);
}

}  // namespace cchnn
