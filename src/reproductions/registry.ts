import { InputError } from '../errors.js';
import { nearest } from '../nearest.js';
import { clothFigure2 } from './cloth-figure-2.js';
import { clothFigure3 } from './cloth-figure-3.js';
import { clothFigure5 } from './cloth-figure-5.js';
import { clothFigure6 } from './cloth-figure-6.js';
import { clothTable2 } from './cloth-table-2.js';
import { hairFigure6 } from './hair-figure-6.js';
import { newtonFigure10 } from './newton-figure-10.js';
import { newtonFigure11 } from './newton-figure-11.js';
import { newtonTable1 } from './newton-table-1.js';
import { hairFigure11 } from './hair-figure-11.js';
import { hairFigure7 } from './hair-figure-7.js';
import { hairFigure8 } from './hair-figure-8.js';
import { hairFigure9 } from './hair-figure-9.js';
import { hairTable1 } from './hair-table-1.js';
import { hairTable2 } from './hair-table-2.js';
import { multibodyFigure3 } from './multibody-figure-3.js';
import { multibodyFigure4 } from './multibody-figure-4.js';
import { multibodyFigure6 } from './multibody-figure-6.js';
import { multibodyMasonry } from './multibody-masonry.js';
import { multibodyScaling } from './multibody-scaling.js';
import { multibodyTable1 } from './multibody-table-1.js';
import { newtonFigure8 } from './newton-figure-8.js';
import type { Reproduction } from './reproduction.js';

/** Every reproduction, one line each. */
const members: readonly Reproduction[] = [
  newtonTable1,
  newtonFigure8,
  newtonFigure10,
  newtonFigure11,
  hairTable1,
  hairTable2,
  hairFigure6,
  hairFigure7,
  hairFigure8,
  hairFigure9,
  hairFigure11,
  clothTable2,
  clothFigure2,
  clothFigure3,
  clothFigure5,
  clothFigure6,
  multibodyTable1,
  multibodyScaling,
  multibodyFigure3,
  multibodyFigure4,
  multibodyFigure6,
  multibodyMasonry,
];

/** All reproductions that can be named. */
export function reproductions(): readonly Reproduction[] {
  return members;
}

/** The reproduction of that name; throws `InputError` for an unknown one. */
export function reproductionNamed(name: string): Reproduction {
  const found = members.find((member) => member.name === name);
  if (found) return found;
  const names = members.map((member) => member.name);
  const similar = nearest(name, names);
  const problem = { path: 'reproduce', expected: `one of ${names.join(', ')}`, found: name };
  throw new InputError('unknown reproduction', [similar ? { ...problem, hint: `did you mean ${similar}?` } : problem]);
}
