import type { Verdict } from './verify.ts';

/** What happened while the server was killed again and again. */
export interface Course {
  /** What became of the data, each time. */
  struck: string[];
  /** From the last change of each round until the engine had heard of everything; undefined when it never had. */
  secondsToCatchUp: (number | undefined)[];
  /** What was not as it was answered after a round. */
  faults: string[];
}

/** What became of a run. */
export interface Report extends Course {
  /** That the rounds took. */
  seconds: number;
  services: ServiceReport[];
  /** Indexes in Meilisearch that no database knows of. */
  forgotten: string[];
}

export interface ServiceReport {
  name: string;
  posts: Map<number, number>;
  searches: Map<number, number>;
  durations: number[];
  shownAfterRemoval: number;
  /** By engine and reason. */
  answeredBy: Map<string, number>;
  /** In the end, on everything. */
  verdict: Verdict;
}

/** Nobody asks for anything that cannot be had. */
const EXPECTED = [200, 201];

const MOST_LINES = 20;

/** What is wrong, a line for each; none when nothing was lost and nobody was sent away. */
export function listFaults({ secondsToCatchUp, faults, services }: Report): string[] {
  return [
    ...(secondsToCatchUp.includes(undefined) ? ['the engine did not catch up'] : []),
    ...faults,
    ...services.flatMap(({ name, posts, searches, shownAfterRemoval, verdict }) => [
      ...[...posts, ...searches]
        .filter(([status]) => !EXPECTED.includes(status))
        .map(([status, times]) => `${name}: ${times} × ${status || 'no answer'}`),
      ...(shownAfterRemoval > 0 ? [`${name}: ${shownAfterRemoval} × shown after it was removed`] : []),
      ...verdict.faults,
    ]),
  ];
}

/** The whole report as a person reads it. */
export function describeReport(report: Report): string {
  const { struck, seconds, secondsToCatchUp, services, forgotten } = report;
  const fates = [...Map.groupBy(struck, (fate) => fate)].map(([fate, all]) => `${all.length} × ${fate}`);
  const catchingUp = secondsToCatchUp.map((one) => one?.toFixed(1) ?? 'never');
  const faults = listFaults(report);
  return [
    `Meilisearch was killed ${struck.length} times in ${seconds.toFixed(0)} s; its data were: ${fates.join(', ')}.`,
    `Seconds until it had caught up after each round: ${catchingUp.join(', ')}.`,
    ...services.flatMap(describeService),
    `${forgotten.length} indexes in Meilisearch that no database knows of.`,
    faults.length === 0 ? 'Nothing was lost.' : `Faults: ${faults.length}`,
    ...faults.slice(0, MOST_LINES).map((fault) => `  ${fault}`),
  ].join('\n');
}

function describeService(service: ServiceReport): string[] {
  const { name, posts, searches, durations, answeredBy, verdict } = service;
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0)} ms`;
  return [
    name,
    `  searches: ${describeCounts(searches)}; median ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`,
    `  answered by: ${describeCounts(answeredBy)}`,
    ...(posts.size > 0 ? [`  posts: ${describeCounts(posts)}`] : []),
    describeVerdict(verdict),
  ];
}

function describeVerdict({ records, changes, marks, documents, faults }: Verdict): string {
  const held = `${documents.meilisearch} documents in Meilisearch, ${documents.postgresql} in PostgreSQL`;
  return `  ${records} records with ${changes} later changes, ${marks} marks searched for in both engines; ${held}; faults: ${faults.length}`;
}

function describeCounts(counts: ReadonlyMap<number | string, number>): string {
  return [...counts].map(([key, times]) => `${times} × ${key}`).join(', ') || 'none';
}
