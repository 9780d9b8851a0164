#pragma once
// Lambdas as one visitor, an answer for each alternative of a variant: one that is left out does not compile.

namespace cchnn {

template <class... Answer>
struct Overloaded : Answer... {
    using Answer::operator()...;
};
template <class... Answer>
Overloaded(Answer...) -> Overloaded<Answer...>;

}  // namespace cchnn
