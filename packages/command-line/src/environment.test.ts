import { describe, expect, it } from '@jest/globals';
import { findDatabase } from './environment.ts';

const URL = 'postgres://guidepost@localhost/example';

describe('the database of a command', () => {
  it.each([
    ['is the one that the variable names', { EXAMPLE_DATABASE_URL: URL, DATA_DIR: '/data' }, { url: URL }],
    ['is else the embedded one in DATA_DIR', { DATA_DIR: '/data' }, { directory: '/data/postgres' }],
    [
      'is else the one of the repository',
      {},
      { directory: expect.stringMatching(/[/\\]\.data[/\\]postgres$/) },
    ],
  ])('%s', (_, environment, place) => {
    expect(findDatabase('EXAMPLE_DATABASE_URL', environment)).toEqual(place);
  });

  it('is named where it is none', () => {
    const environment = { EXAMPLE_DATABASE_URL: 'mysql://localhost/example' };
    expect(() => findDatabase('EXAMPLE_DATABASE_URL', environment)).toThrow(/^EXAMPLE_DATABASE_URL must/);
  });
});
