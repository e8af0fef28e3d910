// Native yardstick: Eigen's SimplicialLLT (approximate minimum degree) on the matrix in a file, three right-hand sides.
//   g++ -O3 -march=native -DNDEBUG -I/usr/include/eigen3 -o eigen-yardstick eigen-yardstick.cpp && ./eigen-yardstick matrix.bin
// File: int32 n, int32 count, then ptr (n + 1), index (count) as int32, padded to 8 bytes, then values (count) as float64.
#include <Eigen/Sparse>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int main(int argc, char **argv) {
  if (argc < 2) { std::fprintf(stderr, "usage: eigen-yardstick matrix.bin\n"); return 2; }
  FILE *f = std::fopen(argv[1], "rb");
  if (!f) { std::perror(argv[1]); return 2; }
  std::fseek(f, 0, SEEK_END);
  std::vector<double> raw(std::ftell(f) / 8);
  std::rewind(f);
  if (std::fread(raw.data(), 8, raw.size(), f) != raw.size()) return 2;
  std::fclose(f);
  const int32_t *h = (const int32_t *)raw.data();
  const int n = h[0], count = h[1];
  const double *values = raw.data() + (2 + n + 1 + count + 1) / 2;
  const Eigen::Map<const Eigen::SparseMatrix<double>> map(n, n, count, h + 2, h + 3 + n, values);
  const Eigen::SparseMatrix<double> A = map;

  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> llt;
  double t = now();
  llt.analyzePattern(A);
  const double analyse = now() - t;
  double factor = 1e9, solve1 = 1e9, solve3 = 1e9;
  for (int k = 0; k < 3; k++) { t = now(); llt.factorize(A); factor = std::min(factor, now() - t); }
  const Eigen::SparseMatrix<double> L = llt.matrixL();
  Eigen::MatrixXd B = Eigen::MatrixXd::Random(n, 3), X;
  Eigen::VectorXd b = B.col(0), x;
  for (int k = 0; k < 20; k++) { t = now(); X = llt.solve(B); solve3 = std::min(solve3, now() - t); }
  for (int k = 0; k < 20; k++) { t = now(); x = llt.solve(b); solve1 = std::min(solve1, now() - t); }
  std::printf("{\"n\":%d,\"nonzeros\":%ld,\"analyse\":%.6f,\"factor\":%.6f,\"solve1\":%.6f,\"solve3\":%.6f,\"residual\":%.3e}\n", n,
              (long)L.nonZeros(), analyse, factor, solve1, solve3, (A * X - B).lpNorm<Eigen::Infinity>());
}
