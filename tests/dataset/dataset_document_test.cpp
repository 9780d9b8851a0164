// schemas/dataset.md and submission.md against the layout, the written file, and Python's readers.

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

#include "dataset/dataset_fixture.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/hdf5_file.hpp"
#include "places.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::string document(const std::string& name = "dataset.md") {
    return read_all(cchnn_test::source_dir() + "/schemas/" + name);
}

// Cells of the table rows whose first cell starts with `start`, without spaces and backquotes around them.
std::vector<std::vector<std::string>> rows_of(const std::string& text, const std::string& header,
                                              const std::string& start) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(text.substr(text.find(header)));
    std::string line;
    while (std::getline(lines, line) && (line.empty() || line[0] != '#' || rows.empty())) {
        if (!line.starts_with("| `" + start)) continue;
        std::vector<std::string> cells;
        std::istringstream parts(line.substr(1));
        for (std::string cell; std::getline(parts, cell, '|');) {
            const std::size_t first = cell.find_first_not_of(" `"), last = cell.find_last_not_of(" `");
            cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
        }
        rows.push_back(cells);
    }
    return rows;
}

std::string axes_text(const ArrayLayout& layout) {
    std::string text = "(";
    for (const std::string& axis : layout.axes) text += (text.size() > 1 ? ", " : "") + axis;
    return text + (layout.axes.size() == 1 ? ",)" : ")");
}

std::string presence_text(Presence presence) {
    switch (presence) {
        case Presence::always: return "always";
        case Presence::dataset: return "dataset";
        case Presence::dissipative: return "dissipative";
        case Presence::driven: return "driven";
        case Presence::bounded: return "bounded";
        case Presence::chunks: return "chunks";
        case Presence::rolling: return "rolling";
        case Presence::dense: return "dense";
        case Presence::sparse: return "sparse";
        case Presence::dynamics: return "rolling, magnetic";
        case Presence::tracks: return "tracks";
        case Presence::contacts: return "contacts";
        case Presence::angles: return "angles";
        case Presence::coordinates:
        case Presence::chunk_coordinates:
        case Presence::coordinate_table: return "coordinates";
        case Presence::lyapunov: return "lyapunov";
        case Presence::varied: return "varied";
        case Presence::with_acceleration:
        case Presence::with_coordinate_acceleration:
        case Presence::with_momentum:
        case Presence::with_coordinate_momentum:
        case Presence::with_multipliers:
        case Presence::with_sensitivities:
        case Presence::with_coordinate_sensitivities:
        case Presence::with_parameter_sensitivities: return "with";
        default: return "system";
    }
}

struct PythonResult {
    bool available = false;
    int code = 0;
    std::string output;
};

// Runs a script with the distribution's Python if that has the modules.
PythonResult run_python(const ScratchDirectory& scratch, const std::string& modules, const std::string& script,
                        const std::string& argument) {
    PythonResult result;
    if (std::system(("/usr/bin/python3 -c 'import " + modules + "' >/dev/null 2>&1").c_str()) != 0) {
        MESSAGE("skipped: /usr/bin/python3 cannot import " << modules);
        return result;
    }
    result.available = true;
    std::ofstream(scratch / "script.py") << script;
    const std::string command =
        "cd '" + scratch.path().string() + "' && /usr/bin/python3 script.py '" + argument + "' > output.txt 2>&1";
    result.code = std::system(command.c_str());
    result.output = read_all(scratch / "output.txt");
    return result;
}

std::string train_file(const ScratchDirectory& scratch, std::uint64_t count = 12) {
    const Fixture f("coupled_pendulum_3");
    DatasetDescription d = f.dataset(count, 20, "train");
    d.chunks = true;
    d.coordinates = GeneralisedCoordinates(f.graph).table();
    return f.write(scratch / "train.h5", d, 5);
}

std::string code_block(const std::string& page, const std::string& start) {
    const std::string text = document(page);
    const std::size_t first = text.find('\n', text.find(start)) + 1;
    return text.substr(first, text.find("```", first) - first);
}

}  // namespace

TEST_CASE("the document's table of arrays and the layout say the same, in the same order") {
    const auto rows = rows_of(document(), "## Arrays", "/");
    REQUIRE(rows.size() == array_layouts().size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ArrayLayout& layout = array_layouts()[i];
        CHECK(rows[i] == std::vector<std::string>{layout.path, axes_text(layout), to_text(layout.element), layout.unit,
                                                  presence_text(layout.presence), layout.long_name});
    }
}

TEST_CASE("the document's table of axes and the layout say the same") {
    std::map<std::string, std::string> documented, laid_out;
    for (const AxisLayout& axis : axis_layouts()) laid_out[axis.name] = axis.scale;
    for (const auto& row : rows_of(document(), "## Axes", "")) documented[row[0]] = row[2];
    CHECK(documented == laid_out);
}

TEST_CASE("a written file holds the documented arrays and no others, with documented types, units and meanings") {
    const ScratchDirectory scratch;
    train_file(scratch);
    const Hdf5File file = Hdf5File::open(scratch / "train.h5");
    std::set<std::string> written, documented;
    for (const Entry& entry : file.entries())
        if (entry.kind == Entry::Kind::array) written.insert(entry.path);
    for (const auto& row : rows_of(document(), "## Arrays", "/")) {
        if (row[4] == "dissipative") continue;  // the system of this file loses no energy
        if (row[4] == "bounded") continue;      // and its batches have no bounds
        if (row[4] == "lyapunov") continue;     // nobody asked for its exponent
        if (row[4] == "with") continue;         // nor for what --with names
        if (row[4] == "sparse") continue;       // independent/large_system_test.py reads those of 258 nodes
        if (row[4] == "varied") continue;       // all trajectories have the same system
        if (row[4] == "driven") continue;       // nothing drives it
        if (row[4] == "contacts") continue;     // or hits anything
        if (row[4].starts_with("rolling") || row[4] == "tracks" || row[4] == "angles")
            continue;  // nothing of the kind is there
        documented.insert(row[0]);
        REQUIRE(written.count(row[0]) == 1);
        CHECK(to_text(file.array(row[0]).element) == row[2]);
        for (const AttributeInfo& a : file.attributes(row[0])) {
            // The coordinates of this system are angles, all of them.
            const std::string unit = row[3].substr(0, row[3].find(','));
            if (a.name == "units") CHECK(split_texts(file.attribute_bytes(row[0], a)).at(0) == unit);
            if (a.name == "long_name") CHECK(split_texts(file.attribute_bytes(row[0], a)).at(0) == row[5]);
        }
        CHECK(file.has_attribute(row[0], "long_name"));
        CHECK(file.has_attribute(row[0], "units") == !row[3].empty());
    }
    CHECK(written == documented);
}

TEST_CASE("the root attributes of written files are the documented ones") {
    const ScratchDirectory scratch;
    train_file(scratch);
    const Fixture f("chain_pendulum_1");
    DatasetDescription timed = f.submission(2, 4);
    timed.rollout_time = {1.5, "a core"};
    f.write(scratch / "s.h5", timed, 2);
    std::set<std::string> in_train, in_submission, documented_train, documented_submission;
    for (const AttributeInfo& a : Hdf5File::open(scratch / "train.h5").attributes("/")) in_train.insert(a.name);
    for (const AttributeInfo& a : Hdf5File::open(scratch / "s.h5").attributes("/")) in_submission.insert(a.name);
    for (const auto& row : rows_of(document(), "## Attributes of the root", "")) {
        // Of perturbed starts and of contexts; these files have none.
        if (row[2] == "rollouts" || row[2].starts_with("submissions from")) continue;
        if (row[2] != "submission") documented_train.insert(row[0]);
        if (row[2] != "train" && row[2] != "dataset") documented_submission.insert(row[0]);
    }
    CHECK(in_train == documented_train);
    CHECK(in_submission == documented_submission);
}

TEST_CASE("the document's Python program gives the same content and truth digests") {
    const ScratchDirectory scratch;
    const std::string digest = train_file(scratch);
    const PythonResult python =
        run_python(scratch, "h5py", code_block("dataset.md", "```python content_digest"), "train.h5");
    if (!python.available) return;
    CHECK(python.output == digest + "\n" + TrajectoryFile(scratch / "train.h5").truth_digest() + "\n");
}

TEST_CASE("compression, other chunks and byte order change nothing in the content digest") {
    const ScratchDirectory scratch;
    const std::string digest = train_file(scratch);
    const std::string script = R"(
import h5py, sys
with h5py.File(sys.argv[1]) as a, h5py.File("copy.h5", "w", libver="latest") as b:
    b.attrs.update(a.attrs)
    def copy(name, item):
        if isinstance(item, h5py.Group):
            b.create_group(name)
        elif item.dtype.kind == "f" and item.ndim:
            b.create_dataset(name, data=item[()], dtype=item.dtype.newbyteorder(">"), chunks=(1,) * item.ndim, compression="gzip", shuffle=True)
        elif name == "axis":
            b.create_dataset(name, data=[t.encode() for t in item.asstr()[()]], dtype="S5")
        else:
            b.create_dataset(name, data=item[()])
        for key in item.attrs:
            if key in ("units", "long_name", "codes"):
                b[name].attrs[key] = item.attrs[key]
    a.visititems(copy)
)";
    const PythonResult python = run_python(scratch, "h5py", script, "train.h5");
    if (!python.available) return;
    CHECK(python.output == "");
    CHECK(TrajectoryFile(scratch / "copy.h5").content_digest() == digest);
}

TEST_CASE("h5py sees named axes, units and text") {
    const ScratchDirectory scratch;
    train_file(scratch);
    const PythonResult python = run_python(scratch, "h5py", R"(
import h5py, sys
with h5py.File(sys.argv[1]) as f:
    print(f["x"].shape, [d.label for d in f["x"].dims], [d[0].name for d in f["x"].dims], f["x"].attrs["units"])
    print([d[0].name for d in f["system/constraints/weights"].dims], [d[0].name for d in f["chunks/x"].dims])
    print(f.attrs["kind"], f.attrs["seed"], f["system/nodes/body"].asstr()[()], f["axis"].asstr()[()])
    print(f["system/json"].asstr()[()][:35])
)",
                                           "train.h5");
    if (!python.available) return;
    CHECK(python.output ==
          "(12, 20, 3, 3) ['trajectory', 't', 'node', 'axis'] ['/trajectory', '/t', '/node', '/axis'] m\n"
          "['/system/constraints/constraint', '/node'] ['/trajectory', '/chunks/sample', '/node', '/axis']\n"
          "dataset 18446744073709551557 ['bob1' 'bob2' 'bob3'] ['x' 'y' 'z']\n"
          "{\n  \"name\": \"coupled_pendulum_3\",\n \n");
}

TEST_CASE("xarray sees the same named axes through h5netcdf and netCDF4") {
    const ScratchDirectory scratch;
    train_file(scratch);
    for (const char* engine : {"h5netcdf", "netCDF4"}) {
        CAPTURE(engine);
        const PythonResult python = run_python(scratch, std::string("xarray, ") + engine, R"(
import xarray as xr, sys
engine = sys.argv[1].lower()
ds = xr.open_dataset("train.h5", engine=engine)
print(ds.x.dims, ds.energy.dims, ds.x.attrs["units"], list(ds.axis.values), ds.attrs["system"])
print(float(ds.x.isel(trajectory=2, node=0, axis=1).sel(t=0.3, method="nearest")))
print(xr.open_dataset("train.h5", engine=engine, group="chunks").x.dims)
c = xr.open_dataset("train.h5", engine=engine, group="system/constraints").load()
print(c.weights.dims, list(c.kind.values))
print(xr.open_dataset("train.h5", engine=engine, group="system").mass_matrix.dims)
)",
                                               engine);
        if (!python.available) continue;
        const double value = Fixture("coupled_pendulum_3").batch(2, 1, 20).x[10 * 9 + 1];
        std::ostringstream expected;
        expected.precision(17);
        expected << "('trajectory', 't', 'node', 'axis') ('trajectory', 't') m ['x', 'y', 'z'] coupled_pendulum_3\n";
        CHECK(python.output.starts_with(expected.str()));
        std::istringstream lines(python.output.substr(expected.str().size()));
        double read = 0;
        lines >> read;
        CHECK(read == value);  // repr of Python reads back bit for bit
        CHECK(python.output.ends_with(
            "('trajectory', 'sample', 'node', 'axis')\n('constraint', 'node') ['distance', 'distance', 'distance']\n"
            "('node', 'node_column')\n"));
    }
}

TEST_CASE("the example of schemas/submission.md is accepted, and names what it answers") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    const std::string digest = f.write(scratch / "test.h5", f.dataset(4, 6), 4);
    const PythonResult python =
        run_python(scratch, "h5py, numpy",
                   "import numpy as np\nx = v = np.ones((4, 6, 1, 2), 'f4')\n" +
                       code_block("submission.md", "```python\nimport h5py\nwith h5py.File(\"test.h5\") as truth"),
                   "");
    if (!python.available) return;
    CHECK(python.output == "");
    const TrajectoryFile file(scratch / "submission.h5");
    CHECK(file.info().description.answers_truth == TrajectoryFile(scratch / "test.h5").truth_digest());
    CHECK(file.info().description.model == "my model");
    CHECK(file.content_digest().size() == 64);
}
