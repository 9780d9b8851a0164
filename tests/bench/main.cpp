// Memory that a batch frees stays with the process, as between the blocks of a generation: page faults of fresh memory
// would be a quarter of the time.

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <limits>

int main(int argc, char** argv) {
    mallopt(M_MMAP_THRESHOLD, 32 << 20);  // bytes, the most that glibc takes
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
