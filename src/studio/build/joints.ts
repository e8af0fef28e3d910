import { type Json, type Thing, type Triple, add, freeName } from './things.js';

/** Kinds of joints, in the words of those who make them. */
export const jointKinds = [
  { value: 'distance', name: 'A tie', about: 'The two points keep their distance.' },
  { value: 'ball', name: 'A ball joint', about: 'The two turn freely about the first point.' },
  { value: 'hinge', name: 'A hinge', about: 'The two turn about the axis that you look along.' },
  { value: 'slider', name: 'A slider', about: 'The two move along the line that you have drawn.' },
  {
    value: 'universal',
    name: 'A universal joint',
    about: 'The two turn about crossed axes: the one you look along, and one across.',
  },
  { value: 'fixed', name: 'A weld', about: 'The two move as one.' },
];

/** A place on a thing; ropes and cloth are soft: their points have no directions. */
export interface JointEnd {
  readonly name: string;
  readonly at: Triple;
  readonly soft?: boolean;
}

/** A joint between two places on things. */
export interface JointEnds {
  readonly from: JointEnd;
  readonly to: JointEnd;
}

/** The kinds that can join two places. */
export function kindsFor({ from, to }: JointEnds): typeof jointKinds {
  const soft = from.soft || to.soft;
  return jointKinds.filter(({ value }) => !soft || value === 'distance' || value === 'ball');
}

/** An axis of the world at a right angle to one that lies along an axis of the world, or near it. */
function across([x, y, z]: Triple): Triple {
  return Math.abs(z) < Math.max(Math.abs(x), Math.abs(y)) ? [0, 0, 1] : [1, 0, 0];
}

/** The scene with a joint; all but `distance` hold the two together at the first place. */
export function addJoint(
  scene: unknown,
  type: string,
  { from, to }: JointEnds,
  axis: Triple,
): { readonly scene: Json; readonly thing: Thing } {
  const name = freeName(scene, type);
  const between =
    type === 'distance'
      ? [
          { body: from.name, at: from.at },
          { body: to.name, at: to.at },
        ]
      : [from.name, to.name];
  const hasAxis = type === 'hinge' || type === 'slider' || type === 'universal';
  return add(scene, 'joints', {
    type,
    name,
    between,
    ...(type !== 'distance' && { at: from.at }),
    ...(hasAxis && { axis }),
    ...(type === 'universal' && { axisB: across(axis) }),
  });
}
