import { describe, expect, it } from '@jest/globals';
import { until } from './until.ts';

describe('until', () => {
  it('resolves with the first value found', async () => {
    const seen = [undefined, '', 0, 'roses'];
    expect(await until('there are roses', () => seen.shift())).toBe('roses');
  });

  it('names the expectation after a timeout', async () => {
    await expect(until('there are roses', () => false, 0)).rejects.toThrow(
      'Timed out after 0 s, waiting until there are roses.',
    );
  });

  it('rejects when polling fails', async () => {
    const look = () => Promise.reject(new Error('the garden is closed'));
    await expect(until('there are roses', look)).rejects.toThrow('the garden is closed');
  });
});
