import { AppError } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import { createProblems } from './problems.ts';

describe('createProblems', () => {
  it('throws nothing without problems', () => {
    expect(() => createProblems().throwIfAny()).not.toThrow();
  });

  it('collects invalid errors and returns other results', async () => {
    const problems = createProblems();
    const invalid = () => Promise.reject(new AppError('invalid', 'a.html: empty'));
    expect(await problems.attempt(invalid)).toBeUndefined();
    expect(await problems.attempt(() => 3)).toBe(3);
    expect(() => problems.throwIfAny()).toThrow(new AppError('invalid', 'a.html: empty'));
  });

  it.each([
    ['a defect', new TypeError('x is undefined')],
    ['an unavailable database', new AppError('unavailable', 'away')],
  ])('rethrows %s', async (_, error) => {
    await expect(createProblems().attempt(() => Promise.reject(error))).rejects.toBe(error);
  });
});
