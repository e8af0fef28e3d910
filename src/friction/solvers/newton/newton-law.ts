import { alartCurnier, alartCurnierJacobian } from '../../law/alart-curnier.js';
import { fischerBurmeister, fischerBurmeisterJacobian } from '../../law/fischer-burmeister.js';
import { naturalMap, naturalMapJacobian } from '../../law/natural-map.js';
import { laggedNaturalMap, laggedNaturalMapJacobian } from './lagged-natural-map.js';

/**
 * Coulomb's law as an equation F(u, r) = 0 to take Newton steps on: `ac` with paper 1's disk of radius mu r_N,
 * `ac-augmented` with the original one, `mfb`, `natural`, and `lagged`, the natural map with the slip speed held.
 */
export type NewtonLawName = 'ac' | 'ac-augmented' | 'mfb' | 'natural' | 'lagged';

/** The function of one contact and its Jacobian; vectors are read from position `at`, `s` is the held slip speed. */
export interface NewtonLaw {
  readonly value: (
    f: Float64Array,
    u: Float64Array,
    r: Float64Array,
    at: number,
    mu: number,
    rhoN: number,
    rhoT: number,
    s: number,
  ) => void;
  readonly jacobian: (
    dF_du: Float64Array,
    dF_dr: Float64Array,
    u: Float64Array,
    r: Float64Array,
    at: number,
    mu: number,
    rhoN: number,
    rhoT: number,
    s: number,
  ) => void;
  /** whether it takes one rho for both directions, so that its projection onto the cone stays orthogonal */
  readonly oneRho: boolean;
}

/** The laws by name. */
export const newtonLaws: Record<NewtonLawName, NewtonLaw> = {
  ac: {
    value: (f, u, r, at, mu, rhoN, rhoT) => alartCurnier(f, u, r, at, mu, rhoN, rhoT),
    jacobian: (U, R, u, r, at, mu, rhoN, rhoT) => alartCurnierJacobian(U, R, u, r, at, mu, rhoN, rhoT),
    oneRho: false,
  },
  'ac-augmented': {
    value: (f, u, r, at, mu, rhoN, rhoT) => alartCurnier(f, u, r, at, mu, rhoN, rhoT, 'augmented'),
    jacobian: (U, R, u, r, at, mu, rhoN, rhoT) => alartCurnierJacobian(U, R, u, r, at, mu, rhoN, rhoT, 'augmented'),
    oneRho: false,
  },
  mfb: {
    value: (f, u, r, at, mu, rho) => fischerBurmeister(f, u, r, at, mu, rho),
    jacobian: (U, R, u, r, at, mu, rho) => {
      fischerBurmeisterJacobian(U, R, u, r, at, mu, rho);
      // at the origin any element will do but zero, which would make the matrix singular
      if (U.every((x) => x === 0) && R.every((x) => x === 0)) {
        U[0] = U[4] = U[8] = rho;
        R[0] = R[4] = R[8] = 1;
      }
    },
    oneRho: true,
  },
  natural: {
    value: (f, u, r, at, mu, rho) => naturalMap(f, u, r, at, mu, rho),
    jacobian: (U, R, u, r, at, mu, rho) => naturalMapJacobian(U, R, u, r, at, mu, rho),
    oneRho: true,
  },
  lagged: {
    value: (f, u, r, at, mu, rho, _rhoT, s) => laggedNaturalMap(f, u, r, at, mu, rho, s),
    jacobian: (U, R, u, r, at, mu, rho, _rhoT, s) => laggedNaturalMapJacobian(U, R, u, r, at, mu, rho, s),
    oneRho: true,
  },
};
