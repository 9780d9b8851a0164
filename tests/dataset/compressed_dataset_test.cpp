// Datasets that are compressed: the same content in fewer bytes, whoever compresses it.

#include <doctest/doctest.h>
#include <hdf5.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <random>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "dataset/dataset_fixture.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/chunk_queue.hpp"
#include "files/hdf5_file.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Digits like those of a chaotic motion, which do not compress.
TrajectoryBatch noisy(const Fixture& f, std::uint64_t first, int count, int samples) {
    TrajectoryBatch batch = f.batch(first, count, samples);
    const std::size_t row = batch.x.size() / to_size(count);
    for (std::size_t i = 0; i < to_size(count); ++i) {
        std::mt19937_64 random(first + i);
        for (std::size_t k = i * row; k < (i + 1) * row; ++k)
            for (double* value : {&batch.x[k], &batch.v[k]})
                *value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(*value) ^ random() >> 18);
    }
    return batch;
}

// As Fixture::write, of these and with a number of threads.
std::string write_with(const Fixture& f, const std::filesystem::path& path, const DatasetDescription& d, int batch_size,
                       int threads) {
    DatasetWriter writer(path, d, f.system, false, threads);
    for (std::uint64_t first = 0; first < d.count;) {
        const int count =
            static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(batch_size), d.count - first));
        writer.append(noisy(f, first, count, d.times.samples));
        first += static_cast<std::uint64_t>(count);
    }
    return writer.finish();
}

DatasetDescription training_set(const Fixture& f, std::uint64_t count, int samples, int level) {
    DatasetDescription d = f.dataset(count, samples, "train");
    d.chunks = true;
    d.coordinates = GeneralisedCoordinates(f.graph).table();
    d.deflate = level;
    return d;
}

struct StoredChunk {
    haddr_t at = 0;
    hsize_t bytes = 0;
};
StoredChunk stored_chunk(const std::filesystem::path& path, const char* array, hsize_t number) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), data = H5Dopen2(file, array, H5P_DEFAULT);
    const hid_t space = H5Dget_space(data);
    StoredChunk chunk;
    hsize_t start[4];
    unsigned mask = 1;
    REQUIRE(H5Dget_chunk_info(data, space, number, start, &mask, &chunk.at, &chunk.bytes) >= 0);
    CHECK(mask == 0);  // no filter left out
    H5Sclose(space);
    H5Dclose(data);
    H5Fclose(file);
    return chunk;
}

}  // namespace

TEST_CASE("compressed: the content of the file that is not, in fewer bytes, by filters that every HDF5 has") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_3");
    const std::string digest = write_with(f, scratch / "plain.h5", training_set(f, 101, 100, 0), 8, 1);
    for (int level : {1, 4, 9}) {
        const std::string name = std::to_string(level) + ".h5";
        CHECK(write_with(f, scratch / name, training_set(f, 101, 100, level), 8, 2) == digest);
        CHECK(TrajectoryFile(scratch / name).content_digest() == digest);  // of what is read back
        CHECK(std::filesystem::file_size(scratch / name) < std::filesystem::file_size(scratch / "plain.h5") / 10 * 9);
        const Hdf5File file = Hdf5File::open(scratch / name);
        for (const char* array : {"/x", "/v", "/q", "/energy", "/outcome", "/chunks/x", "/chunks/start", "/trajectory"})
            CHECK(file.array(array).filters == std::vector<std::string>{"shuffle", "deflate"});
        CHECK(file.array("/x").chunk == Shape{34, 100, 3, 2});  // 101 = 34 + 34 + 33: the last one is filled up
        CHECK(file.array("/system/mass_matrix").filters == std::vector<std::string>{"fletcher32"});
    }
}

TEST_CASE("compressed: the bytes of the file depend neither on threads nor on batches") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_2");
    const DatasetDescription d = training_set(f, 300, 100, 4);
    write_with(f, scratch / "1.h5", d, 300, 1);
    const std::string bytes = read_all(scratch / "1.h5");
    for (int threads : {1, 2, 4, 7}) {
        const auto path = scratch / ("t" + std::to_string(threads) + ".h5");
        write_with(f, path, d, 13 * threads, threads);
        CHECK((read_all(path) == bytes));
    }
}

TEST_CASE("compressed: a trajectory longer than a chunk is cut along time, and the last piece is filled up") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_3");
    const int samples = 9001;  // 432,048 bytes: 3001 + 3001 + 2999 samples
    DatasetDescription d = f.dataset(3, samples);
    const std::string digest = write_with(f, scratch / "plain.h5", d, 1, 1);
    d.deflate = 2;
    CHECK(write_with(f, scratch / "t.h5", d, 2, 3) == digest);
    const ArrayInfo x = Hdf5File::open(scratch / "t.h5").array("/x");
    CHECK(x.chunk == Shape{1, 3001, 3, 2});
    CHECK(x.stored_chunks == 9);
    std::vector<double> values, v;
    TrajectoryFile(scratch / "t.h5").read(1, 2, values, v);
    CHECK((values == noisy(f, 1, 2, samples).x));
}

TEST_CASE("compressed: a file without trajectories is as empty as without compression") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    DatasetDescription d = f.submission(0, 4);
    const std::string digest = write_with(f, scratch / "plain.h5", d, 1, 1);
    d.deflate = 9;
    CHECK(write_with(f, scratch / "t.h5", d, 1, 2) == digest);
    CHECK(Hdf5File::open(scratch / "t.h5").array("/x").shape == Shape{0, 4, 1, 2});
}

// zlib's checksum is all that guards a chunk.
TEST_CASE("compressed: a changed byte anywhere in a chunk is found when it is read, or changes no number") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_3");
    DatasetDescription d = f.dataset(160, 100);  // chunks of 40, the largest
    for (int level : {1, 6}) {
        d.deflate = level;
        const auto path = scratch / ("t" + std::to_string(level) + ".h5"), changed = scratch / "changed.h5";
        write_with(f, path, d, 160, 1);
        const std::string whole = read_all(path);
        int found = 0, tried = 0;
        const StoredChunk chunk = stored_chunk(path, "/x", 1);
        REQUIRE(chunk.bytes > 100000);
        for (hsize_t byte = 0; byte < chunk.bytes; byte = std::max(byte + 1, std::min(byte + 2039, chunk.bytes - 8))) {
            std::string bytes = whole;
            bytes[chunk.at + byte] = static_cast<char>(bytes[chunk.at + byte] ^ 0x10);
            std::ofstream(changed, std::ios::binary) << bytes;
            std::vector<double> x, v;
            const TrajectoryFile file(changed);
            file.read(0, 40, x, v);  // the chunk before is fine
            CAPTURE(byte);
            const std::string text = error_text([&] { file.read(40, 40, x, v); });
            if (text.empty()) CHECK((x == noisy(f, 40, 40, 100).x));  // bits behind the last code mean nothing
            else CHECK(text.starts_with(changed.string() + ":/x: chunk at (40, 0, 0, 0) "));
            found += !text.empty();
            ++tried;
        }
        CHECK(found > tried * 9 / 10);
    }
}

TEST_CASE("hashes of arrays do not depend on who adds the pieces, and when") {
    std::string all;
    for (int i = 0; i < 4000; ++i) all += static_cast<char>(i * i);
    for (int threads : {1, 3}) {
        ArrayHash hash;
        {
            OrderedTasks<int> tasks(threads);
            for (std::uint64_t piece = 0; piece < 40; ++piece)
                tasks.add([&, piece] {
                    usleep(piece % 2 == 0 ? 300 : 0);
                    hash.add(piece, all.data() + 100 * piece, 100);
                    return 0;
                });
            while (tasks.waiting() > 0) tasks.next();
        }
        CHECK(hash.hex() == sha256_of_text(all));
    }
}

TEST_CASE("compressed: what a thread throws reaches the caller, and nothing hangs") {
    const ScratchDirectory scratch;
    Hdf5File file = Hdf5File::create(scratch / "t.h5", "t.h5");
    file.make_array("/a", float64, {100}, {10}, 4);
    const auto rows = std::make_shared<std::vector<char>>(80);
    ArrayHash hash;
    ChunkQueue no_such_level(file, 17, 2);
    const std::string text = error_text([&] {
        for (std::uint64_t k = 0; k < 10; ++k) no_such_level.add({"/a", {10 * k}, 80, 8, rows, 0, 80, k, &hash});
        no_such_level.finish();
    });
    CHECK(text == "zlib does not give deflate at level 17");
}

TEST_CASE("compressed: a writer that is given up leaves nothing behind, and threads end") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_3");
    DatasetDescription d = f.dataset(2000, 100);
    d.deflate = 9;
    {
        DatasetWriter writer(scratch / "t.h5", d, f.system, false, 4);
        writer.append(noisy(f, 0, 500, 100));  // chunks are still on their way
    }
    CHECK(scratch.file_count() == 0);
}

TEST_CASE("compressed: a full disk is an IoError with path and reason") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_3");
    const auto path = scratch / "t.h5";
    DatasetDescription d = f.dataset(100, 100);
    d.deflate = 4;
    for (const rlim_t limit : {rlim_t{20000}, rlim_t{150000}, rlim_t{300000}}) {
        CAPTURE(limit);
        const pid_t child = fork();
        if (child == 0) {
            signal(SIGXFSZ, SIG_IGN);
            const rlimit size{limit, limit};
            setrlimit(RLIMIT_FSIZE, &size);
            const std::string text = error_text([&] { write_with(f, path, d, 8, 2); });
            _exit(text.starts_with(path.string() + ": ") && contains_text(text, "File too large") ? 7 : 8);
        }
        int status = 0;
        waitpid(child, &status, 0);
        CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 7));
        CHECK(scratch.file_count() == 0);
    }
}
