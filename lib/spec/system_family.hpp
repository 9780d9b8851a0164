#pragma once
// Families of systems, written as system files: the same kind of graph at any size, for models that must not
// depend on N.
//
//   chain        N bobs in the plane, each on a rod from the one above it          paper E.1, eq. (22)
//   coupled      N pendulums in space in a row, springs between neighbours         paper E.2, eq. (23)
//   beam-chain   N uniform beams (Obj1D) in space, end to end on ball joints       this project
//   ring         N bobs in the plane, free, in a closed loop of rods               this project
//
// The result is a text in the format of schemas/system.md with one body on each line. Where a built-in system
// is a member (chains of 1, 2, 3, 5 bobs, coupled_pendulum_3, beam_chain_3), the defaults are its numbers.

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cchnn {

// Lists hold N numbers, or one number that all bodies share. Empty lists take those of the built-in member, or
// 1.
struct ChainFamily {
    int count = 3;                            // N
    std::vector<double> masses{}, lengths{};  // kg, m: from pivot to tip
    double g = 9.81;                          // m/s^2
};
struct CoupledFamily {
    int count = 3;
    std::vector<double> masses{}, lengths{};
    double g = 9.81;
    double spacing = 1;                   // m, from anchor to anchor along x
    double stiffness = 10;                // N/m
    std::optional<double> rest_length{};  // m; default: the spacing
};
struct BeamChainFamily {
    int count = 3;
    std::vector<double> masses{}, lengths{};  // masses by default 1 kg per metre
    double g = 9.81;
};
struct RingFamily {
    int count = 6;
    std::vector<double> masses{};
    double length = 1;  // m, of every rod
    double spin = 1;    // rad/s, mean rate at which the ring turns
};
using SystemFamily = std::variant<ChainFamily, CoupledFamily, BeamChainFamily, RingFamily>;

// What a member may choose apart from the numbers of its family.
struct FamilyMember {
    std::string name{};  // default: chain_pendulum_N, coupled_pendulum_N, beam_chain_N, ring_N
    std::optional<double> dt{};
    std::optional<int> steps{};
};

// The text of a member. Throws UsageError with every value that is out of range; `where` of a problem is the
// option (option("mass")).
std::string system_text(const SystemFamily& family, const FamilyMember& member);

}  // namespace cchnn
