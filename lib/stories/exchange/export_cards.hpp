#pragma once
// Writes the files that loaders of data sites read before the data of an export. README.md has a header that
// assigns files to splits, as load_dataset() of Hugging Face takes it. Exports in JSON also get a
// croissant.json whose fields are the columns: that of the source with the files and fields of the export.
// Croissant has no way into HDF5.

#include <vector>

#include "stories/exchange/export_arrays.hpp"

namespace cchnn {

// Writes into options.output. Throws IoError; DataError if the source's croissant.json does not describe a
// dataset.
void write_export_cards(const ExportOptions& options, ExportFormat format, const std::vector<ExportReport>& reports);

}  // namespace cchnn
