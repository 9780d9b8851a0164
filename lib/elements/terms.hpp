#pragma once
// What every kind answers of the terms of a system (element.hpp), without its header: the kinds are folded over in terms.cpp
// alone, in the order of the list, which is that of rows and of sums.

#include <functional>
#include <string>
#include <typeindex>
#include <vector>

#include "elements/items.hpp"
#include "elements/parts/constraint_row.hpp"
#include "elements/parts/counted_angle.hpp"
#include "elements/parts/drawing.hpp"
#include "elements/parts/mean_length.hpp"
#include "elements/parts/reading/units.hpp"
#include "elements/parts/solver_row.hpp"
#include "elements/parts/symmetry.hpp"
#include "elements/parts/term_lists.hpp"
#include "elements/parts/tie.hpp"

namespace cchnn {

// Adds the terms of an item; `make_own` changes a name that is taken. Returns the name of the first term of a constraint,
// "" of anything else.
using MakeOwnName = std::function<void(std::string& name)>;
std::string resolve(const ItemSpec& item, const Bodies& bodies, const MakeOwnName& make_own, TermLists& terms);

// What a term ties, of constraints with its name; it points into the lists.
struct TermTie : Tie {
    FileList list;
    const char* type;  // the first kind of the list with such terms
    const std::string* name = nullptr;
};
std::vector<TermTie> ties_of(const TermLists& terms);

// The types of those kinds with terms that answer so to the question of energy.
std::vector<std::string> types_that(Energy energy, const TermLists& terms);
// What is left of the symmetries of space, and where something is to be seen.
Symmetry symmetry_of(const TermLists& terms, int dimension);
void draw(const TermLists& terms, Sketch& sketch);
void add_lengths(const TermLists& terms, MeanLength& lengths);

// Rows of Phi, term by term; `taken_alone`: of those kinds alone whose rows the solver takes as they are. After each term
// `after` is called with its type.
void add_paper_rows(const TermLists& terms, bool taken_alone, PaperRows& rows,
                    const std::function<void(std::type_index term)>& after = {});
// Of the other kinds, what the solver takes.
void add_solver_rows(const TermLists& terms, int dimension, std::vector<SolverRow>& rows);

// Angles whose hinge is looked for, with the type of their kind; those that are counted, in the order of terms.
struct TermAngle {
    const char* type;
    const CountedAngle* angle;
    bool counted;
};
std::vector<TermAngle> angles_of(const TermLists& terms);

// What the kinds of a list say of themselves in `cchnn-gen show`.
std::string explain(FileList list, const std::vector<ItemSpec>& items, const TermLists& terms, const Bodies& bodies,
                    const Units& units);
// "" of a type that is no constraint's.
std::string formula_of(const std::string& type);
// The ends of each constraint's term, with its name.
struct TermEnds {
    std::string name, ends;
};
std::vector<TermEnds> ends_of(const TermLists& terms, const Bodies& bodies);

}  // namespace cchnn
