#pragma once
// The answers of all kinds about the terms of a compiled system (element.hpp), for callers that know no kind:
// graph/ and mechanics/ ask for rows, couplings, symmetries and drawings, report/ for texts. terms.cpp loops over
// the kinds in the order of the list, which is that of rows and of sums.

#include <functional>
#include <string>
#include <typeindex>
#include <vector>

#include "elements/items.hpp"
#include "elements/parts/constraint_row.hpp"
#include "elements/parts/counted_angle.hpp"
#include "elements/parts/coupling.hpp"
#include "elements/parts/drawing.hpp"
#include "elements/parts/mean_length.hpp"
#include "elements/parts/reading/units.hpp"
#include "elements/parts/solver_row.hpp"
#include "elements/parts/symmetry.hpp"
#include "elements/parts/term_lists.hpp"

namespace cchnn {

// Adds the terms of an item. `make_own` changes a name that another term has already. Returns the name of the
// first term of a constraint, "" for anything else.
using MakeOwnName = std::function<void(std::string& name)>;
std::string resolve(const ItemSpec& item, const Bodies& bodies, const MakeOwnName& make_own, TermLists& terms);

// The coupling of a term with its list and type, and the name if it is a constraint. It points into the lists of
// terms.
struct TermCoupling : Coupling {
    FileList list;
    const char* type;  // the first kind of the list with such terms
    const std::string* name = nullptr;
};
std::vector<TermCoupling> couplings_of(const TermLists& terms);

// The types of those kinds with terms that give this answer to the question of energy.
std::vector<std::string> types_that(Energy energy, const TermLists& terms);
// The symmetries that all terms leave.
Symmetry symmetry_of(const TermLists& terms, int dimension);
void draw(const TermLists& terms, Sketch& sketch);
void add_lengths(const TermLists& terms, MeanLength& lengths);

// The rows of Phi, term by term. With `taken_alone`, only those of kinds whose rows the solver takes as they
// are. After each term `after` is called with its type.
void add_paper_rows(const TermLists& terms, bool taken_alone, PaperRows& rows,
                    const std::function<void(std::type_index term)>& after = {});
// The rows that the solver takes in place of the paper's, of the other kinds.
void add_solver_rows(const TermLists& terms, int dimension, std::vector<SolverRow>& rows);

// An angle of a term, with the type of its kind. Its hinge is looked for; `counted` says whether it is also
// counted over turns.
struct TermAngle {
    const char* type;
    const CountedAngle* angle;
    bool counted;
};
std::vector<TermAngle> angles_of(const TermLists& terms);

// Which coordinates of a Lagrangian are angles, one entry for each; empty for a system of bodies.
std::vector<bool> angle_coordinates_of(const TermLists& terms);

// The lines of the kinds of a list in `cchnn-gen show`.
std::string explain(FileList list, const std::vector<ItemSpec>& items, const TermLists& terms, const Bodies& bodies,
                    const Units& units);
// The formula of a kind of constraint; "" for any other type.
std::string formula_of(const std::string& type);
// The ends of a constraint's term in words, with its name.
struct TermEnds {
    std::string name, ends;
};
std::vector<TermEnds> ends_of(const TermLists& terms, const Bodies& bodies);

}  // namespace cchnn
