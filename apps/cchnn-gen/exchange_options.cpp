#include "exchange_options.hpp"

#include <CLI/CLI.hpp>

#include "../json_option.hpp"
#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "verify_options.hpp"

namespace cchnn {
namespace {

constexpr const char* export_footer = R"(
Layouts: arrays, the arrays of the file under their own names; rows, one row a trajectory, with t repeated in each, for loaders
that need equal first axes; chunks, the drawn training windows, or with --length L all windows of L samples that do not overlap.
A directory becomes a directory of files, one for each set. Rows and windows of a directory in HDF5 or JSON get a card for Hugging
Face's load_dataset(), and those in JSON a croissant.json for Croissant's loader.
Examples:
  cchnn-gen export data/chain_pendulum_3 -o npz
  cchnn-gen export data/chain_pendulum_3/train.h5 -o rows.h5 --layout rows
  cchnn-gen export data/chain_pendulum_3/train.h5 -o windows.npz --layout chunks --length 10
  cchnn-gen export data/chain_pendulum_3/train.h5 -o train --format npy --dtype float32
  cchnn-gen export data/chain_pendulum_3 -o rows --layout rows --format jsonl)";

constexpr const char* import_footer = R"(
Files hold x, v (N, T, n, d), or q, qdot (N, T, m), and t (T,), as .npz or HDF5, in the units of the system. Momenta p may take
the place of v or qdot: p = M v, or dT/dqdot. A driven system needs u (N, T, inputs), held from sample to sample. The states
must satisfy its constraints, energy and equations of motion within --tolerance. They are stored unchanged, and models are
scored against them. They get no error bounds, since their accuracy is unknown.
Examples:
  cchnn-gen import chain_pendulum_2 --test measured.npz -o data
  cchnn-gen import my_system.json --train train.npz --test test.h5 -o data --tolerance 1e-4)";

}  // namespace

ExchangeParser::ExchangeParser(CLI::App& app) {
    add_export(app);
    add_import(app);
}

bool ExchangeParser::export_parsed() const { return export_app_->parsed(); }
bool ExchangeParser::import_parsed() const { return import_app_->parsed(); }

void ExchangeParser::add_export(CLI::App& app) {
    ExportOptions& o = export_.options;
    export_app_ =
        app.add_subcommand("export", "write a dataset as NumPy files, or in rows and windows as HDF5 or JSON");
    export_app_->add_option("SOURCE", o.source, "a dataset file, or a directory of them")->required();
    export_app_
        ->add_option("-o,--output", o.output,
                     "a file .npz, .h5 or .jsonl; of a directory, and with --format npy: a directory")
        ->type_name("FILE|DIR")
        ->required();
    export_app_->add_option("--layout", layout_, "which arrays, as described below [arrays]")
        ->type_name("arrays|rows|chunks");
    export_app_->add_option(
        "--length", o.length,
        "samples of a window: all windows of that length that do not overlap, instead of the drawn ones");
    export_app_
        ->add_option("--format", format_,
                     "npy: a directory of arrays, for memory maps; jsonl: a row a line [what the file ends in; of a "
                     "directory npz]")
        ->type_name("npz|h5|npy|jsonl");
    export_app_->add_option("--dtype", dtype_, "type of floating-point numbers [float64]")
        ->type_name("float64|float32");
    export_app_->add_option("--json", export_.json, json_option_help);
    export_app_->add_flag("--force", o.overwrite, "replace existing files");
    export_app_->footer(export_footer);
}

void ExchangeParser::add_import(CLI::App& app) {
    ImportOptions& o = import_.options;
    import_app_ = app.add_subcommand("import", "turn arrays made elsewhere into a dataset, checked against a system");
    import_app_->add_option("SYSTEM", import_.system, "built-in name or path to a JSON file")
        ->type_name("NAME|FILE")
        ->required();
    import_app_->add_option("-o,--output", o.directory, "directory; files go to DIR/<system>/")->required();
    import_app_->add_option("--train", o.arrays[0], "arrays of the training set, .npz or HDF5");
    import_app_->add_option("--valid", o.arrays[1], "of the validation set");
    import_app_->add_option("--test", o.arrays[2], "of the test set");
    import_app_->add_option("--dt", o.dt, "time between samples, s, for files without t");
    import_app_->add_option("--tolerance", o.tolerance, "relative tolerance of constraints, motion and energy")
        ->capture_default_str();
    import_app_->add_option("--chunk", o.chunk_length, "samples of a training window")->capture_default_str();
    import_app_->add_option("--seed", o.seed, "seed of the training windows")->capture_default_str();
    import_app_->add_option("--json", import_.json, json_option_help);
    import_app_->add_flag("--force", o.overwrite, "replace an existing dataset");
    add_publication(*import_app_, o.publication);
    import_app_->footer(import_footer);
}

ExportCommand ExchangeParser::export_command() const {
    ExportCommand command = export_;
    if (layout_ == "rows") command.options.layout = ExportLayout::rows;
    else if (layout_ == "chunks") command.options.layout = ExportLayout::chunks;
    else if (layout_ != "arrays")
        throw UsageError("--layout", "must be arrays, rows or chunks, got '" + layout_ + "'" +
                                         suggestion(layout_, {"arrays", "rows", "chunks"}));
    if (!format_.empty()) command.options.format = export_format(format_);
    if (!format_.empty() && !command.options.format)
        throw UsageError("--format", "must be npz, h5, npy or jsonl, got '" + format_ + "'" +
                                         suggestion(format_, {"npz", "h5", "npy", "jsonl"}));
    if (dtype_ != "float64" && dtype_ != "float32")
        throw UsageError("--dtype", "must be float64 or float32, got '" + dtype_ + "'");
    command.options.float32 = dtype_ == "float32";
    return command;
}

}  // namespace cchnn
