#include "stories/verify/stored_tables.hpp"

#include <algorithm>

#include "core/joined.hpp"
#include "core/number_text.hpp"
#include "core/paths/temporary_directory.hpp"
#include "dataset/content_digest.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/reader/file_difference.hpp"
#include "dataset/writer/dataset_writer.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/impacts/contact_driver.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

// The description from which the writer makes a file with the same tables.
DatasetDescription described(const TrajectoryFile& file, const CompiledSystem& compiled) {
    const Hdf5File arrays = Hdf5File::open(file.path());
    DatasetDescription d = file.info().description;
    d.count = 0;
    d.units = compiled.spec.units;
    d.varied = compiled.spec.varied;
    d.dissipative = compiled.system.dissipative() || has_contacts(compiled.system);
    d.nodes = node_labels(compiled.graph);
    d.graph = system_graph(compiled.spec, compiled.graph);
    d.coordinates = compiled.coordinates.table();
    d.why_no_coordinates = compiled.coordinates.why_none();
    d.bound_level = ErrorBoundRule(default_protocol()).level;  // the same for every protocol
    d.with = stored_choice(arrays);
    return d;
}

const ArrayLayout* layout_of(const std::string& path) {
    const auto& all = array_layouts();
    const auto found = std::ranges::find(all, path, &ArrayLayout::path);
    return found == all.end() ? nullptr : &*found;
}

// Whether an array has one row for each trajectory; such arrays are not tables.
bool grows(const std::string& path) {
    const ArrayLayout* const layout = layout_of(path);
    return layout && !layout->axes.empty() && layout->axes.front() == "trajectory";
}

std::string difference_text(const ArrayDifference& d) {
    if (!d.what.empty()) return d.path + ": differs from what /system/json gives";
    return d.path + "[" + joined(d.index) + "]: is " + number_text(d.a) + ", /system/json gives " + number_text(d.b);
}

}  // namespace

DerivedChoice stored_choice(const Hdf5File& arrays) {
    DerivedChoice choice{arrays.has("/acceleration"), arrays.has("/momentum"), arrays.has("/multipliers"),
                         arrays.has("/sensitivity/start")};
    const std::string pointers = "/sensitivity/pointer";
    if (choice.sensitivities && arrays.has(pointers)) choice.sensitive = arrays.read_texts(pointers);
    return choice;
}

TablesFound check_tables(const TrajectoryFile& file, const CompiledSystem& compiled) {
    constexpr double of_tables = 1e-12;
    const TemporaryDirectory scratch("tables");
    const fs::path made = scratch.path() / "made.h5";
    DatasetWriter writer(made, described(file, compiled), compiled.system, false);
    writer.finish();
    const FileDifference difference = compare_files(file.path(), made, {of_tables, of_tables * 1e-3});
    TablesFound found;
    found.attributes = difference.compared_attributes;
    for (const ArrayDifference& array : difference.arrays) {
        if (grows(array.path)) continue;
        ++found.arrays;
        if (array.path == "/system/json")
            continue;  // what the others are made from, in parts or as earlier versions have it
        if (array.differs()) found.wrong.push_back(difference_text(array));
    }
    for (std::string text : difference.attributes) {
        for (const fs::path& path : {file.path(), made})
            for (std::size_t at; (at = text.find(" in " + path.string())) != std::string::npos;)
                text.replace(at, 4 + path.string().size(), path == made ? " by /system/json" : " here");
        found.wrong.push_back(text);
    }
    for (const std::string& path : difference.only_a) found.unknown.push_back(path);
    const bool dense =
        Hdf5File::open(file.path()).has("/system/mass_matrix");  // of earlier versions, whatever the size
    for (const std::string& path : difference.only_b)
        if (path != "/system/part" && !of_graph(path) && !(dense && layout_of(path)->presence == Presence::sparse))
            found.wrong.push_back(path + ": is missing");
    return found;
}

}  // namespace cchnn
