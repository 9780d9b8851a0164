#include "files/jail/shared_blocks.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace cchnn {

SharedBlocks::SharedBlocks(std::size_t block_bytes, int made_elsewhere) : block_bytes_(block_bytes) {
    if (made_elsewhere < 0) {
        memory_ = Descriptor(::memfd_create("cchnn-read", MFD_CLOEXEC | MFD_ALLOW_SEALING));
        if (memory_ < 0 || ::ftruncate(memory_, count * block_bytes) != 0 ||
            ::fcntl(memory_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
            fail_with_errno("shared memory", "cannot be made");
    }
    void* const begin = ::mmap(nullptr, count * block_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                               made_elsewhere < 0 ? int{memory_} : made_elsewhere, 0);
    if (begin == MAP_FAILED) fail_with_errno("shared memory", "cannot be mapped");
    begin_ = static_cast<char*>(begin);
}

SharedBlocks::~SharedBlocks() {
    if (begin_) ::munmap(begin_, count * block_bytes_);
}

}  // namespace cchnn
