import { describe, expect, it } from 'vitest';
import { looksOf, writeLooks } from './looks.js';

describe('looks in an address', () => {
  it('come back as they were put there', () => {
    const looks = {
      hair: { colour: '#d8b070', thickness: 1.7 },
      cloth: { fabric: 'denim', pattern: 'checks', colour: '#20406b' },
    } as const;
    const query = new URLSearchParams('camera=1');
    writeLooks(query, looks);
    expect(looksOf(new URLSearchParams(query.toString()))).toEqual(looks);
  });

  it('are left out where they are those of the scene, and what makes no sense is not taken', () => {
    const plain = looksOf(new URLSearchParams());
    const query = new URLSearchParams('hair=%23000000,2&camera=1');
    writeLooks(query, plain);
    expect(query.toString()).toBe('camera=1');
    expect(looksOf(new URLSearchParams('hair=red;x,-4&cloth=tweed,dots,url(x)'))).toEqual(plain);
  });
});
