#include "stories/exchange/document_info.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/sha256.hpp"
#include "report/tables/file_reports.hpp"
#include "spec/json/schema_check.hpp"
#include "stories/exchange/export_arrays.hpp"
#include "stories/exchange/file_info.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;
using Json = nlohmann::ordered_json;

namespace {

Json facts(const fs::path& path) {
    const Json info = Json::parse(file_info(path));
    CHECK(schema_problems(Json::parse(file_info_json({info.dump()})), "", "file_info").empty());
    return info;
}

// Three test trajectories of 11 samples of the double pendulum, and one that is exported.
struct Exported {
    explicit Exported(ExportFormat format, ExportLayout layout) : form(name(format)) {
        generate(load_system("chain_pendulum_2"), small(scratch.path(), 2, 0, 3));
        truth_digest = TrajectoryFile(source / "test.h5").truth_digest();
        content_digest = TrajectoryFile(source / "test.h5").content_digest();
        ExportOptions options{source, scratch / "all", format, layout};
        options.length = layout == ExportLayout::chunks ? 5 : 0;
        export_arrays(options);
        one = scratch / "all" / (format == ExportFormat::npy ? "test" : "test." + form);
    }
    ScratchDirectory scratch;
    fs::path source = scratch / "chain_pendulum_2", one;
    std::string form, truth_digest, content_digest;
};

}  // namespace

TEST_CASE("an export says its layout, how many rows it has and their shapes, in each format, file and directory") {
    for (const ExportFormat format : {ExportFormat::npz, ExportFormat::h5, ExportFormat::npy, ExportFormat::jsonl})
        for (const ExportLayout layout : {ExportLayout::arrays, ExportLayout::rows, ExportLayout::chunks}) {
            if (layout == ExportLayout::arrays && (format == ExportFormat::h5 || format == ExportFormat::jsonl))
                continue;
            const Exported made(format, layout);
            CAPTURE(made.form);
            const bool chunks = layout == ExportLayout::chunks;
            const Json info = facts(made.one);
            CHECK(info["kind"] == "export");
            CHECK(info["layout"] == (chunks ? "chunks" : layout == ExportLayout::rows ? "rows" : "arrays"));
            CHECK(info[chunks ? "windows" : "trajectories"] == (chunks ? 6 : 3));  // two windows of 5 in 11 samples
            CHECK(info["samples"] == (chunks ? 5 : 11));
            CHECK(info["shapes"]["x"].dump() == (chunks ? "[6,5,2,2]" : "[3,11,2,2]"));
            CHECK(info["shapes"]["qdot"].dump() == (chunks ? "[6,5,2]" : "[3,11,2]"));
            CHECK(info.contains("truth_digest") == (format == ExportFormat::npz));
            if (format == ExportFormat::npz) CHECK(info["truth_digest"] == made.truth_digest);
            if (info.contains("content_digest")) CHECK(info["content_digest"] == made.content_digest);
            Json set = facts(made.scratch / "all")["files"][made.one.filename().string()];
            for (auto& [key, value] : set.items()) CHECK(value == info[key]);
            CHECK(set.size() + 2 == info.size());  // its path and kind
        }
}

TEST_CASE("croissant.json says what it describes, by their digests") {
    const Exported made(ExportFormat::jsonl, ExportLayout::rows);
    for (const fs::path& directory : {made.source, made.scratch / "all"}) {
        const Json info = facts(directory / "croissant.json");
        CHECK(info["kind"] == "croissant");
        CHECK(info["system"] == "chain_pendulum_2");
        const std::string file = directory == made.source ? "test.h5" : "test.jsonl";
        CHECK(info["files"][file]["sha256"] == sha256_of_text(bytes_of(directory / file)));
    }
}

TEST_CASE("what is no export is told as it was, damaged ones by what is wrong") {
    const Exported made(ExportFormat::jsonl, ExportLayout::rows);
    CHECK(export_info(made.source / "test.h5").empty());
    CHECK(export_info(made.source / "manifest.json").empty());
    const fs::path other = made.scratch / "a.jsonl";
    write_text(other, "{\"name\": 1}\n");
    CHECK(export_info(other).empty());
    write_text(other, "{\"trajectory\": 1, \"t\": [0, 0.1], \"x\": [[1, 2");
    CHECK(contains_text(complaint([&] { (void)file_info(other); }), "a.jsonl: line 1, column "));
    write_text(other, "{\"trajectory\": 1, \"t\": [0], \"x\": [[1]]}\n{}");
    CHECK(facts(other)["trajectories"] == 2);  // the last line lacks its end
    write_text(other, "{\"trajectory\": 1, \"t\": [], \"x\": [], \"v\": 3}\n");
    CHECK(facts(other)["shapes"].dump() == R"({"x":[1,0]})");
    fs::create_directory(made.scratch / "npy");
    for (const char* name : {"content_digest.npy", "t.npy", "x.npy"}) write_text(made.scratch / "npy" / name, "no");
    CHECK(contains_text(complaint([&] { (void)file_info(made.scratch / "npy"); }), "x.npy: "));
    write_text(made.scratch / "croissant.json", "{\"conformsTo\": 1, \"name\": {}}");
    CHECK(contains_text(complaint([&] { (void)file_info(made.scratch / "croissant.json"); }), "is JSON, but neither"));
}
