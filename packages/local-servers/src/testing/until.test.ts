import { describe, expect, it } from '@jest/globals';
import { until } from './until.ts';

describe('a wait of a test', () => {
  it('resolves with what is seen at last', async () => {
    const seen = [undefined, '', 0, 'roses'];
    expect(await until('there are roses', () => seen.shift())).toBe('roses');
  });

  it('ends with what it waited for when the time is over', async () => {
    await expect(until('there are roses', () => false, 0)).rejects.toThrow(
      'Waited 0 s in vain until there are roses.',
    );
  });

  it('ends with the failure of a look', async () => {
    const look = () => Promise.reject(new Error('the garden is closed'));
    await expect(until('there are roses', look)).rejects.toThrow('the garden is closed');
  });
});
