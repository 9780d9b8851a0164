#include "dataset/documents/dataset_card.hpp"

#include <algorithm>
#include <iterator>
#include <locale>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/joined.hpp"
#include "core/latex_text.hpp"
#include "core/printable.hpp"
#include "core/version.hpp"
#include "dataset/dataset_layout.hpp"

namespace cchnn {
namespace {

std::string bibtex_field(const std::string& name, const std::string& value) {
    return value.empty() ? "" : "  " + name + " = {" + value + "},\n";
}

// "{A} and {B}". Braces keep a name together that itself contains " and ", such as that of a group.
std::string authors(const Publication& publication) {
    std::string text;
    for (const std::string& creator : publication.creators)
        text += (text.empty() ? "{" : " and {") + bibtex_text(creator) + "}";
    return text;
}

// "800 train, 100 test trajectories".
std::string counts(const ManifestContent& content) {
    return joined(content.splits, ", ",
                  [](const SplitContent& split) { return std::to_string(split.count) + " " + split.split; }) +
           " trajectories";
}

std::string digests(const ManifestContent& content) {
    std::string text;
    for (const SplitContent& split : content.splits)
        text += (text.empty() ? ": " : "; ") + split.split + " \\texttt{" + split.truth_digest + "}";
    return text;
}

// What the equations of motion are, by the arrays of the files and the system's JSON.
struct SystemClass {
    bool constrained = true, rolling = false, gyroscopic = false, damped = false, driven = false, lagrangian = false;

    explicit SystemClass(const ManifestContent& content) {
        const auto json = nlohmann::json::parse(content.system_json, nullptr, false);
        if (json.is_object()) constrained = !json.value("constraints", nlohmann::json::array()).empty();
        if (json.is_object())
            for (const auto& item : json.value("potentials", nlohmann::json::array()))
                lagrangian = lagrangian || (item.is_object() && item.contains("kinetic"));
        for (const SplitContent& split : content.splits)
            for (const auto& [path, digest] : split.array_digests) {
                rolling = rolling || path == "/system/constraints/up";
                damped = damped || path == "/dissipated";
                gyroscopic = gyroscopic || (!lagrangian && path == "/system/dynamics");
                driven = driven || path == "/work";
            }
    }
    bool hamiltonian() const { return !rolling && !gyroscopic && !damped && !driven; }
    std::string text() const {
        const std::string noun =
            rolling ? "nonholonomic system"
                    : std::string(constrained ? "constrained " : "") + (lagrangian      ? "Lagrangian system"
                                                                        : hamiltonian() ? "Hamiltonian system"
                                                                                        : "mechanical system");
        if (driven && damped)
            return noun + " that is driven, with damping (its energy changes by the work done on it and by losses)";
        if (driven) return noun + " that is driven (its energy changes by the work done on it)";
        if (damped) return noun + " with damping (energy is lost to it)";
        if (rolling) return noun + " (energy is conserved, but the flow is not that of a Hamiltonian)";
        if (gyroscopic)
            return noun +
                   " with forces that depend on velocities and do no work (energy is conserved; p = M v is not the "
                   "canonical momentum)";
        return noun;
    }
};

using Json = nlohmann::ordered_json;

// The size class in the notation of Hugging Face, "1K<n<10K".
std::string size_category(std::uint64_t count) {
    static const char* names[] = {"1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T"};
    std::uint64_t limit = 1000;
    if (count < limit) return "n<1K";
    for (std::size_t i = 0; i + 1 < std::size(names); ++i, limit *= 10)
        if (count < limit * 10) return std::string(names[i]) + "<n<" + names[i + 1];
    return "n>1T";
}

// A text from a system file, made harmless: a site that renders the card must not interpret it as HTML.
std::string plain_text(const std::string& text) {
    std::string plain;
    for (const char c : printable(text))
        if (c == '<') plain += "&lt;";
        else if (c == '&') plain += "&amp;";
        else plain += c;
    return plain;
}

// The YAML header that dataset sites read. JSON texts are valid YAML, so Json::dump() quotes them.
void write_header(std::ostream& out, const ManifestContent& content) {
    std::uint64_t count = 0;
    for (const SplitContent& split : content.splits) count += split.count;
    out << "---\npretty_name: "
        << Json(content.system_title.empty() ? content.system_name : content.system_title).dump() << "\n";
    if (!content.publication.license.empty()) out << "license: " << Json(content.publication.license).dump() << "\n";
    out << "size_categories:\n- " << size_category(count) << "\ntask_categories:\n- time-series-forecasting\n"
        << "tags:\n- physics\n- mechanics\n- dynamical-systems\n"
        << (SystemClass(content).hamiltonian() ? "- hamiltonian\n" : "") << "- hdf5\nviewer: false\n---\n\n";
}

// The names of the axes in the notation of a Python tuple.
std::string shape_text(const ArrayLayout& layout) {
    std::string text = "(";
    for (const std::string& axis : layout.axes) text += (text.size() > 1 ? ", " : "") + axis;
    return text + (layout.axes.size() == 1 ? ",)" : ")");
}

// The lengths of the axes that all state arrays have. Those of tables follow from their first columns.
std::string axes_text(const SplitContent& s) {
    std::string text;
    for (const char* axis : {"trajectory", "t", "node", "axis"})
        text += (text.empty() ? "" : ", ") + std::string(axis) + " " + axis_length(axis, s);
    if (s.coordinates > 0) text += ", coordinate " + axis_length("coordinate", s);
    if (s.chunk_length > 0) text += ", sample (of a training window) " + axis_length("sample", s);
    return text;
}

// One row for each file, then how the files were made if that is unusual.
void write_splits(std::ostream& out, const ManifestContent& content) {
    out << "## Files\n\n| file | trajectories | samples each | dt [s] | ended early | truth digest "
           "|\n|---|---|---|---|---|---|\n";
    for (const SplitContent& s : content.splits) {
        const auto completed = s.outcomes.find("completed");
        const std::uint64_t ended_early = s.count - (completed == s.outcomes.end() ? 0 : completed->second);
        out << "| `" << s.file << "` | " << s.count << " | " << s.samples << " | " << s.dt << " | " << ended_early
            << " | `" << s.truth_digest.substr(0, 16) << "...` |\n";
    }
    if (content.compress)
        out << "\nWhat grows by trajectory is compressed (shuffle and gzip, level " << *content.compress
            << "); every HDF5 library reads it.\n";
    if (content.states)
        out << "\nInitial states are not drawn: they are those of a file that was called `"
            << printable(content.states->file)
            << "`, in its order, first train, then valid, then test. It is not part of the dataset; `manifest.json` "
               "has the "
               "digest of its numbers.\n";
    if (content.inputs)
        out << "\nInputs are not drawn: held inputs have the values of a file that was called `"
            << printable(content.inputs->file)
            << "`, for trajectories in the same order. It is not part of the dataset; `/u` has the values.\n";
    out << "\n`manifest.json` has the digests in full, of every array too. `sha256sum -c SHA256SUMS` checks the "
           "files.\n\n";
}

// The table of arrays follows from the layout, so that a new array is described without a change here.
void write_arrays(std::ostream& out, const SplitContent& s, const Units& units) {
    out << "## Arrays of `" << s.file << "`\n\nShapes are in axes: " << axes_text(s)
        << ".\n\n| array | shape | type | unit | what |\n|---|---|---|---|---|\n";
    for (const ArrayLayout& layout : array_layouts()) {
        const auto same = [&](const auto& digest) { return digest.first == layout.path; };
        if (std::ranges::none_of(s.array_digests, same)) continue;
        out << "| `" << layout.path << "` | " << shape_text(layout) << " | " << to_text(layout.element) << " | "
            << unit_in(layout.unit, units) << " | " << layout.long_name << " |\n";
    }
    out << "\nScores count from index 1: the state at `t[0]` is given.\n\n";
}

// How to read the files with h5py, and which export suits which loader.
void write_example(std::ostream& out, const SplitContent& s) {
    const bool sparse =
        std::ranges::any_of(s.array_digests, [](const auto& digest) { return digest.first == "/system/masses/row"; });
    out << "## Reading\n\n```python\nimport h5py\nwith h5py.File(\"" << s.file << "\") as f:\n"
        << "    t, x, v = f[\"t\"][:], f[\"x\"][:], f[\"v\"][:]  # x, v: (trajectory, t, node, axis)\n"
        << (sparse ? "" : "    M = f[\"system/mass_matrix\"][:]               # p = M v\n")
        << "    print(dict(f.attrs), f[\"x\"].attrs[\"units\"])\n```\n\n"
        << "Training windows, the graph and tensors: `cchnn.Dataset(\"" << s.file
        << "\")` of the Python package of cchnn. Loaders that want one table with equal first axes cannot read these "
           "files, "
           "but exports of the directory that holds them:\n\n"
        << "| loader | made by | read by |\n|---|---|---|\n"
        << "| Hugging Face `datasets` | `cchnn-gen export DIR -o rows --layout rows --format h5` | "
           "`load_dataset(\"rows\")` "
           "|\n"
        << "| the same, Croissant, pandas | `cchnn-gen export DIR -o rows --layout rows --format jsonl` | "
           "`load_dataset(\"rows\")`, `mlcroissant.Dataset(\"rows/croissant.json\")`, `pandas.read_json(..., "
           "lines=True)` "
           "|\n"
        << "| `numpy.load`, memory maps | `cchnn-gen export DIR -o arrays --format npy --dtype float32` | "
           "`numpy.load(\"arrays/train/x.npy\", mmap_mode=\"r\")` |\n\n";
}

// The command that makes the files again, and who published them.
void write_origin(std::ostream& out, const ManifestContent& content) {
    const char* title = content.imported() ? "Imported by" : "Generating it again";
    out << "## " << title << "\n\n```sh\n" << printable(content.command) << "\n```\n\n";
    if (!content.imported()) out << "gives the same digests on any machine, with any number of threads.\n";
    const Publication& p = content.publication;
    if (p.empty()) return;
    out << "\n## Publication\n\n";
    for (const std::string& creator : p.creators) out << "- by " << printable(creator) << "\n";
    if (!p.date.empty()) out << "- published " << printable(p.date) << "\n";
    if (!p.url.empty()) out << "- " << printable(p.url) << "\n";
    if (!p.license.empty()) out << "- license " << printable(p.license) << "\n";
}

}  // namespace

std::string dataset_citation(const ManifestContent& content) {
    const Publication& publication = content.publication;
    const std::string& title = content.system_title.empty() ? content.system_name : content.system_title;
    const std::string first = content.splits.empty() ? "" : "-" + content.splits.front().truth_digest.substr(0, 12);
    const std::string made = content.imported() ? "Imported by" : "Generated by";
    const std::string seed = content.imported() ? "" : ", seed " + std::to_string(content.seed);
    return "@misc{cchnn-data-" + content.system_name + first + ",\n" +
           bibtex_field("title", bibtex_text(title) + " (\\texttt{" + bibtex_text(content.system_name) +
                                     "}): " + counts(content)) +
           bibtex_field("author", authors(publication)) + bibtex_field("year", publication.date.substr(0, 4)) +
           bibtex_field("howpublished",
                        publication.url.empty() ? "" : "\\texttt{" + bibtex_text(publication.url) + "}") +
           bibtex_field("note", made + " cchnn " + tool_version + seed + "; SHA-256 of the reference solutions" +
                                    digests(content)) +
           "}\n";
}

std::string citation_year() { return "2026"; }  // of tool_version

std::string program_citation() {
    constexpr const char* address = "";  // of the repository, where it has a public one
    return "@misc{cchnn,\n" +
           bibtex_field("title", "{cchnn}: reference solutions and scores of constrained mechanical systems") +
           bibtex_field("author", "{the cchnn authors}") + bibtex_field("key", "cchnn") +
           bibtex_field("year", citation_year()) +
           bibtex_field("howpublished", *address ? "\\texttt{" + bibtex_text(address) + "}" : "") +
           bibtex_field("note", std::string("Version ") + tool_version) + "}\n";
}

// The length of an axis in this split; the name of the axis itself if the split does not say it.
std::string axis_length(const std::string& axis, const SplitContent& s) {
    if (axis == "trajectory") return std::to_string(s.count);
    if (axis == "t") return std::to_string(s.samples);
    if (axis == "node") return std::to_string(s.nodes);
    if (axis == "axis") return std::to_string(s.dimension);
    if (axis == "coordinate") return std::to_string(s.coordinates);
    return axis == "sample" ? std::to_string(s.chunk_length) : axis;
}

// The README.md of a dataset, for people who open its directory or its page on a site. A stream with the
// classic locale writes numbers with a point in every language.
std::string dataset_card(const ManifestContent& content) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    write_header(out, content);
    out << "# " << plain_text(content.system_title.empty() ? content.system_name : content.system_title) << " (`"
        << content.system_name << "`)\n\n";
    if (!content.system_description.empty()) out << plain_text(content.system_description) << "\n\n";
    if (!content.system_reference.empty()) out << "Source: " << plain_text(content.system_reference) << "\n\n";
    out << "Trajectories of a " << SystemClass(content).text();
    if (content.imported())
        out << ", made elsewhere and imported by cchnn " << tool_version << ": they have no error bounds.\n\n";
    else out << ", generated by cchnn " << tool_version << " with seed " << content.seed << ".\n\n";
    write_splits(out, content);
    // The split with most arrays: train has the chunks as well.
    const auto largest = std::ranges::max_element(
        content.splits, [](const auto& a, const auto& b) { return a.array_digests.size() < b.array_digests.size(); });
    if (largest != content.splits.end()) {
        write_arrays(out, *largest, content.units);
        write_example(out, *largest);
    }
    write_origin(out, content);
    out << "\n## Citation\n\n```bibtex\n" << dataset_citation(content) << "\n" << program_citation() << "```\n";
    return out.str();
}

}  // namespace cchnn
