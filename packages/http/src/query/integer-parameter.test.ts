import { describe, expect, it } from '@jest/globals';
import { integerParameter } from './integer-parameter.ts';
import { parseQuery } from './query.ts';

const RANGE = { min: 1, max: 1000, fallback: 50 };

function limitOf(raw: string): number {
  return integerParameter(parseQuery(raw), 'limit', RANGE);
}

describe('integerParameter', () => {
  it.each([
    ['', 50],
    ['start=3', 50],
    ['limit=1', 1],
    ['limit=1000', 1000],
    ['limit=007', 7],
    ['limit=20&limit=x', 20],
  ])('"%s" is %d', (raw, expected) => {
    expect(limitOf(raw)).toBe(expected);
  });

  it.each([
    'limit',
    'limit=',
    'limit=0',
    'limit=1001',
    'limit=-1',
    'limit=%2B1',
    'limit=+1',
    'limit=1.0',
    'limit=1e2',
    'limit=0x10',
    'limit=1_0',
    'limit=%D9%A3',
    'limit=ten',
    'limit=9007199254740993',
    `limit=${'9'.repeat(400)}`,
  ])('%s is refused, naming the parameter and its range', (raw) => {
    expect(() => limitOf(raw)).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        message: 'limit must be a whole number from 1 to 1000.',
        details: { source: { parameter: 'limit' } },
      }),
    );
  });
});
