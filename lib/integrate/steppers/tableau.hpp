#pragma once
// Tables of explicit Runge-Kutta methods (Butcher tableaus) without their zeros. RungeKutta (runge_kutta.hpp) is the
// stepper of each; a new method is one more table here.
//
//   (1)  k_i = f(z + h sum_j a_ij k_j, t + c_i h),   z_new = z + h sum_i b_i k_i,   err = h sum_i (b_i - bhat_i) k_i
//
// Values are compiled into the kernels. The order in which products are added is part of each result, so a row lists
// its stages in the order in which they are added.

#include <array>
#include <cstddef>
#include <initializer_list>

namespace cchnn {

struct StageWeight {
    std::size_t stage = 0;  // 1 .. stages
    double value = 0;
    constexpr bool operator==(const StageWeight&) const = default;
};

// The weights of one sum.
struct TableauRow {
    std::array<StageWeight, 16> weights{};
    std::size_t size = 0;

    constexpr TableauRow() = default;
    // A value for each stage; another number of values does not compile.
    constexpr TableauRow(std::initializer_list<std::size_t> stages, std::initializer_list<double> values)
        : size(stages.size() == values.size() ? values.size() : throw "a weight has one stage and one value") {
        for (std::size_t i = 0; i < size; ++i) weights[i] = {stages.begin()[i], values.begin()[i]};
    }
    constexpr const StageWeight& operator[](std::size_t i) const { return weights[i]; }
    constexpr bool operator==(const TableauRow&) const = default;
    // Of a stage; 0 where the row has none.
    constexpr double of(std::size_t stage) const {
        for (const StageWeight& weight : weights)
            if (weight.stage == stage) return weight.value;
        return 0;
    }
};

// Where the step h enters the sums of (1).
enum class StepEnters {
    sums,     // z + h (a_1 k_1 + a_2 k_2 + ...), h (sum b_i k_i - sum bhat_i k_i): keeps two more bits of large weights
    weights,  // z + (h a_1) k_1 + (h a_2) k_2 + ..., (h (b_1 - bhat_1)) k_1 + ...: the bits of Boost.Odeint's steppers
};

template <std::size_t s>
struct Tableau {
    static constexpr std::size_t stages = s;
    unsigned short order, embedded_order;  // of b and of bhat; 0 without bhat
    StepEnters step_enters;
    std::array<double, s> c;
    std::array<TableauRow, s> a;
    TableauRow b, b_hat;

    // b - bhat, computed as Boost.Odeint does.
    constexpr TableauRow difference() const {
        TableauRow row;
        for (std::size_t stage = 1; stage <= s; ++stage)
            if (const double value = b.of(stage) - b_hat.of(stage); value != 0)
                row.weights[row.size++] = {stage, value};
        return row;
    }
    // The last stage is f at z_new.
    constexpr bool ends_at_new_state() const { return a.back() == b; }
};

namespace tableaus {

// The classical method. Kutta, Z. Math. Phys. 46 (1901) 435-453.
inline constexpr Tableau<4> runge_kutta_4{
    .order = 4,
    .embedded_order = 0,
    .step_enters = StepEnters::weights,
    .c = {0.0, 1.0 / 2, 1.0 / 2, 1.0},
    .a = {{{}, {{1}, {1.0 / 2}}, {{2}, {1.0 / 2}}, {{3}, {1.0}}}},
    .b = {{1, 2, 3, 4}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}},
    .b_hat = {},
};

// J. R. Dormand, P. J. Prince, A family of embedded Runge-Kutta formulae, J. Comput. Appl. Math. 6 (1980) 19-26, table 2:
// the pair of orders 5 and 4 with 7 stages.
inline constexpr TableauRow dormand_prince_b{{1, 3, 4, 5, 6},
                                             {35.0 / 384, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
inline constexpr Tableau<7> dormand_prince_54{
    .order = 5,
    .embedded_order = 4,
    .step_enters = StepEnters::weights,
    .c = {0.0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1.0, 1.0},
    .a = {{{},
           {{1}, {1.0 / 5}},
           {{1, 2}, {3.0 / 40, 9.0 / 40}},
           {{1, 2, 3}, {44.0 / 45, -56.0 / 15, 32.0 / 9}},
           {{1, 2, 3, 4}, {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729}},
           {{1, 2, 3, 4, 5}, {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656}},
           dormand_prince_b}},
    .b = dormand_prince_b,
    .b_hat = {{1, 3, 4, 5, 6, 7},
              {5179.0 / 57600, 7571.0 / 16695, 393.0 / 640, -92097.0 / 339200, 187.0 / 2100, 1.0 / 40}},
};

// E. Fehlberg, Classical fifth-, sixth-, seventh-, and eighth-order Runge-Kutta formulas with stepsize control, NASA TR
// R-287 (1968), table X: the pair of orders 8 and 7 with 13 stages.
inline constexpr Tableau<13> fehlberg_87{
    .order = 8,
    .embedded_order = 7,
    .step_enters = StepEnters::weights,
    .c = {0.0, 2.0 / 27, 1.0 / 9, 1.0 / 6, 5.0 / 12, 1.0 / 2, 5.0 / 6, 1.0 / 6, 2.0 / 3, 1.0 / 3, 1.0, 0.0, 1.0},
    .a = {{{},
           {{1}, {2.0 / 27}},
           {{1, 2}, {1.0 / 36, 1.0 / 12}},
           {{1, 3}, {1.0 / 24, 1.0 / 8}},
           {{1, 3, 4}, {5.0 / 12, -25.0 / 16, 25.0 / 16}},
           {{1, 4, 5}, {1.0 / 20, 1.0 / 4, 1.0 / 5}},
           {{1, 4, 5, 6}, {-25.0 / 108, 125.0 / 108, -65.0 / 27, 125.0 / 54}},
           {{1, 5, 6, 7}, {31.0 / 300, 61.0 / 225, -2.0 / 9, 13.0 / 900}},
           {{1, 4, 5, 6, 7, 8}, {2.0, -53.0 / 6, 704.0 / 45, -107.0 / 9, 67.0 / 90, 3.0}},
           {{1, 4, 5, 6, 7, 8, 9},
            {-91.0 / 108, 23.0 / 108, -976.0 / 135, 311.0 / 54, -19.0 / 60, 17.0 / 6, -1.0 / 12}},
           {{1, 4, 5, 6, 7, 8, 9, 10},
            {2383.0 / 4100, -341.0 / 164, 4496.0 / 1025, -301.0 / 82, 2133.0 / 4100, 45.0 / 82, 45.0 / 164, 18.0 / 41}},
           {{1, 6, 7, 8, 9, 10}, {3.0 / 205, -6.0 / 41, -3.0 / 205, -3.0 / 41, 3.0 / 41, 6.0 / 41}},
           {{1, 4, 5, 6, 7, 8, 9, 10, 12},
            {-1777.0 / 4100, -341.0 / 164, 4496.0 / 1025, -289.0 / 82, 2193.0 / 4100, 51.0 / 82, 33.0 / 164, 12.0 / 41,
             1.0}}}},
    .b = {{6, 7, 8, 9, 10, 12, 13}, {34.0 / 105, 9.0 / 35, 9.0 / 35, 9.0 / 280, 9.0 / 280, 41.0 / 840, 41.0 / 840}},
    .b_hat = {{1, 6, 7, 8, 9, 10, 11}, {41.0 / 840, 34.0 / 105, 9.0 / 35, 9.0 / 35, 9.0 / 280, 9.0 / 280, 41.0 / 840}},
};

// J. H. Verner, Numerically optimal Runge-Kutta pairs with interpolants, Numer. Algorithms 53 (2010) 383-396: the pair of
// orders 8 and 7 with 13 stages, coefficients RKV87.IIa.Efficient, given there to 40 digits.
inline constexpr Tableau<13> verner_87{
    .order = 8,
    .embedded_order = 7,
    .step_enters = StepEnters::sums,
    .c = {0.0, 0.5e-1, 0.1065625, 0.15984375, 0.39, 0.465, 0.155, 0.943, 0.901802041735856958259707, 0.909, 0.94, 1.0,
          1.0},
    .a = {{{},
           {{1}, {0.5e-1}},
           {{1, 2}, {-0.69931640625e-2, 0.1135556640625}},
           {{1, 3}, {0.399609375e-1, 0.1198828125}},
           {{1, 3, 4}, {0.361397562800457512405294, -1.341524066700492771819987, 1.370126503900035259414693}},
           {{1, 4, 5}, {0.490472027972027972027972e-1, 0.235097204221440473986298, 0.180855592981356728810903}},
           {{1, 4, 5, 6},
            {0.616928904428904428904428e-1, 0.112365683146402766226255, -0.388504607145136676704904e-1,
             0.197918871252204585537918e-1}},
           {{1, 4, 5, 6, 7},
            {-1.767630240222326875735597, -62.5, -6.061889377376669100821361, 5.650823198222763138561298,
             65.62169641937623283799566}},
           {{1, 4, 5, 6, 7, 8},
            {-1.180945066554970799825116, -41.504734411143208416066415, -4.434438319103725011225169,
             4.260408188586133024812193, 43.753640224461715849876768, 0.787142548991231068744647e-2}},
           {{1, 4, 5, 6, 7, 8, 9},
            {-1.28140599944148840545951, -45.047139960139866302207542, -4.731362069449576477311464,
             4.514967016593807841185851, 47.449095571729851348690223, 0.105922829711166113568739e-1,
             -0.574684226384461625443231e-2}},
           {{1, 4, 5, 6, 7, 8, 9, 10},
            {-1.724470134262485191756709, -60.923490084830540165184346, -5.951518376222392455202832,
             5.556523730698456235979791, 63.983011980333053368375363, 0.146420282504149615927592e-1,
             0.646040877235820360362186e-1, -0.793032316900887898402445e-1}},
           {{1, 4, 5, 6, 7, 8, 9, 10, 11},
            {-3.301622667747079016353994, -118.01127235975250856669233, -10.141422388456112486427839,
             9.139311332232057923544012, 123.375942828404268368484718, 4.623244378874580474839807,
             -3.38327773806820192365255, 4.527592100324618189451265, -5.828495485811622963193088}},
           {{1, 4, 5, 6, 7, 8, 9, 10},
            {-3.039515033766309030040102, -109.260868089417625468644419, -9.290642497400293449717665,
             8.430504981764911142134299, 114.201001037833131355742404, -0.963727134214547935816237,
             -5.03488408880218979119868, 5.958130824002923177540402}}}},
    .b = {{1, 6, 7, 8, 9, 10, 11, 12},
          {0.442798941900795107471674e-1, 0.354104939172444874481555, 0.247969215495643782866762,
           -15.69420203883808405099207, 25.0840649655585626134393, -31.738367786260276468331561,
           22.938283273988783952314835, -0.23613246330715421452599}},
    .b_hat = {{1, 6, 7, 8, 9, 10, 13},
              {0.443126152290897921248643e-1, 0.354609564234322644786317, 0.247848043136665306961998,
               4.448134732475784492725128, 19.846886366118733699309323, -23.581623377465618419695179,
               -0.360167943728977516212453}},
};
}  // namespace tableaus
}  // namespace cchnn
