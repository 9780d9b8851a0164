// Loads the kernels of a program that is built for all processors (CCHNN_MARCH=all): shared objects in
// ../lib/cchnn/kernels, one for each instruction set. The dynamic linker selects the best one that runs: the directory
// holds libcchnn_kernels.so for any x86-64 processor, and its subdirectory glibc-hwcaps/ those for larger instruction
// sets (ld.so(8)). The environment variable CCHNN_KERNELS names another one.

#include <dlfcn.h>

#include <cstdlib>
#include <string>

#include "core/errors.hpp"
#include "core/stop.hpp"
#include "integrate/kernel_door.hpp"

namespace cchnn {
namespace {

constexpr const char* object_name = "libcchnn_kernels.so";

// Whether the processor has the instructions of a set; not checked with Clang 14, which does not know their names.
bool processor_runs([[maybe_unused]] const std::string& set) {
#ifndef __clang__
    __builtin_cpu_init();
    if (set == "x86-64-v3") return __builtin_cpu_supports("x86-64-v3");
    if (set == "x86-64-v4") return __builtin_cpu_supports("x86-64-v4");
#endif
    return true;
}

// The path for dlopen(): the set that the environment variable CCHNN_KERNELS names, or else the best one that the
// processor runs.
std::string wanted_object() {
    const char* asked = std::getenv("CCHNN_KERNELS");
    const std::string set = asked ? asked : "", directory = "$ORIGIN/../lib/cchnn/kernels/";
    if (set.empty()) return object_name;
    if (set != "x86-64" && set != "x86-64-v3" && set != "x86-64-v4")
        throw UsageError("CCHNN_KERNELS", "must be x86-64, x86-64-v3 or x86-64-v4, got '" + set + "'");
    if (!processor_runs(set)) throw UsageError("CCHNN_KERNELS", "this processor lacks instructions of " + set);
    return directory + (set == "x86-64" ? "" : "glibc-hwcaps/" + set + "/") + object_name;
}

const KernelDoor* load() {
    const std::string wanted = wanted_object();
    void* const object = dlopen(wanted.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const door = object ? dlsym(object, "cchnn_kernels") : nullptr;
    if (!door)
        throw IoError(object_name, "could not be loaded: " + std::string(dlerror()) +
                                       "; programs are installed with lib/cchnn/kernels beside their bin");
    const KernelDoor* const kernels = reinterpret_cast<decltype(&cchnn_kernels)>(door)();
    kernels->use_stop_signal(stop_signal);
    return kernels;
}

}  // namespace
}  // namespace cchnn

const cchnn::KernelDoor* cchnn_kernels() {
    static const cchnn::KernelDoor* const kernels = cchnn::load();
    return kernels;
}
