#include "stories/exchange/export_cards.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/paths/read_file.hpp"
#include "core/sha256.hpp"
#include "files/atomic_file.hpp"
#include "spec/json/json_list.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string split_of(const ExportReport& report) { return report.file.stem().string(); }

// The name of a split on data sites.
std::string site_name(const std::string& split) { return split == "valid" ? "validation" : split; }

// The YAML header by which the `datasets` library of Hugging Face finds the files of each split.
void write_header(std::ostream& out, const std::vector<ExportReport>& reports) {
    out << "---\nconfigs:\n- config_name: default\n  data_files:\n";
    for (const ExportReport& report : reports)
        out << "  - split: " << site_name(split_of(report)) << "\n    path: " << report.file.filename().string()
            << "\n";
    out << "---\n\n";
}

void write_arrays(std::ostream& out, const ExportReport& report) {
    out << "## Columns of `" << report.file.filename().string()
        << "`\n\n| column | type | shape of a row |\n|---|---|---|\n";
    for (const ExportedShape& array : report.arrays)
        out << "| `" << array.name << "` | " << to_text(array.element) << " | "
            << to_text(Shape(array.shape.begin() + 1, array.shape.end())) << " |\n";
    out << "\n";
}

// The README.md of an export: what a row is, and how two loaders read it.
std::string card(const ExportOptions& options, ExportFormat format, const std::vector<ExportReport>& reports) {
    const std::string what =
        options.layout == ExportLayout::rows ? "A row is a trajectory" : "A row is a window of a trajectory";
    std::ostringstream out;
    write_header(out, reports);
    out << "# Exported from a dataset of cchnn\n\n"
        << what
        << ". Numbers are SI, or as the source's card says; scores are counted on the source, and answer its "
           "digest.\n\n"
        << "With Hugging Face's `datasets`, in the directory above this one:\n\n```python\nfrom datasets import "
           "load_dataset\n"
        << "data = load_dataset(\"" << options.output.filename().string() << "\").with_format(\"numpy\")\n```\n\n";
    if (format == ExportFormat::h5)
        out << "With h5py: `h5py.File(\"" << reports[0].file.filename().string()
            << "\")[\"x\"][:]`. The builder for HDF5 is in "
               "`datasets` from 4.0 on.\n\n";
    else
        out << "With Croissant, `croissant.json` here: `mlcroissant.Dataset(\"croissant.json\").records(\""
            << split_of(reports[0]) << "\")`. Each line of a file is one JSON object.\n\n";
    write_arrays(out, reports[0]);
    return out.str();
}

std::string shape_text(const Shape& row) {
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) text += (i ? "," : "") + std::to_string(row[i]);
    return text;
}

// A column of the export as a field of Croissant.
Json field_of(const ExportedShape& array, const std::string& split, const std::string& file,
              const std::string& description) {
    Json field{{"@type", "cr:Field"}, {"@id", split + "/" + array.name}, {"name", array.name}};
    if (!description.empty()) field["description"] = description;
    field["dataType"] = array.element.kind == Element::Kind::floating ? "sc:Float" : "sc:Integer";
    if (array.shape.size() > 1) {
        field["isArray"] = true;
        field["arrayShape"] = shape_text({array.shape.begin() + 1, array.shape.end()});
    }
    field["source"] = {{"fileObject", {{"@id", file}}}, {"extract", {{"column", array.name}}}};
    return field;
}

// The description of an array in the source's croissant.json, "position of each node [m]; array /x of
// train.h5", without the part about its place.
std::string description_in(const Json& record_set, const std::string& array) {
    for (const Json& field : record_set.value("field", Json::array()))
        if (field.value("name", "") == array) {
            const std::string text = field.value("description", "");
            return text.substr(0, text.find("; array "));
        }
    return "";
}

// The records of one exported file. Descriptions come from the card of the source, `before`.
Json record_set(const Json& before, const ExportReport& report) {
    const std::string split = split_of(report);
    const Json fields = json_list(report.arrays, [&](const ExportedShape& array) {
        return field_of(array, split, report.file.filename().string(), description_in(before, array.name));
    });
    return {{"@type", "cr:RecordSet"},
            {"@id", split},
            {"name", split},
            {"description", std::to_string(report.arrays[0].shape[0]) + " rows"},
            {"field", fields}};
}

Json file_object(const fs::path& file) {
    return {{"@type", "cr:FileObject"},
            {"@id", file.filename().string()},
            {"name", file.filename().string()},
            {"contentUrl", file.filename().string()},
            {"contentSize", std::to_string(fs::file_size(file)) + " B"},
            {"encodingFormat", "application/jsonlines"},
            {"sha256", sha256_of_file(file)}};
}

// The card of the source with its files and record sets exchanged for those of the export. Splits that were not
// exported are left out.
Json exported_croissant(Json json, const std::vector<ExportReport>& reports) {
    Json sets = Json::array();
    json["distribution"] = Json::array();
    for (const Json& set : json["recordSet"]) {
        const auto same = [&](const ExportReport& report) { return split_of(report) == set.value("@id", ""); };
        const auto report = std::ranges::find_if(reports, same);
        if (report == reports.end()) {
            if (set.value("@id", "") == "splits") sets.push_back(set);
            continue;
        }
        json["distribution"].push_back(file_object(report->file));
        sets.push_back(record_set(set, *report));
    }
    json["recordSet"] = sets;
    return json;
}

}  // namespace

// The README.md always; croissant.json for JSON lines, which Croissant can read by columns, if the source has a
// card.
void write_export_cards(const ExportOptions& options, ExportFormat format, const std::vector<ExportReport>& reports) {
    write_file_atomically(options.output / "README.md", card(options, format, reports), options.overwrite);
    const fs::path source = options.source / "croissant.json";
    if (format != ExportFormat::jsonl || !fs::exists(source)) return;
    Json json = parse_json(read_file(source, "a croissant.json"), source.string());
    if (!json.is_object() || !json.contains("recordSet"))
        throw DataError(source.string(), "does not describe a dataset");
    write_file_atomically(options.output / "croissant.json",
                          exported_croissant(std::move(json), reports).dump(2) + "\n", options.overwrite);
}

}  // namespace cchnn
