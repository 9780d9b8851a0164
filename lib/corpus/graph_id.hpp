#pragma once
// The canonical id of the graph of a system: equal for systems that differ in numbers, in names, or in the order of
// their lists alone. Colour refinement (Weisfeiler and Leman 1968) over a graph with a node for each body and each
// item:
//
//   (1)  colour_0(node) = its type
//        colour_(r+1)(node) = SHA-256 of colour_r(node) and the sorted colours of neighbours
//   (2)  id = SHA-256 of the dimension and all colours, sorted, once a round makes no more of them distinct
//
// Equal graphs have equal ids, so a split by id keeps equal graphs together. A few regular graphs that differ share an
// id as well. schemas/corpus.md has the texts that are hashed. An Origin that no item names is left out.
//
// A fixed Origin couples nothing: bodies are in one part where a chain of items leads from one to the other through
// bodies that move. The motion of a part does not depend on the others.

#include <string>
#include <vector>

namespace cchnn {

// Of a system file that the reader accepts, without repeats. 64 hex digits.
std::string graph_id(const std::string& system_json);

struct SystemParts {
    std::vector<std::string> ids{};  // of each part as a system of its own, sorted
    bool free_fall = false;          // whether gravity acts and a part names no Origin, Rolling or Track
};
SystemParts parts_of(const std::string& system_json);

// The first 52 bits of a digest as a number in [0, 1); a split by shares compares it with these.
double unit_fraction(const std::string& digest);
// 0 (train) below 0.8, 1 (valid) below 0.9, else 2 (test).
int side_of(const std::string& digest);
// The side of all parts; 3 where they are on several, so that no part of one side occurs on another.
int side_of_parts(const std::vector<std::string>& ids);

}  // namespace cchnn
