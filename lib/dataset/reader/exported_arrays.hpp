#pragma once
// The arrays of a dataset file in layouts that other loaders expect (schemas/dataset.md, section Exporting):
//
//   arrays   as they are in the file; "/system/mass_matrix" is called "system/mass_matrix"
//   rows     those with one row for each trajectory; t is repeated, (N, T)
//   chunks   the drawn training windows: x, v, t, ... of (N, L, ...), start; or, with a length, all windows of each
//            trajectory that do not overlap: (N floor(T/L), L, ...)
//
// export_arrays() (stories/exchange) writes them. Rows are read when a writer asks for them.

#include <string>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"
#include "files/numpy/npz_writer.hpp"

namespace cchnn {

enum class ExportLayout { arrays, rows, chunks };

// One array to be exported: numbers are read by rows(first, count), texts are in memory.
struct ExportedArray {
    std::string name;
    Element element;
    Shape shape;
    ReadRows rows;                   // numbers
    std::vector<std::string> texts;  // or texts, all of them
    std::string unit, long_name;
};

// Name, type and shape of an exported array, for reports.
struct ExportedShape {
    std::string name;
    Element element;
    Shape shape;
};

// The same array with numbers of 64 bits rounded to 32; integers and texts stay.
ExportedArray as_float32(ExportedArray array);

// The file and the info must outlive the result, whose `rows` refer to them. `length` is the length of windows,
// 0 for the drawn ones. Throws UsageError if the file has no drawn windows and no length is given, or if the
// length exceeds a trajectory.
std::vector<ExportedArray> exported_arrays(const Hdf5File& file, const TrajectoryFileInfo& info, ExportLayout layout,
                                           int length);

}  // namespace cchnn
