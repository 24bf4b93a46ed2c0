import { AppError } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import { createProblems } from './problems.ts';

describe('createProblems', () => {
  it('says nothing when there is nothing to say', () => {
    expect(() => createProblems().throwIfAny()).not.toThrow();
  });

  it('collects what is thrown as invalid, and hands on the result of what is not', async () => {
    const problems = createProblems();
    const invalid = () => Promise.reject(new AppError('invalid', 'a.html: empty'));
    expect(await problems.attempt(invalid)).toBeUndefined();
    expect(await problems.attempt(() => 3)).toBe(3);
    expect(() => problems.throwIfAny()).toThrow(new AppError('invalid', 'a.html: empty'));
  });

  it.each([
    ['a defect', new TypeError('x is undefined')],
    ['a database that is away', new AppError('unavailable', 'away')],
  ])('is no place for %s', async (_, error) => {
    await expect(createProblems().attempt(() => Promise.reject(error))).rejects.toBe(error);
  });
});
