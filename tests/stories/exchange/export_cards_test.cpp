#include "stories/exchange/export_cards.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "core/sha256.hpp"
#include "files/numpy/npz_file.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

ExportOptions rows_of(const fs::path& source, const fs::path& output, ExportFormat format) {
    ExportOptions options;
    options.source = source;
    options.output = output;
    options.format = format;
    options.layout = ExportLayout::rows;
    return options;
}

std::size_t lines_in(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("export cards: the card's header names a file for each split") {
    const ScratchDirectory scratch;
    const fs::path data = generate(load_system("chain_pendulum_2"), small(scratch / "d", 3, 2, 4)).directory;
    for (const ExportFormat format : {ExportFormat::h5, ExportFormat::jsonl}) {
        const fs::path out = scratch / name(format);
        export_arrays(rows_of(data, out, format));
        const std::string ending = name(format), card = bytes_of(out / "README.md");
        CHECK(card.starts_with(
            "---\nconfigs:\n- config_name: default\n  data_files:\n  - split: train\n    path: train." + ending +
            "\n  - split: validation\n    path: valid." + ending + "\n  - split: test\n    path: test." + ending +
            "\n---\n"));
        CHECK(fs::exists(out / "croissant.json") == (format == ExportFormat::jsonl));
    }
    CHECK(lines_in(bytes_of(scratch / "jsonl/test.jsonl")) == 4);
    CHECK_FALSE(complaint([&] { export_arrays(rows_of(data, scratch / "jsonl", ExportFormat::jsonl)); }).empty());
}

TEST_CASE("export cards: croissant.json has the files as they are, and a column for each field") {
    const ScratchDirectory scratch;
    const fs::path data = generate(load_system("gyroscope"), small(scratch / "d", 3, 0, 4)).directory;
    const fs::path out = scratch / "rows";
    export_arrays(rows_of(data, out, ExportFormat::jsonl));
    const auto json = nlohmann::json::parse(bytes_of(out / "croissant.json"));
    REQUIRE(json["distribution"].size() == 2);
    for (const auto& file : json["distribution"]) {
        CHECK(file["encodingFormat"] == "application/jsonlines");
        CHECK(file["sha256"] == sha256_of_file(out / file["contentUrl"].get<std::string>()));
    }
    const auto line =
        nlohmann::json::parse(bytes_of(out / "train.jsonl").substr(0, bytes_of(out / "train.jsonl").find('\n')));
    std::size_t fields = 0;
    for (const auto& set : json["recordSet"])
        if (set["@id"] == "train")
            for (const auto& field : set["field"]) {
                ++fields;
                const std::string column = field["source"]["extract"]["column"];
                REQUIRE(line.contains(column));
                std::string shape;
                for (const auto* value = &line[column]; value->is_array(); value = &value->front())
                    shape += (shape.empty() ? "" : ",") + std::to_string(value->size());
                CHECK(field.value("isArray", false) == line[column].is_array());
                CHECK(field.value("arrayShape", "") == shape);
                CHECK(field["source"]["fileObject"]["@id"] == "train.jsonl");
            }
    CHECK(fields == line.size());
    CHECK_FALSE(contains_text(json.dump(), ".h5"));
}

TEST_CASE("export: arrays for memory maps, and numbers rounded to float32") {
    const ScratchDirectory scratch;
    const fs::path data = generate(load_system("chain_pendulum_2"), small(scratch / "d", 3, 0, 4)).directory;
    ExportOptions options;
    options.source = data;
    options.output = scratch / "npy";
    options.format = ExportFormat::npy;
    options.float32 = true;
    export_arrays(options);
    for (const char* file : {"train/x.npy", "train/chunks/x.npy", "test/system/json.npy", "test/truth_digest.npy"})
        CHECK_MESSAGE(fs::exists(scratch / "npy" / file), file);
    options.output = scratch / "npz";
    options.format = ExportFormat::npz;
    export_arrays(options);
    const Arrays arrays = arrays_of(data / "test.h5", 0, 4);
    const NpyArray rounded = NpzFile(scratch / "npz/test.npz").read("x");
    REQUIRE(rounded.values.size() == arrays.x.size());
    for (std::size_t i = 0; i < arrays.x.size(); ++i)
        CHECK(rounded.values[i] == static_cast<double>(static_cast<float>(arrays.x[i])));

    options.source = data / "test.h5";
    options.output = scratch / "a.npy";
    options.format.reset();
    CHECK(
        contains_text(complaint([&] { export_arrays(options); }), "for .npy files give --format npy and a directory"));
    options.output = scratch / "a.jsonl";
    CHECK(complaint([&] { export_arrays(options); }) == "usage: --layout: JSON lines need rows; choose rows or chunks");
}
