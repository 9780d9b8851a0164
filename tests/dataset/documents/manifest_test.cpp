#include "dataset/documents/manifest.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "core/sha256.hpp"
#include "dataset/dataset_fixture.hpp"
#include "dataset/reader/trajectory_file.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

ManifestContent make_directory(const ScratchDirectory& scratch, int batch_size) {
    const Fixture f("chain_pendulum_2");
    DatasetDescription train = f.dataset(20, 30, "train");
    train.chunks = true;
    f.write(scratch / "train.h5", train, batch_size);
    f.write(scratch / "test.h5", f.dataset(10, 30), batch_size);
    ManifestContent content{f.spec.name,
                            f.spec.title,
                            f.spec.description,
                            f.spec.reference,
                            f.spec.json,
                            Units{},
                            R"({"name": "default", "rtol": 1e-13})",
                            train.seed,
                            true,
                            false,
                            "cchnn-gen generate chain_pendulum_2 --seed 18446744073709551557",
                            {}};
    content.splits = {describe_split(scratch / "train.h5", 3), describe_split(scratch / "test.h5", 0)};
    write_manifest(scratch.path(), content);
    return content;
}

}  // namespace

TEST_CASE("the manifest says everything a dataset depends on, and every digest") {
    const ScratchDirectory scratch;
    const ManifestContent content = make_directory(scratch, 7);
    const auto json = nlohmann::json::parse(read_all(scratch / "manifest.json"));
    CHECK(json["tool_version"] == "0.3.0");
    CHECK(json["system"]["name"] == "chain_pendulum_2");
    CHECK(json["system"]["sha256"] == sha256_of_text(content.system_json));
    CHECK(json["protocol"]["rtol"] == 1e-13);
    CHECK(json["seed"].get<std::uint64_t>() == 18446744073709551557U);
    CHECK(json["command"] == content.command);
    const auto& train = json["splits"]["train"];
    CHECK(train["file"] == "train.h5");
    CHECK(train["count"] == 20);
    CHECK(train["steps"] == 30);
    CHECK(train["dt"] == 0.03);
    CHECK(train["chunk_length"] == 5);
    CHECK(train["resampled"] == 3);
    CHECK(train["outcomes"]["completed"] == 16);
    CHECK(train["outcomes"]["too_many_steps"] == 4);
    const TrajectoryFile file(scratch / "train.h5");
    CHECK(train["content_digest"] == file.content_digest());
    CHECK(train["truth_digest"] == file.truth_digest());
    CHECK(file.digests().truth == file.truth_digest());
    CHECK(train["file_sha256"] == sha256_of_text(read_all(scratch / "train.h5")));
    CHECK(train["array_digests"].size() == 55);
    CHECK(train["array_digests"]["/x"].get<std::string>().size() == 64);
    CHECK(!json["splits"]["test"].contains("chunk_length"));
}

TEST_CASE("nothing in a directory depends on place, time or batches") {
    const ScratchDirectory a, b;
    make_directory(a, 7);
    make_directory(b, 20);
    for (const char* name : {"manifest.json", "README.md", "croissant.json", "SHA256SUMS", "train.h5", "test.h5"}) {
        CAPTURE(name);
        CHECK((read_all(a / name) == read_all(b / name)));
        CHECK_FALSE(contains_text(read_all(a / name), a.path().filename().string()));
    }
    CHECK(a.file_count() == 6);
}

TEST_CASE("sha256sum -c agrees with SHA256SUMS, and notices a change") {
    const ScratchDirectory scratch;
    make_directory(scratch, 7);
    const std::string command =
        "cd '" + scratch.path().string() + "' && sha256sum --strict --quiet -c SHA256SUMS >/dev/null 2>&1";
    CHECK(std::system(command.c_str()) == 0);
    std::ofstream(scratch / "README.md", std::ios::app) << "changed";
    CHECK(std::system(command.c_str()) != 0);
}

TEST_CASE("the card tells shapes, units and how to generate the data again") {
    const ScratchDirectory scratch;
    make_directory(scratch, 7);
    const std::string card = read_all(scratch / "README.md");
    CHECK(contains_text(card, "(`chain_pendulum_2`)"));
    CHECK(contains_text(card, "Shapes are in axes: trajectory 20, t 30, node 2, axis 2,"));
    CHECK(contains_text(card, "| `/x` | (trajectory, t, node, axis) | float64 | m | position of each node |"));
    CHECK(contains_text(card, "| `/chunks/v` | (trajectory, sample, node, axis) | float64 | m/s |"));
    CHECK(contains_text(card, "| `test.h5` | 10 | 30 | 0.03 | 2 |"));
    CHECK(contains_text(card, "```sh\ncchnn-gen generate chain_pendulum_2 --seed 18446744073709551557\n```"));
}

TEST_CASE("a file whose content is not what its digest says is refused") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    f.write(scratch / "test.h5", f.dataset(2, 5), 2);
    std::string bytes = read_all(scratch / "test.h5");
    const std::size_t at =
        bytes.find("chain_pendulum_1");  // the attribute `system`, or the JSON: neither has a checksum
    REQUIRE(at != std::string::npos);
    bytes[at] = 'C';
    std::ofstream(scratch / "test.h5", std::ios::binary) << bytes;
    CHECK(contains_text(error_text([&] { describe_split(scratch / "test.h5", 0); }), "test.h5:/@content_digest: is "));
}

TEST_CASE("a protocol that is damaged, or nested without end, is not one of imported data") {
    CHECK(is_imported(R"({"name": "imported"})"));
    const std::string nested = R"({"name": "imported", "a": )" + std::string(200'000, '[') + std::string(200'000, ']');
    for (const std::string& text : {std::string(), std::string("{"), std::string("[]"), std::string("3"),
                                    std::string(R"({"name": 3})"), std::string(R"({"name": "default"})"), nested + "}"})
        CHECK_FALSE_MESSAGE(is_imported(text), text.substr(0, 40));
}
