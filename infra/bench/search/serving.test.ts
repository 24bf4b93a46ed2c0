import { describe, expect, it } from '@jest/globals';
import { countSearches } from './serving.ts';

describe('the searches that were answered', () => {
  it('are counted whatever the reason, and those of Meilisearch by themselves', () => {
    const metrics = `# TYPE searches_total counter
searches_total{engine="meilisearch",reason="usual",service="forum"} 120
searches_total{engine="postgresql",reason="order",service="forum"} 3
searches_total{engine="postgresql",reason="failed",service="forum"} 1
errors_total{kind="unavailable",service="forum"} 7
`;
    expect(countSearches(metrics)).toEqual({ all: 124, meilisearch: 120 });
  });

  it('are none before the first', () => {
    expect(countSearches('# TYPE searches_total counter\n')).toEqual({ all: 0, meilisearch: 0 });
  });
});
