#include "sample/random_stream.hpp"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#endif
#include <Random123/philox.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <cmath>

namespace cchnn {
namespace {

template <std::size_t N>
double polynomial(const double (&c)[N], double x) {  // c[0] + c[1] x + ...
    double sum = c[N - 1];
    for (std::size_t i = N - 1; i-- > 0;) sum = sum * x + c[i];
    return sum;
}

}  // namespace

// Inversion, and not the polar or the ziggurat method: those reject numbers, while here normal number k of a stream
// follows from uniform number k alone.
double normal_quantile(double p) {
    // Coefficients as published in AS 241: three rational functions of degree 7, for the centre, the flanks, the tails.
    static constexpr double a[] = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                                   1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                   3.3430575583588128105e+4, 2.5090809287301226727e+3};
    static constexpr double b[] = {1.0,
                                   4.2313330701600911252e+1,
                                   6.8718700749205790830e+2,
                                   5.3941960214247511077e+3,
                                   2.1213794301586595867e+4,
                                   3.9307895800092710610e+4,
                                   2.8729085735721942674e+4,
                                   5.2264952788528545610e+3};
    static constexpr double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                   3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                   2.27238449892691845833e-2, 7.74545014278341407640e-4};
    static constexpr double d[] = {1.0,
                                   2.05319162663775882187e0,
                                   1.67638483018380384940e0,
                                   6.89767334985100004550e-1,
                                   1.48103976427480074590e-1,
                                   1.51986665636164571966e-2,
                                   5.47593808499534494600e-4,
                                   1.05075007164441684324e-9};
    static constexpr double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                                   2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                   2.71155556874348757815e-5, 2.01033439929228813265e-7};
    static constexpr double f[] = {1.0,
                                   5.99832206555887937690e-1,
                                   1.36929880922735805310e-1,
                                   1.48753612908506148525e-2,
                                   7.86869131145613259100e-4,
                                   1.84631831751005468180e-5,
                                   1.42151175831644588870e-7,
                                   2.04426310338993978564e-15};
    const double q = p - 0.5;
    if (std::fabs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        return q * polynomial(a, r) / polynomial(b, r);
    }
    const double r = std::sqrt(-exact_log(q < 0 ? p : 1 - p));
    const double x =
        r <= 5 ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6) : polynomial(e, r - 5) / polynomial(f, r - 5);
    return q < 0 ? -x : x;
}

RandomStream::RandomStream(std::uint64_t seed, std::uint32_t a, std::uint32_t b, std::uint32_t c)
    : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}, counter_{0, a, b, c} {}

std::uint64_t RandomStream::bits() {
    if (used_ == 4) {
        r123::Philox4x32 philox;  // 10 rounds
        const r123::Philox4x32::ctr_type counter{{counter_[0], counter_[1], counter_[2], counter_[3]}};
        const r123::Philox4x32::key_type key{{key_[0], key_[1]}};
        const auto block = philox(counter, key);
        for (std::size_t i = 0; i < 4; ++i) block_[i] = block[i];
        ++counter_[0];
        used_ = 0;
    }
    const std::size_t i = used_;
    used_ += 2;
    return std::uint64_t{block_[i]} | std::uint64_t{block_[i + 1]} << 32;
}

double RandomStream::uniform() { return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52; }

double RandomStream::normal() { return normal_quantile(uniform()); }

std::uint64_t RandomStream::below(std::uint64_t n) {
    // The high word of bits * n, rejecting the few low words that would make some results more likely.
    __extension__ using Wide = unsigned __int128;
    Wide product = Wide{bits()} * n;
    const std::uint64_t threshold = (0 - n) % n;
    while (static_cast<std::uint64_t>(product) < threshold) product = Wide{bits()} * n;
    return static_cast<std::uint64_t>(product >> 64);
}

}  // namespace cchnn
