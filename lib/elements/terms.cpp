#include "elements/terms.hpp"

#include <stdexcept>

#include "elements/kinds.hpp"
#include "elements/parts/reading/resolve_fields.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {
namespace {

// Calls action(kind, term) for each term of the kinds of a list.
template <class Kinds, class Action>
void for_all_terms(Kinds kinds, const TermLists& terms, Action&& action) {
    for_each_term(kinds, [&]<class K>(KindTag<K> kind) {
        for (const typename K::Term& term : terms.of<typename K::Term>()) action(kind, term);
    });
}

// A line for each term, below the formula of the kind if it has one.
template <class K>
std::string explained_by_line(const std::vector<typename K::Term>& terms, const Bodies& bodies, const Units& units) {
    const std::string formula = K::formula;
    std::vector<std::string> lines;
    for (const typename K::Term& term : terms) lines.push_back(K::line(term, bodies, units));
    if (formula.empty() || terms.empty()) return listed(lines, 2);
    return "  " + formula + "\n" + listed(lines, 4);
}

}  // namespace

// Throws std::logic_error if a kind gives no term for its item, since every item must have an effect.
std::string resolve(const ItemSpec& item, const Bodies& bodies, const MakeOwnName& make_own, TermLists& terms) {
    std::string name;
    for_each_kind(AllKinds{}, [&]<class K>(KindTag<K>) {
        const auto* const spec = item.as<typename K::Spec>();
        if (!spec) return;
        auto& list = terms.of<typename K::Term>();
        const std::size_t before = list.size();
        if constexpr (HasResolve<K>) K::resolve(*spec, bodies, list);
        else list.push_back(term_by_fields<K>(*spec, bodies));
        if (list.size() == before)
            throw std::logic_error(std::string(K::type) + ": resolve() gave no term for its item");
        if constexpr (requires(typename K::Term & term) { make_own(term.name); })
            for (std::size_t i = before; i < list.size(); ++i) make_own(list[i].name);
        if constexpr (HasRows<K>) name = list[before].name;
    });
    return name;
}

// One for each term, in the order of the kinds.
std::vector<TermCoupling> couplings_of(const TermLists& terms) {
    std::vector<TermCoupling> couplings;
    std::size_t count = 0;  // gravity of a thousand bodies has half a million: a list that grows would copy them
    for_each_term(AllKinds{}, [&]<class K>(KindTag<K>) { count += terms.of<typename K::Term>().size(); });
    couplings.reserve(count);
    for_all_terms(AllKinds{}, terms, [&]<class K>(KindTag<K>, const typename K::Term& term) {
        couplings.push_back({K::coupling(term), K::list, K::type});
        if constexpr (HasRows<K>) couplings.back().name = &term.name;
    });
    return couplings;
}

// The types of this effect on energy that occur in the system.
std::vector<bool> angle_coordinates_of(const TermLists& terms) {
    std::vector<bool> angles;
    for (const Lagrangian& lagrangian : terms.of<Lagrangian>())
        angles.insert(angles.end(), lagrangian.is_angle.begin(), lagrangian.is_angle.end());
    return angles;
}

std::vector<std::string> types_that(Energy energy, const TermLists& terms) {
    std::vector<std::string> types;
    for_each_term(AllKinds{}, [&]<class K>(KindTag<K>) {
        if (K::energy == energy && !terms.of<typename K::Term>().empty()) types.push_back(K::type);
    });
    return types;
}

// Every term takes away the symmetries that it breaks; what is left is conserved.
Symmetry symmetry_of(const TermLists& terms, int dimension) {
    Symmetry symmetry{.energy = types_that(Energy::dissipates, terms).empty(),
                      .field = std::vector<double>(dimension, 0.0)};
    for_all_terms(AllKinds{}, terms,
                  [&]<class K>(KindTag<K>, const typename K::Term& term) { K::breaks(term, symmetry); });
    return symmetry;
}

void draw(const TermLists& terms, Sketch& sketch) {
    for_all_terms(AllKinds{}, terms, [&]<class K>(KindTag<K>, const typename K::Term& term) { K::draw(term, sketch); });
}

void add_lengths(const TermLists& terms, MeanLength& lengths) {
    for_all_terms(AllKinds{}, terms,
                  [&]<class K>(KindTag<K>, const typename K::Term& term) { K::add_lengths(term, lengths); });
}

// `taken_alone` leaves out kinds that have rows of their own for the solver. `after` is called behind the rows
// of each term.
void add_paper_rows(const TermLists& terms, bool taken_alone, PaperRows& rows,
                    const std::function<void(std::type_index term)>& after) {
    for_all_terms(ConstraintKinds{}, terms, [&]<class K>(KindTag<K>, const typename K::Term& term) {
        if (taken_alone && HasSolverRows<K>) return;
        K::paper_rows(term, rows);
        if (after) after(typeid(typename K::Term));
    });
}

void add_solver_rows(const TermLists& terms, int dimension, std::vector<SolverRow>& rows) {
    for_all_terms(ConstraintKinds{}, terms, [&]<class K>(KindTag<K>, const typename K::Term& term) {
        if constexpr (HasSolverRows<K>) K::solver_rows(term, dimension, rows);
    });
}

std::vector<TermAngle> angles_of(const TermLists& terms) {
    std::vector<TermAngle> angles;
    for_all_terms(AllKinds{}, terms, [&]<class K>(KindTag<K>, [[maybe_unused]] const typename K::Term& term) {
        if constexpr (HasAngles<K>)
            for (const CountedAngle* angle : K::angles(term)) angles.push_back({K::type, angle, true});
        if constexpr (HasHinges<K>)
            for (const CountedAngle* angle : K::hinges(term)) angles.push_back({K::type, angle, false});
    });
    return angles;
}

// The text of `cchnn-gen show` about one list: each kind with a line for each term, or in its own words.
std::string explain(FileList list, const std::vector<ItemSpec>& items, const TermLists& terms, const Bodies& bodies,
                    const Units& units) {
    std::string text;
    for_each_kind(ForceKinds{}, [&]<class K>(KindTag<K>) {
        const std::vector<typename K::Term>& own = terms.of<typename K::Term>();
        if (K::list != list) return;
        if constexpr (ReadsByLine<K>) text += explained_by_line<K>(own, bodies, units);
        else text += K::explain(items_of<typename K::Spec>(items), own, bodies, units);
    });
    return text;
}

std::string formula_of(const std::string& type) {
    std::string text;
    for_each_kind(ConstraintKinds{}, [&]<class K>(KindTag<K>) {
        if (type == K::type) text = K::formula;
    });
    return text;
}

std::vector<TermEnds> ends_of(const TermLists& terms, const Bodies& bodies) {
    std::vector<TermEnds> ends;
    for_all_terms(ConstraintKinds{}, terms, [&]<class K>(KindTag<K>, const typename K::Term& term) {
        ends.push_back({term.name, K::ends(term, bodies)});
    });
    return ends;
}

}  // namespace cchnn
