import type { Verdict } from './verify.ts';

/** What became of a run. */
export interface Report {
  /** How often the server was killed, by what became of its data. */
  kills: Map<string, number>;
  /** While people wrote, and from then on until it had heard of everything; undefined when it never had. */
  seconds: number;
  secondsToCatchUp: number | undefined;
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
  /** Undefined when the engine did not catch up. */
  verdict: Verdict | undefined;
}

/** Nobody asks for anything that cannot be had. */
const EXPECTED = [200, 201];

const MOST_LINES = 20;

/** What is wrong, a line for each; none when nothing was lost and nobody was sent away. */
export function listFaults({ secondsToCatchUp, services }: Report): string[] {
  return [
    ...(secondsToCatchUp === undefined ? ['the engine did not catch up'] : []),
    ...services.flatMap(({ name, posts, searches, shownAfterRemoval, verdict }) => [
      ...[...posts, ...searches]
        .filter(([status]) => !EXPECTED.includes(status))
        .map(([status, times]) => `${name}: ${times} × ${status || 'no answer'}`),
      ...(shownAfterRemoval > 0 ? [`${name}: ${shownAfterRemoval} × shown after it was removed`] : []),
      ...(verdict?.faults ?? []),
    ]),
  ];
}

/** The whole report as a person reads it. */
export function describeReport(report: Report): string {
  const { kills, seconds, secondsToCatchUp, services, forgotten } = report;
  const total = [...kills.values()].reduce((sum, times) => sum + times, 0);
  const fates = [...kills].map(([fate, times]) => `${times} × ${fate}`).join(', ');
  const faults = listFaults(report);
  return [
    `Meilisearch was killed ${total} times in ${seconds.toFixed(0)} s; its data were: ${fates}.`,
    `It had caught up ${secondsToCatchUp?.toFixed(1) ?? '–'} s after the last change.`,
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
    ...(verdict ? [describeVerdict(verdict)] : []),
  ];
}

function describeVerdict({ records, changes, marks, documents, faults }: Verdict): string {
  const held = `${documents.meilisearch} documents in Meilisearch, ${documents.postgresql} in PostgreSQL`;
  return `  ${records} records with ${changes} later changes, ${marks} marks searched for in both engines; ${held}; faults: ${faults.length}`;
}

function describeCounts(counts: ReadonlyMap<number | string, number>): string {
  return [...counts].map(([key, times]) => `${times} × ${key}`).join(', ') || 'none';
}
