import { describe, expect, it } from '@jest/globals';
import { describeReport, listFaults, type Report, type ServiceReport } from './report.ts';

const SERVICE: ServiceReport = {
  name: 'forum',
  posts: new Map([[201, 40]]),
  searches: new Map([[200, 90]]),
  durations: [1, 2, 3, 50],
  shownAfterRemoval: 0,
  answeredBy: new Map([['meilisearch (usual)', 90]]),
  verdict: {
    name: 'forum',
    records: 40,
    changes: 20,
    marks: 50,
    documents: { meilisearch: 38, postgresql: 38 },
    faults: [],
  },
};

function report(service: Partial<ServiceReport> = {}, others: Partial<Report> = {}): Report {
  return {
    kills: new Map([['lost', 2]]),
    seconds: 9,
    secondsToCatchUp: 1,
    services: [{ ...SERVICE, ...service }],
    forgotten: [],
    ...others,
  };
}

describe('the report of npm run search:faults', () => {
  it.each<[string, Report, string]>([
    ['an error of ours', report({ searches: new Map([[503, 2]]) }), 'forum: 2 × 503'],
    ['no answer', report({ posts: new Map([[0, 1]]) }), 'forum: 1 × no answer'],
    ['a refusal', report({ posts: new Map([[429, 1]]) }), 'forum: 1 × 429'],
    ['what is shown too long', report({ shownAfterRemoval: 3 }), 'forum: 3 × shown after it was removed'],
    [
      'an engine that stays behind',
      report({}, { secondsToCatchUp: undefined }),
      'the engine did not catch up',
    ],
    [
      'what is lost',
      report({ verdict: SERVICE.verdict && { ...SERVICE.verdict, faults: ['forum 7: lost'] } }),
      'forum 7: lost',
    ],
  ])('names as a fault: %s', (_, faulty, line) => {
    expect(listFaults(faulty)).toEqual([line]);
    expect(describeReport(faulty)).toContain(`Faults: 1\n  ${line}`);
  });

  it('says that nothing was lost, and by which numbers', () => {
    expect(describeReport(report()).split('\n')).toEqual([
      'Meilisearch was killed 2 times in 9 s; its data were: 2 × lost.',
      'It had caught up 1.0 s after the last change.',
      'forum',
      '  searches: 90 × 200; median 2 ms, p99 3 ms, longest 50 ms',
      '  answered by: 90 × meilisearch (usual)',
      '  posts: 40 × 201',
      '  40 records with 20 later changes, 50 marks searched for in both engines; 38 documents in Meilisearch, 38 in PostgreSQL; faults: 0',
      '0 indexes in Meilisearch that no database knows of.',
      'Nothing was lost.',
    ]);
  });
});
