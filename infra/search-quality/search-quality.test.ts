import { SEARCH_MIGRATIONS } from '@guidepost/search';
import { type MigratedDatabase, openMigratedDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guidepostOnPostgres, substringSearch } from './contenders.ts';
import { measureSmall } from './small-quality.ts';

describe('the order of what is found, by a small judged set', () => {
  let opened: MigratedDatabase;

  beforeAll(async () => {
    opened = await openMigratedDatabase('search', [SEARCH_MIGRATIONS]);
  });
  afterAll(() => opened.close());

  it('is close to the best, and far from what a search for parts of the text gives', async () => {
    const ours = await measureSmall(guidepostOnPostgres(opened.database));
    expect(ours).toBeGreaterThan(0.93);
    expect(ours).toBeGreaterThan((await measureSmall(substringSearch(opened.database))) + 0.3);
  });
});
