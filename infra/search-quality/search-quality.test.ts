import { SEARCH_MIGRATIONS } from '@guidepost/search';
import { type MigratedDatabase, openMigratedDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { embeddedGuidepost, substringSearch } from './contenders.ts';
import { measureSmall } from './small-quality.ts';

describe('search results in a small judged set', () => {
  let opened: MigratedDatabase;

  beforeAll(async () => {
    opened = await openMigratedDatabase('search', [SEARCH_MIGRATIONS]);
  });
  afterAll(() => opened.close());

  it('are close to the best order, and far better than a substring search', async () => {
    const ours = await measureSmall(embeddedGuidepost(opened.database));
    expect(ours).toBeGreaterThan(0.93);
    expect(ours).toBeGreaterThan((await measureSmall(substringSearch(opened.database))) + 0.3);
  });
});
