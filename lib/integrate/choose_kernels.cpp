// Chooses the kernels of a program that is built for all processors (CCHNN_MARCH=all). Such a program holds three sets of
// them, each in one object (cchnn_add_kernels() in CMakeLists.txt), and takes the best one that the processor runs at
// the first call. The environment variable CCHNN_KERNELS names another one.

#include <cstdlib>
#include <string>

#include "core/errors.hpp"
#include "core/stop.hpp"
#include "integrate/kernel_door.hpp"

using Door = decltype(cchnn_kernels);
extern "C" Door cchnn_kernels_x86_64, cchnn_kernels_x86_64_v3, cchnn_kernels_x86_64_v4;

namespace cchnn {
namespace {

struct KernelSet {
    std::string name;
    Door* door;
    bool runs;  // the processor has its instructions, and the operating system keeps their registers
};

// The set that CCHNN_KERNELS names, or else the best one that runs. Each has a stop signal of its own, so it is given
// that of the program.
const KernelDoor* choose() {
    __builtin_cpu_init();
    const KernelSet sets[] = {{"x86-64-v4", cchnn_kernels_x86_64_v4, __builtin_cpu_supports("x86-64-v4") != 0},
                              {"x86-64-v3", cchnn_kernels_x86_64_v3, __builtin_cpu_supports("x86-64-v3") != 0},
                              {"x86-64", cchnn_kernels_x86_64, true}};
    const char* given = std::getenv("CCHNN_KERNELS");
    const std::string wanted = given ? given : "";
    for (const KernelSet& set : sets) {
        if (wanted.empty() ? !set.runs : set.name != wanted) continue;
        if (!set.runs) throw UsageError("CCHNN_KERNELS", "this processor lacks instructions of " + wanted);
        const KernelDoor* const kernels = set.door();
        kernels->use_stop_signal(stop_signal);
        return kernels;
    }
    throw UsageError("CCHNN_KERNELS", "must be x86-64, x86-64-v3 or x86-64-v4, got '" + wanted + "'");
}

}  // namespace
}  // namespace cchnn

const cchnn::KernelDoor* cchnn_kernels() {
    static const cchnn::KernelDoor* const kernels = cchnn::choose();
    return kernels;
}
