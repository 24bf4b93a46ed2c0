import { expect, it } from '@jest/globals';
import { fill } from './words.ts';

it('texts are filled in with what is named, and with nothing of an object by itself', () => {
  expect(fill('{a} {b} {toString}', { a: 1, b: '{a}' })).toBe('1 {a} {toString}');
});
