#include "dataset/writer/system_columns.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "dataset/dataset_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

TEST_CASE("system columns: parts of a JSON are the whole text, and none begins within a character") {
    constexpr std::size_t longest = 512 << 10;
    for (const std::size_t before : {longest - 3, longest - 2, longest - 1, longest}) {
        const std::string json = std::string(before, 'a') + "\u20ac" + std::string(longest, 'b');  // three bytes
        const std::vector<std::string> parts = json_parts(json);
        CHECK(std::accumulate(parts.begin(), parts.end(), std::string()) == json);
        REQUIRE(parts.size() == 3 - (before == longest - 3));
        CHECK(parts[0].size() == (before == longest - 3 ? longest : before));
        for (const std::string& part : parts) CHECK(part.size() <= longest);
    }
    CHECK(json_parts("").empty());
    CHECK(json_parts("{}") == std::vector<std::string>{"{}"});
}

TEST_CASE("system columns: the JSON of a file is the same in one piece and in parts") {
    const Fixture fixture("chain_pendulum_2");
    const ScratchDirectory scratch;
    const DatasetDescription description = fixture.dataset(1, 2);
    const auto written = [&](const char* name, const std::vector<std::string>& texts) {
        Hdf5File file = Hdf5File::create(scratch / name, name);
        file.make_group("/system");
        if (texts.size() == 1) file.write_text("/system/json", texts[0]);
        else file.write_deflated_texts("/system/json", texts, 4);
        for (const char* path : {"/t", "/x", "/v"}) {
            file.make_array(path, float64, {}, {});
            const double one = 1;
            file.write(path, {}, {}, &one);
        }
        file.close();
        return truth_digest(Hdf5File::open_own(scratch / name), {});
    };
    const std::string& json = description.system_json;
    const std::string whole = written("whole.h5", {json});
    CHECK(whole.size() == 64);
    CHECK(written("parts.h5", {json.substr(0, 100), json.substr(100)}) == whole);
    CHECK(written("cut.h5", {json.substr(0, 100), json.substr(100, 100)}).empty());
}
