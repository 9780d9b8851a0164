#include "report/tables/citation.hpp"

#include "core/counted.hpp"
#include "core/latex_text.hpp"
#include "core/version.hpp"
#include "dataset/documents/dataset_citation.hpp"

namespace cchnn {
namespace {

std::string key_of(const TruthInfo& truth) { return "cchnn-" + truth.system + "-" + truth.digest.substr(0, 12); }

std::string sentence(const std::vector<Scores>& all) {
    std::string sets;
    for (const Scores& scores : all) sets += (sets.empty() ? "" : ",") + key_of(scores.truth);
    return "Errors as defined by Finzi et al.~\\cite{finzi2020simplifying}, computed by cchnn " +
           std::string(tool_version) + "~\\cite{cchnn} on~\\cite{" + sets + "}.\n";
}

// A field of BibTeX needs balanced braces.
std::string breakable_bibtex(std::string text) {
    for (char& c : text) c = c == '{' ? '(' : c == '}' ? ')' : c;
    return breakable_latex(text);
}

std::string test_set_entry(const Scores& scores) {
    const TruthInfo& truth = scores.truth;
    return "\n@misc{" + key_of(truth) + ",\n  title = {Test set of \\texttt{" + bibtex_text(truth.system) +
           "}: " + trajectories_text(truth.trajectories) + " of " + std::to_string(truth.samples) +
           " samples},\n  key = {cchnn},\n  year = {" + citation_year() + "},\n  note = {Split " +
           bibtex_text(truth.split) + ", seed " + std::to_string(truth.seed) + ", SHA-256 of the reference solutions " +
           breakable_bibtex(truth.digest) +
           (truth.reference.empty() ? "" : "; system: " + bibtex_text(truth.reference)) + "; scores by cchnn " +
           tool_version + " with signature " + breakable_bibtex(scores.signature) + "},\n}\n";
}

constexpr const char* paper_entry = R"(
@inproceedings{finzi2020simplifying,
  title = {Simplifying {H}amiltonian and {L}agrangian Neural Networks via Explicit Constraints},
  author = {Finzi, Marc and Wang, Ke Alexander and Wilson, Andrew Gordon},
  booktitle = {Advances in Neural Information Processing Systems},
  volume = {33},
  year = {2020},
}
)";

}  // namespace

std::string citation(const std::vector<Scores>& all) {
    std::string text = sentence(all) + "\n" + program_citation();
    for (const Scores& scores : all) text += test_set_entry(scores);
    return text + paper_entry;
}

}  // namespace cchnn
