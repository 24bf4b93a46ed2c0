import { describe, expect, it } from '@jest/globals';
import { isComparable, nearestCosine, queryVector, readPassageVectors, toBytes } from './passage-vectors.ts';

const bytesOf = (...vectors: number[][]) =>
  Buffer.concat(vectors.map((vector) => Buffer.from(toBytes(Float32Array.from(vector)).buffer)));

/** Deterministic. */
function someVector(seed: number, dimension: number): number[] {
  let state = seed;
  return Array.from({ length: dimension }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  });
}

function cosine(some: number[], other: number[]): number {
  const product = (a: number[], b: number[]) => a.reduce((sum, own, place) => sum + own * (b[place] ?? 0), 0);
  return product(some, other) / Math.sqrt(product(some, some) * product(other, other));
}

describe('vectors in bytes', () => {
  it.each([1, 3, 33, 384, 1_024])('have nearly the same cosines with %d numbers', (dimension) => {
    const asked = someVector(7, dimension);
    const query = queryVector('space', Float32Array.from(asked));
    for (let seed = 1; seed < 20; seed += 1) {
      const own = someVector(seed, dimension);
      const passages = readPassageVectors('space', bytesOf(own), 1);
      expect(nearestCosine(query, passages)).toBeCloseTo(cosine(asked, own), 1.5);
    }
  });

  it('are as near as the nearest passage', () => {
    const query = queryVector('space', Float32Array.of(0, 1, 0));
    const passages = readPassageVectors('space', bytesOf([1, 0, 0], [0, 0.9, 0.1], [0, -1, 0]), 3);
    expect(nearestCosine(query, passages)).toBeCloseTo(0.994, 2);
    expect(nearestCosine(query, passages, 1)).toBe(0);
  });

  it('cannot be compared with those of another model or dimension, or with nothing', () => {
    const query = queryVector('space', Float32Array.of(1, 0));
    expect(isComparable(query, readPassageVectors('space', bytesOf([1, 0]), 1))).toBe(true);
    expect(isComparable(query, readPassageVectors('elsewhere', bytesOf([1, 0]), 1))).toBe(false);
    expect(isComparable(query, readPassageVectors('space', bytesOf([1, 0, 0]), 1))).toBe(false);
    expect(isComparable(query, undefined)).toBe(false);
  });
});
