#pragma once
// What loaders of data sites read before the files of an export: README.md with a header that says which file is which
// split, as Hugging Face's load_dataset() takes it, and for lines of JSON a croissant.json whose fields are their columns:
// the source's own, with files and fields of the export (Croissant knows no way into HDF5).

#include <vector>

#include "stories/exchange/export_arrays.hpp"

namespace cchnn {

// Into options.output. Throws IoError; DataError where the source's croissant.json is none.
void write_export_cards(const ExportOptions& options, ExportFormat format, const std::vector<ExportReport>& reports);

}  // namespace cchnn
