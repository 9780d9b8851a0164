#include "sample/random_stream.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <random>

using namespace cchnn;

namespace {

using Quad = boost::multiprecision::cpp_bin_float_quad;
using Words = std::array<std::uint32_t, 4>;

// Philox 4x32-10 as Salmon et al. 2011 define it, independent of Random123's code.
Words philox(Words c, std::uint32_t k0, std::uint32_t k1) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0], b = std::uint64_t{0xCD9E8D57} * c[2];
        c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(b),
             static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(a)};
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    return c;
}
std::uint64_t word(const Words& w, std::size_t i) {
    return std::uint64_t{w[2 * i]} | std::uint64_t{w[2 * i + 1]} << 32;
}

// kat_vectors of the Random123 distribution, lines "philox4x32 10": counter, key, answer.
constexpr Words known[3][3] = {{{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
                               {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
                                {0xffffffff, 0xffffffff},
                                {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
                               {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                                {0xa4093822, 0x299f31d0},
                                {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}};

TEST_CASE("Philox 4x32-10 gives the known answers of Random123") {
    for (const auto& [counter, key, expected] : known) CHECK(philox(counter, key[0], key[1]) == expected);
    RandomStream stream(0, 0, 0, 0);
    CHECK(stream.bits() == 0xe169c58d6627e8d5);
    CHECK(stream.bits() == 0x9b00dbd8bc57ac4c);
}

TEST_CASE("a stream is Philox of (block, a, b, c) under the seed, block by block") {
    for (const std::uint64_t seed : {0ULL, 1ULL, 0x299f31d0a4093822ULL, ~0ULL}) {
        RandomStream stream(seed, 0x85a308d3, 0x13198a2e, 0x03707344);
        for (std::uint32_t block = 0; block < 5; ++block) {
            const Words expected = philox({block, 0x85a308d3, 0x13198a2e, 0x03707344}, static_cast<std::uint32_t>(seed),
                                          static_cast<std::uint32_t>(seed >> 32));
            CHECK(stream.bits() == word(expected, 0));
            CHECK(stream.bits() == word(expected, 1));
        }
    }
}

TEST_CASE("every part of a stream's name makes another stream") {
    const std::uint64_t base = RandomStream(5, 1, 2, 3).bits();
    CHECK(RandomStream(5, 1, 2, 3).bits() == base);
    CHECK(RandomStream(6, 1, 2, 3).bits() != base);
    CHECK(RandomStream(5 + (1ULL << 32), 1, 2, 3).bits() != base);
    CHECK(RandomStream(5, 2, 2, 3).bits() != base);
    CHECK(RandomStream(5, 1, 3, 3).bits() != base);
    CHECK(RandomStream(5, 1, 2, 4).bits() != base);
}

TEST_CASE("uniform numbers are (k + 1/2) 2^-52 of the upper 52 bits, inside (0, 1)") {
    RandomStream numbers(3, 0, 0, 0), bits(3, 0, 0, 0);
    for (int i = 0; i < 10000; ++i) {
        const double u = numbers.uniform(), twice_k = u * 0x1p53 - 1;  // exact in double
        CHECK(u > 0);
        CHECK(u < 1);
        CHECK(twice_k == 2 * static_cast<double>(bits.bits() >> 12));
    }
    // The extremes of the formula are representable, and not 0 or 1.
    CHECK((0 + 0.5) * 0x1p-52 > 0);
    CHECK((0x1p52 - 1 + 0.5) * 0x1p-52 < 1);
}

// The probability that so much scatter is chance. Seeds are fixed, so a test that passes passes always.
double chance(const std::vector<long>& counts, const std::vector<double>& expected) {
    double chi2 = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double off = static_cast<double>(counts[i]) - expected[i];
        chi2 += off * off / expected[i];
    }
    const boost::math::chi_squared distribution(static_cast<double>(counts.size()) - 1);
    return cdf(complement(distribution, chi2));
}

TEST_CASE("uniform and normal numbers fill equal shares of probability equally") {
    RandomStream uniform(11, 0, 0, 0), normal(12, 0, 0, 0);
    std::vector<long> u(64), n(64);
    const boost::math::normal standard;
    for (int i = 0; i < 64000; ++i) {
        ++u[static_cast<std::size_t>(uniform.uniform() * 64)];
        ++n[static_cast<std::size_t>(cdf(standard, normal.normal()) * 64)];
    }
    const std::vector<double> even(64, 1000.0);
    CHECK(chance(u, even) > 0.001);
    CHECK(chance(n, even) > 0.001);
    CHECK(chance(u, even) < 0.999);  // not more even than chance either
    CHECK(chance(n, even) < 0.999);
}

TEST_CASE("a normal number takes one uniform number and is its quantile") {
    RandomStream a(13, 0, 0, 0), b(13, 0, 0, 0);
    for (int i = 0; i < 100; ++i) CHECK(a.normal() == normal_quantile(b.uniform()));
}

TEST_CASE("below(n) stays below n and favours no result") {
    for (const std::uint64_t n : {1ULL, 2ULL, 3ULL, 7ULL, 20ULL}) {
        RandomStream random(17 + n, 0, 0, 0);
        std::vector<long> counts(n);
        for (int i = 0; i < 20000; ++i) ++counts.at(random.below(n));  // at() refuses n itself
        if (n > 1) CHECK(chance(counts, std::vector<double>(n, 20000.0 / static_cast<double>(n))) > 0.001);
    }
    // n = 3 * 2^62: without rejection every third result would be twice as likely.
    RandomStream random(18, 0, 0, 0);
    std::vector<long> thirds(3);
    for (int i = 0; i < 30000; ++i) {
        const std::uint64_t k = random.below(3ULL << 62);
        REQUIRE(k < 3ULL << 62);
        ++thirds[k % 3];
    }
    CHECK(chance(thirds, {10000, 10000, 10000}) > 0.001);
}

TEST_CASE("the normal quantile is right to a few roundings from the middle to the far tails") {
    using Wide = boost::math::normal_distribution<Quad>;
    const Wide standard;
    std::vector<double> probabilities{0.5, 0.075, 0.0750001, 0.925, 0.9249999, 0x1p-53, 1 - 0x1p-53, 1.3e-11, 1.5e-11};
    RandomStream random(19, 0, 0, 0);
    for (int i = 0; i < 300; ++i) probabilities.push_back(random.uniform());
    for (int k = 1; k <= 53; ++k) probabilities.push_back(std::ldexp(1 + random.uniform(), -k) / 2 + 0x1p-54);
    for (int k = 2; k <= 52; ++k) probabilities.push_back(1 - std::ldexp(1.0, -k));
    double worst = 0;
    for (const double p : probabilities) {
        const Quad exact = quantile(standard, Quad(p));
        const double value = normal_quantile(p);
        if (p == 0.5) {
            CHECK(value == 0);
            continue;
        }
        worst = std::max(worst, static_cast<double>(abs((Quad(value) - exact) / exact)));
    }
    MESSAGE("worst relative error ", worst);
    CHECK(worst <= 1.5e-15);  // AS 241 is good to 1e-16; two polynomials of degree 7 round a few times more
}

TEST_CASE("the normal quantile is odd, and grows with its argument") {
    for (const double p : {0.25, 0x1p-10, 0x1p-30, 0x1p-52}) CHECK(normal_quantile(p) == -normal_quantile(1 - p));
    double last = -INFINITY;
    for (int i = 1; i < 4096; ++i) {
        const double x = normal_quantile(i / 4096.0);
        CHECK(x > last);
        last = x;
    }
}

}  // namespace
