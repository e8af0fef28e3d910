import { type GaussRule, gaussRule } from './gauss.js';

/** Rules by the size of the element's turn |κ| l: integrals are right to about 1e-12. */
const rules: readonly { readonly below: number; readonly rule: GaussRule }[] = [
  { below: 0.2, rule: gaussRule(4) },
  { below: 0.5, rule: gaussRule(5) },
  { below: 1, rule: gaussRule(6) },
  { below: 2, rule: gaussRule(8) },
  { below: 4, rule: gaussRule(10) },
  { below: 8, rule: gaussRule(16) },
  { below: Infinity, rule: gaussRule(32) },
];

/** Quadrature of element Q, whose length is l. */
export function elementRule(kappa: Float64Array, l: number, Q: number): GaussRule {
  return rules[ruleNumber(kappa, l, Q)].rule;
}

/** Number of that quadrature among the rules. */
export function ruleNumber(kappa: Float64Array, l: number, Q: number): number {
  const a = kappa[3 * Q];
  const b = kappa[3 * Q + 1];
  const c = kappa[3 * Q + 2];
  const turn = Math.sqrt(a * a + b * b + c * c) * l;
  let k = 0;
  while (turn >= rules[k].below) k++;
  return k;
}

/** The rule of a number. */
export function numberedRule(number: number): GaussRule {
  return rules[number].rule;
}
