#include "dataset/documents/croissant.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/sha256.hpp"
#include "core/version.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/documents/dataset_card.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// Short names of terms: all of the specification's appendix and of its loader (mlcroissant), which warns where one is
// missing, and PROV-O. schema.org by https: the loader does not find the dataset under http, which the appendix prints.
Json context() {
    Json json{{"@language", "en"},
              {"@vocab", "https://schema.org/"},
              {"sc", "https://schema.org/"},
              {"cr", "http://mlcommons.org/croissant/"},
              {"rai", "http://mlcommons.org/croissant/RAI/"},
              {"dct", "http://purl.org/dc/terms/"},
              {"prov", "http://www.w3.org/ns/prov#"},
              {"conformsTo", "dct:conformsTo"}};
    for (const char* term :
         {"annotation", "arrayShape",  "citeAs",    "column",        "containedIn",  "equivalentProperty",
          "excludes",   "extract",     "field",     "fileObject",    "fileProperty", "fileSet",
          "format",     "includes",    "isArray",   "isLiveDataset", "jsonPath",     "key",
          "md5",        "parentField", "path",      "readLines",     "recordSet",    "references",
          "regex",      "repeated",    "replace",   "samplingRate",  "sdVersion",    "separator",
          "source",     "subField",    "transform", "unArchive",     "value"})
        json[term] = std::string("cr:") + term;
    for (const char* term : {"data", "examples"}) json[term] = {{"@id", std::string("cr:") + term}, {"@type", "@json"}};
    json["dataType"] = {{"@id", "cr:dataType"}, {"@type", "@vocab"}};
    return json;
}

// A reference to another node of the document, in JSON-LD.
Json reference(const std::string& id) { return {{"@id", id}}; }

// A file as Croissant describes it, with its address relative to the card.
Json file_object(const std::string& name, const std::string& media_type, std::uint64_t bytes,
                 const std::string& sha256) {
    return {{"@type", "cr:FileObject"},
            {"@id", name},
            {"name", name},
            {"contentUrl", name},
            {"contentSize", std::to_string(bytes) + " B"},
            {"encodingFormat", media_type},
            {"sha256", sha256}};
}

// All files of the dataset with sizes and digests, except croissant.json itself and SHA256SUMS, which lists it.
Json distribution(const ManifestContent& content, const std::vector<CompanionFile>& companions) {
    Json files = Json::array();
    for (const SplitContent& s : content.splits)
        files.push_back(file_object(s.file, "application/x-hdf5", s.file_bytes, s.file_sha256));
    for (const CompanionFile& file : companions)
        files.push_back(file_object(file.name, file.media_type, file.text.size(), sha256_of_text(file.text)));
    return files;
}

// Says which set is for training, validation and test. The loader does not accept a field with the type
// cr:Split alone.
Json splits_record_set(const ManifestContent& content) {
    Json data = Json::array();
    for (const SplitContent& s : content.splits) {
        const char* use = s.split == "train"   ? "cr:TrainingSplit"
                          : s.split == "valid" ? "cr:ValidationSplit"
                                               : "cr:TestSplit";
        data.push_back({{"splits/name", s.split}, {"splits/url", use}});
    }
    return {
        {"@type", "cr:RecordSet"},
        {"@id", "splits"},
        {"name", "splits"},
        {"dataType", "cr:Split"},
        {"key", reference("splits/name")},
        {"field",
         Json::array(
             {{{"@type", "cr:Field"}, {"@id", "splits/name"}, {"name", "name"}, {"dataType", "sc:Text"}},
              {{"@type", "cr:Field"}, {"@id", "splits/url"}, {"name", "url"}, {"dataType", {"sc:URL", "cr:Split"}}}})},
        {"data", data}};
}

// The lengths of an array's axes without the first, which counts trajectories.
std::string shape_of_row(const ArrayLayout& layout, const SplitContent& s) {
    std::string text;
    for (std::size_t i = 1; i < layout.axes.size(); ++i) {
        const std::string length = axis_length(layout.axes[i], s);
        text += (text.empty() ? "" : ",") + (length == layout.axes[i] ? "-1" : length);  // -1: not known here
    }
    return text;
}

// One array as a field: its records are trajectories, so that the shape is that of one row.
Json field_of(const ArrayLayout& layout, const SplitContent& s, const Units& units) {
    const std::string name = layout.path.substr(1), unit = unit_in(layout.unit, units);
    Json field{{"@type", "cr:Field"},
               {"@id", s.split + "/" + name},
               {"name", name},
               {"description", layout.long_name + (unit.empty() ? "" : " [" + unit + "]") + "; array " + layout.path +
                                   " of " + s.file},
               {"dataType", layout.element.kind == Element::Kind::floating ? "sc:Float" : "sc:Integer"}};
    if (layout.axes.size() > 1) {
        field["isArray"] = true;
        field["arrayShape"] = shape_of_row(layout, s);
    }
    // No extraction of arrays from HDF5 is defined: the content of the file, in which `description` names the array.
    field["source"] = {{"fileObject", reference(s.file)}, {"extract", {{"fileProperty", "content"}}}};
    return field;
}

// The record set of one file, with one record for each trajectory.
Json record_set(const SplitContent& s, const Units& units) {
    Json fields = Json::array();
    for (const ArrayLayout& layout : array_layouts()) {
        const bool here = std::ranges::any_of(s.array_digests, [&](const auto& d) { return d.first == layout.path; });
        if (here && !layout.axes.empty() && layout.axes[0] == "trajectory")
            fields.push_back(field_of(layout, s, units));
    }
    return {{"@type", "cr:RecordSet"},
            {"@id", s.split},
            {"name", s.split},
            {"description",
             std::to_string(s.count) + " trajectories of " + std::to_string(s.samples) + " samples, a record each"},
            {"key", reference(s.split + "/trajectory")},
            {"field", fields}};
}

// Only what was given: a card with empty keys is not valid.
void add_publication(const Publication& p, Json& json) {
    if (!p.license.empty()) json["license"] = p.license;
    if (!p.url.empty()) json["url"] = p.url;
    for (const std::string& creator : p.creators)
        json["creator"].push_back({{"@type", "sc:Person"}, {"name", creator}});
    if (!p.date.empty()) json["datePublished"] = p.date;
}

std::string collection(const ManifestContent& content) {
    if (content.imported())
        return "States that were made elsewhere and imported; energies, coordinates and what else follows from them "
               "was "
               "computed from the equations of motion in /system/json.";
    return "Computed, not measured: the equations of motion in /system/json were integrated numerically, from " +
           (content.states ? std::string("initial states that were given in a file.")
                           : "initial conditions drawn at random from the distribution in /system/json, seed " +
                                 std::to_string(content.seed) + ".") +
           (content.inputs ? " Inputs were given in a file." : "") +
           " The integration settings are in /system/protocol.";
}

std::string biases(const ManifestContent& content) {
    if (content.imported() || content.states)
        return "Motions are those of the initial states that were given; how these were chosen is not known here.";
    return "Initial conditions have the distribution in /system/json: what is rare there is rare here.";
}

std::string exactness(const ManifestContent& content) {
    return content.imported() ? "Nothing says how exact the states are."
                              : "Where a file has /error_bound, it estimates how far a state is from the exact motion; "
                                "it is not proved.";
}

}  // namespace

// The card: schema.org describes the dataset, Croissant 1.1 its files and records, PROV-O how it was made.
std::string croissant_json(const ManifestContent& content, const std::vector<CompanionFile>& companions) {
    const std::string title = content.system_title.empty() ? content.system_name : content.system_title;
    Json json{{"@context", context()},
              {"@type", "sc:Dataset"},
              {"conformsTo", {"http://mlcommons.org/croissant/1.1", responsible_use_version}},
              {"name", content.system_name},
              {"alternateName", title},
              {"description", "Trajectories of a mechanical system: " + title + ". " + content.system_description}};
    if (!content.system_reference.empty()) json["citation"] = content.system_reference;
    json["citeAs"] = dataset_citation(content);
    add_publication(content.publication, json);
    json["isLiveDataset"] = false;
    json["keywords"] = {"physics", "mechanics", "dynamical systems", "Hamiltonian neural networks", "time series"};
    json["prov:wasGeneratedBy"] = {
        {"@type", "prov:Activity"},
        {"prov:label", content.command},
        {"prov:wasAssociatedWith",
         {{"@type", "prov:SoftwareAgent"}, {"prov:label", std::string("cchnn ") + tool_version}}}};
    json.update(Json::parse(responsible_use_json(content)));
    json["distribution"] = distribution(content, companions);
    json["recordSet"] = Json::array({splits_record_set(content)});
    for (const SplitContent& s : content.splits) json["recordSet"].push_back(record_set(s, content.units));
    return json.dump(2) + "\n";
}

std::string responsible_use_json(const ManifestContent& content) {
    nlohmann::ordered_json croissant;
    croissant["rai:dataCollection"] = collection(content);
    croissant["rai:dataCollectionType"] = {"Others: numerical simulation"};
    croissant["rai:dataCollectionMissingData"] =
        "A trajectory that could not be integrated to its end is named in /outcome, and is NaN after /end_time.";
    croissant["rai:personalSensitiveInformation"] = {"None: positions and velocities of the bodies of a mechanism."};
    croissant["rai:dataBiases"] = {biases(content)};
    croissant["rai:dataLimitations"] = {
        "Ideal mechanics: rigid bodies, exact constraints, no contact, impact, dry friction or noise of sensors.",
        exactness(content)};
    croissant["rai:dataUseCases"] = {
        "Training, validation and testing of models that predict motion.",
        "Not recommended: conclusions about a real machine, whose friction, play and flexibility are not in it."};
    return croissant.dump();
}

}  // namespace cchnn
