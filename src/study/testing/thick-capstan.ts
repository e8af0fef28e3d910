/**
 * Ratio of the pulls at the ends of a rod that is drawn round a post: radius r of the rod, R of the post, bending stiffness B, `pull` at the
 * weak end, `angle` between the directions of the pulls.
 *
 * Friction mu N acts at the surface, r below the centre line (radius ρ = R + r). Its moment is balanced by a shear force Q = mu r n, n the
 * normal force over length, since the curvature is constant along the post. Balance of forces, θ along the post, then reads
 * T' = mu R n and ρ n = T - mu r n', with solutions exp(k θ), mu r k² + ρ k - mu R = 0: for r > 0 the exponent is some R / ρ of mu.
 * Beyond the post the rod is an elastica, which leaves it at angles ψ to the pulls: M² / 2 B = F (1 - cos ψ). A force at a point P of the weak
 * end would bend the free rod into the post, so that there is none; at the strong end M = B / ρ - mu r P.
 */
export function thickCapstan(mu: number, R: number, r: number, B: number, pull = 1, angle = Math.PI): number {
  const rho = R + r;
  const root = Math.sqrt(rho * rho + 4 * mu * mu * r * R);
  const slow = (2 * mu * R) / (rho + root);
  const fast = -(rho + root) / (2 * mu * r);
  const psi = Math.acos(1 - B / (2 * pull * rho * rho));
  const tension = pull * Math.cos(psi);
  const press = (pull * Math.sin(psi)) / (mu * r);
  // n = a exp(slow θ) + b exp(fast θ), from tension and normal force at the weak end
  const a = (tension / (mu * R) - press / fast) / (1 / slow - 1 / fast);
  const b = press - a;
  const end = (leaves: number): { pull: number; left: number } => {
    const theta = angle - psi - leaves;
    const [A, C] = [a * Math.exp(slow * theta), b * Math.exp(fast * theta)];
    const n = A + C;
    const T = mu * R * (A / slow + C / fast);
    const strong = (T + mu * mu * r * n) / (Math.cos(leaves) - mu * Math.sin(leaves));
    const M = B / rho - mu * r * (strong * Math.sin(leaves) + mu * r * n);
    // M = ± sqrt(2 B F (1 - cos ψ)), with the sign of ψ: a thick, limp rod bends away from the post
    return { pull: strong, left: M - 2 * Math.sqrt(B * strong) * Math.sin(leaves / 2) };
  };
  let [low, high] = [-0.5, 0.5];
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    if (end(middle).left > 0) low = middle;
    else high = middle;
  }
  return end(low).pull / pull;
}
