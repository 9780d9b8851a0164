#pragma once
// Dormand-Prince 8(5,3) with 12 stages, to compare the default method with. Source: Hairer, Norsett, Wanner, Solving
// Ordinary Differential Equations I, 2nd edition, II.5 and II.10, and Hairer's program DOP853, where the numbers are.
//
//   (1)  k_i = f(z + h sum_j a_ij k_j),   z_new = z + h sum_i b_i k_i
//   (2)  err = err5 / sqrt(1 + 0.01 |err3|^2/|err5|^2),  err5 = h sum_i e5_i k_i,  err3 = h sum_i (b_i - b3_i) k_i
//
// The book's norms in (2) are weighted by the tolerances; here they are plain, since a step does not know the weights.

#include <array>
#include <functional>
#include <initializer_list>
#include <vector>

#include "core/to_size.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/steppers/step_control.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

namespace dop853 {

struct Weight {
    int stage;  // 1 .. 12
    double value;
};
using Row = std::initializer_list<Weight>;

inline constexpr Row a2{{1, 5.26001519587677318785587544488e-2}};
inline constexpr Row a3{{1, 1.97250569845378994544595329183e-2}, {2, 5.91751709536136983633785987549e-2}};
inline constexpr Row a4{{1, 2.95875854768068491816892993775e-2}, {3, 8.87627564304205475450678981324e-2}};
inline constexpr Row a5{{1, 2.41365134159266685502369798665e-1},
                        {3, -8.84549479328286085344864962717e-1},
                        {4, 9.24834003261792003115737966543e-1}};
inline constexpr Row a6{{1, 3.7037037037037037037037037037e-2},
                        {4, 1.70828608729473871279604482173e-1},
                        {5, 1.25467687566822425016691814123e-1}};
inline constexpr Row a7{{1, 3.7109375e-2},
                        {4, 1.70252211019544039314978060272e-1},
                        {5, 6.02165389804559606850219397283e-2},
                        {6, -1.7578125e-2}};
inline constexpr Row a8{{1, 3.70920001185047927108779319836e-2},
                        {4, 1.70383925712239993810214054705e-1},
                        {5, 1.07262030446373284651809199168e-1},
                        {6, -1.53194377486244017527936158236e-2},
                        {7, 8.27378916381402288758473766002e-3}};
inline constexpr Row a9{{1, 6.24110958716075717114429577812e-1},  {4, -3.36089262944694129406857109825},
                        {5, -8.68219346841726006818189891453e-1}, {6, 2.75920996994467083049415600797e1},
                        {7, 2.01540675504778934086186788979e1},   {8, -4.34898841810699588477366255144e1}};
inline constexpr Row a10{{1, 4.77662536438264365890433908527e-1},  {4, -2.48811461997166764192642586468},
                         {5, -5.90290826836842996371446475743e-1}, {6, 2.12300514481811942347288949897e1},
                         {7, 1.52792336328824235832596922938e1},   {8, -3.32882109689848629194453265587e1},
                         {9, -2.03312017085086261358222928593e-2}};
inline constexpr Row a11{{1, -9.3714243008598732571704021658e-1}, {4, 5.18637242884406370830023853209},
                         {5, 1.09143734899672957818500254654},    {6, -8.14978701074692612513997267357},
                         {7, -1.85200656599969598641566180701e1}, {8, 2.27394870993505042818970056734e1},
                         {9, 2.49360555267965238987089396762},    {10, -3.0467644718982195003823669022}};
inline constexpr Row a12{{1, 2.27331014751653820792359768449},    {4, -1.05344954667372501984066689879e1},
                         {5, -2.00087205822486249909675718444},   {6, -1.79589318631187989172765950534e1},
                         {7, 2.79488845294199600508499808837e1},  {8, -2.85899827713502369474065508674},
                         {9, -8.87285693353062954433549289258},   {10, 1.23605671757943030647266201528e1},
                         {11, 6.43392746015763530355970484046e-1}};
inline constexpr Row b{{1, 5.42937341165687622380535766363e-2},  {6, 4.45031289275240888144113950566},
                       {7, 1.89151789931450038304281599044},     {8, -5.8012039600105847814672114227},
                       {9, 3.1116436695781989440891606237e-1},   {10, -1.52160949662516078556178806805e-1},
                       {11, 2.01365400804030348374776537501e-1}, {12, 4.47106157277725905176885569043e-2}};
inline constexpr Row e5{{1, 0.1312004499419488073250102996e-1},  {6, -0.1225156446376204440720569753e+1},
                        {7, -0.4957589496572501915214079952},    {8, 0.1664377182454986536961530415e+1},
                        {9, -0.3503288487499736816886487290},    {10, 0.3341791187130174790297318841},
                        {11, 0.8192320648511571246570742613e-1}, {12, -0.2235530786388629525884427845e-1}};
inline constexpr Row b3{{1, 0.244094488188976377952755905512},
                        {9, 0.733846688281611857341361741547},
                        {12, 0.220588235294117647058823529412e-1}};
inline constexpr std::array<double, 12> c{0.0,
                                          0.526001519587677318785587544488e-01,
                                          0.789002279381515978178381316732e-01,
                                          0.118350341907227396726757197510,
                                          0.281649658092772603273242802490,
                                          0.333333333333333333333333333333,
                                          0.25,
                                          0.307692307692307692307692307692,
                                          0.651282051282051282051282051282,
                                          0.6,
                                          0.857142857142857142857142857142,
                                          1.0};

}  // namespace dop853

template <class Real>
class Dop853Step {
  public:
    using State = std::vector<Real>;
    explicit Dop853Step(std::size_t n) : z_(n), k_(13, State(n)) {}
    Dop853Step(std::size_t n, const Protocol&) : Dop853Step(n) {}

    template <class Field>
    void operator()(const Field& f, const State& z, const State& dzdt, const Real& h, State& z_new, State& error) {
        k_[1] = dzdt;
        int stage = 2;
        for (const dop853::Row& a : {dop853::a2, dop853::a3, dop853::a4, dop853::a5, dop853::a6, dop853::a7, dop853::a8,
                                     dop853::a9, dop853::a10, dop853::a11, dop853::a12}) {
            for (std::size_t i = 0; i < z.size(); ++i) z_[i] = z[i] + h * sum(a, i);
            f(z_, k_[to_size(stage++)], 0.0);
        }
        Real square5 = Real(0.0), square3 = Real(0.0);
        for (std::size_t i = 0; i < z.size(); ++i) {
            const Real step = sum(dop853::b, i), off3 = step - sum(dop853::b3, i);
            z_new[i] = z[i] + h * step;
            error[i] = h * sum(dop853::e5, i);
            square5 += error[i] * error[i];
            square3 += h * h * off3 * off3;
        }
        const Real factor = square_root(square5 / (square5 + 0.01 * square3 + Real(1e-300)));  // (2); 0 where both are
        for (Real& e : error) e *= factor;
    }
    static Real norm_to_q(const Real& norm) { return eighth_root(norm); }

  private:
    Real sum(const dop853::Row& weights, std::size_t i) const {
        Real total = Real(0.0);
        for (const dop853::Weight& w : weights) total += w.value * k_[to_size(w.stage)][i];
        return total;
    }

    State z_;
    std::vector<State> k_;
};

}  // namespace cchnn
