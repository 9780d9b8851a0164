#pragma once
// A dataset file's arrays in the layouts that loaders of others expect (schemas/dataset.md, section Exporting):
//
//   arrays   as they stand in the file; "/system/mass_matrix" is called "system/mass_matrix"
//   rows     those of one row a trajectory; t is repeated, (N, T)
//   chunks   the drawn training chunks: x, v, t, ... of (N, L, ...), start; or, with a length, every piece of each trajectory
//            that does not overlap another: (N floor(T/L), L, ...)

#include <string>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"
#include "files/numpy/npz_writer.hpp"

namespace cchnn {

enum class ExportLayout { arrays, rows, chunks };

struct ExportedArray {
    std::string name;
    Element element;
    Shape shape;
    ReadRows rows;                   // numbers
    std::vector<std::string> texts;  // or texts, all of them
    std::string unit, long_name;
};

// What a report says of one.
struct ExportedShape {
    std::string name;
    Element element;
    Shape shape;
};

// The same array with numbers of 64 bits rounded to 32; integers and texts stay.
ExportedArray as_float32(ExportedArray array);

// The file outlives what is returned. `length` is of chunks, 0: the drawn ones. Throws UsageError where a file has no
// chunks and no length is given, or a length is longer than a trajectory.
std::vector<ExportedArray> exported_arrays(const Hdf5File& file, const TrajectoryFileInfo& info, ExportLayout layout,
                                           int length);

}  // namespace cchnn
