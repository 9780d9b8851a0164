#pragma once
// Tables of explicit Runge-Kutta methods (Butcher tableaus) without their zeros. RungeKutta (runge_kutta.hpp) is the
// stepper of each; a new method is one more table here.
//
//   (1)  k_i = f(z + h sum_j a_ij k_j, t + c_i h),   z_new = z + h sum_i b_i k_i,   err = h sum_i (b_i - bhat_i) k_i
//
// Values are compiled into the kernels. The order in which products are added is part of each result, so a row lists
// its stages in the order in which they are added.

#include <algorithm>
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
    constexpr TableauRow(std::initializer_list<StageWeight> given) : size(given.size()) {
        std::copy(given.begin(), given.end(), weights.begin());
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
    .a = {{{}, {{1, 1.0 / 2}}, {{2, 1.0 / 2}}, {{3, 1.0}}}},
    .b = {{1, 1.0 / 6}, {2, 1.0 / 3}, {3, 1.0 / 3}, {4, 1.0 / 6}},
    .b_hat = {},
};

// J. R. Dormand, P. J. Prince, A family of embedded Runge-Kutta formulae, J. Comput. Appl. Math. 6 (1980) 19-26, table 2:
// the pair of orders 5 and 4 with 7 stages.
inline constexpr TableauRow dormand_prince_b{
    {1, 35.0 / 384}, {3, 500.0 / 1113}, {4, 125.0 / 192}, {5, -2187.0 / 6784}, {6, 11.0 / 84}};
inline constexpr Tableau<7> dormand_prince_54{
    .order = 5,
    .embedded_order = 4,
    .step_enters = StepEnters::weights,
    .c = {0.0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1.0, 1.0},
    .a = {{{},
           {{1, 1.0 / 5}},
           {{1, 3.0 / 40}, {2, 9.0 / 40}},
           {{1, 44.0 / 45}, {2, -56.0 / 15}, {3, 32.0 / 9}},
           {{1, 19372.0 / 6561}, {2, -25360.0 / 2187}, {3, 64448.0 / 6561}, {4, -212.0 / 729}},
           {{1, 9017.0 / 3168}, {2, -355.0 / 33}, {3, 46732.0 / 5247}, {4, 49.0 / 176}, {5, -5103.0 / 18656}},
           dormand_prince_b}},
    .b = dormand_prince_b,
    .b_hat = {{1, 5179.0 / 57600},
              {3, 7571.0 / 16695},
              {4, 393.0 / 640},
              {5, -92097.0 / 339200},
              {6, 187.0 / 2100},
              {7, 1.0 / 40}},
};

// E. Fehlberg, Classical fifth-, sixth-, seventh-, and eighth-order Runge-Kutta formulas with stepsize control, NASA TR
// R-287 (1968), table X: the pair of orders 8 and 7 with 13 stages.
inline constexpr Tableau<13> fehlberg_87{
    .order = 8,
    .embedded_order = 7,
    .step_enters = StepEnters::weights,
    .c = {0.0, 2.0 / 27, 1.0 / 9, 1.0 / 6, 5.0 / 12, 1.0 / 2, 5.0 / 6, 1.0 / 6, 2.0 / 3, 1.0 / 3, 1.0, 0.0, 1.0},
    .a = {{{},
           {{1, 2.0 / 27}},
           {{1, 1.0 / 36}, {2, 1.0 / 12}},
           {{1, 1.0 / 24}, {3, 1.0 / 8}},
           {{1, 5.0 / 12}, {3, -25.0 / 16}, {4, 25.0 / 16}},
           {{1, 1.0 / 20}, {4, 1.0 / 4}, {5, 1.0 / 5}},
           {{1, -25.0 / 108}, {4, 125.0 / 108}, {5, -65.0 / 27}, {6, 125.0 / 54}},
           {{1, 31.0 / 300}, {5, 61.0 / 225}, {6, -2.0 / 9}, {7, 13.0 / 900}},
           {{1, 2.0}, {4, -53.0 / 6}, {5, 704.0 / 45}, {6, -107.0 / 9}, {7, 67.0 / 90}, {8, 3.0}},
           {{1, -91.0 / 108},
            {4, 23.0 / 108},
            {5, -976.0 / 135},
            {6, 311.0 / 54},
            {7, -19.0 / 60},
            {8, 17.0 / 6},
            {9, -1.0 / 12}},
           {{1, 2383.0 / 4100},
            {4, -341.0 / 164},
            {5, 4496.0 / 1025},
            {6, -301.0 / 82},
            {7, 2133.0 / 4100},
            {8, 45.0 / 82},
            {9, 45.0 / 164},
            {10, 18.0 / 41}},
           {{1, 3.0 / 205}, {6, -6.0 / 41}, {7, -3.0 / 205}, {8, -3.0 / 41}, {9, 3.0 / 41}, {10, 6.0 / 41}},
           {{1, -1777.0 / 4100},
            {4, -341.0 / 164},
            {5, 4496.0 / 1025},
            {6, -289.0 / 82},
            {7, 2193.0 / 4100},
            {8, 51.0 / 82},
            {9, 33.0 / 164},
            {10, 12.0 / 41},
            {12, 1.0}}}},
    .b = {{6, 34.0 / 105},
          {7, 9.0 / 35},
          {8, 9.0 / 35},
          {9, 9.0 / 280},
          {10, 9.0 / 280},
          {12, 41.0 / 840},
          {13, 41.0 / 840}},
    .b_hat = {{1, 41.0 / 840},
              {6, 34.0 / 105},
              {7, 9.0 / 35},
              {8, 9.0 / 35},
              {9, 9.0 / 280},
              {10, 9.0 / 280},
              {11, 41.0 / 840}},
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
           {{1, 0.5e-1}},
           {{1, -0.69931640625e-2}, {2, 0.1135556640625}},
           {{1, 0.399609375e-1}, {3, 0.1198828125}},
           {{1, 0.361397562800457512405294}, {3, -1.341524066700492771819987}, {4, 1.370126503900035259414693}},
           {{1, 0.490472027972027972027972e-1}, {4, 0.235097204221440473986298}, {5, 0.180855592981356728810903}},
           {{1, 0.616928904428904428904428e-1},
            {4, 0.112365683146402766226255},
            {5, -0.388504607145136676704904e-1},
            {6, 0.197918871252204585537918e-1}},
           {{1, -1.767630240222326875735597},
            {4, -62.5},
            {5, -6.061889377376669100821361},
            {6, 5.650823198222763138561298},
            {7, 65.62169641937623283799566}},
           {{1, -1.180945066554970799825116},
            {4, -41.504734411143208416066415},
            {5, -4.434438319103725011225169},
            {6, 4.260408188586133024812193},
            {7, 43.753640224461715849876768},
            {8, 0.787142548991231068744647e-2}},
           {{1, -1.28140599944148840545951},
            {4, -45.047139960139866302207542},
            {5, -4.731362069449576477311464},
            {6, 4.514967016593807841185851},
            {7, 47.449095571729851348690223},
            {8, 0.105922829711166113568739e-1},
            {9, -0.574684226384461625443231e-2}},
           {{1, -1.724470134262485191756709},
            {4, -60.923490084830540165184346},
            {5, -5.951518376222392455202832},
            {6, 5.556523730698456235979791},
            {7, 63.983011980333053368375363},
            {8, 0.146420282504149615927592e-1},
            {9, 0.646040877235820360362186e-1},
            {10, -0.793032316900887898402445e-1}},
           {{1, -3.301622667747079016353994},
            {4, -118.01127235975250856669233},
            {5, -10.141422388456112486427839},
            {6, 9.139311332232057923544012},
            {7, 123.375942828404268368484718},
            {8, 4.623244378874580474839807},
            {9, -3.38327773806820192365255},
            {10, 4.527592100324618189451265},
            {11, -5.828495485811622963193088}},
           {{1, -3.039515033766309030040102},
            {4, -109.260868089417625468644419},
            {5, -9.290642497400293449717665},
            {6, 8.430504981764911142134299},
            {7, 114.201001037833131355742404},
            {8, -0.963727134214547935816237},
            {9, -5.03488408880218979119868},
            {10, 5.958130824002923177540402}}}},
    .b = {{1, 0.442798941900795107471674e-1},
          {6, 0.354104939172444874481555},
          {7, 0.247969215495643782866762},
          {8, -15.69420203883808405099207},
          {9, 25.0840649655585626134393},
          {10, -31.738367786260276468331561},
          {11, 22.938283273988783952314835},
          {12, -0.23613246330715421452599}},
    .b_hat = {{1, 0.443126152290897921248643e-1},
              {6, 0.354609564234322644786317},
              {7, 0.247848043136665306961998},
              {8, 4.448134732475784492725128},
              {9, 19.846886366118733699309323},
              {10, -23.581623377465618419695179},
              {13, -0.360167943728977516212453}},
};
}  // namespace tableaus
}  // namespace cchnn
