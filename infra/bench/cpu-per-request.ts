import { applyLoad } from './load.ts';
import type { MeasuredProcess } from './measured-process.ts';
import { median } from './median.ts';

/** What one process is asked for, again and again. */
export interface Side {
  process: MeasuredProcess;
  urls: readonly string[];
  headers?: Record<string, string>;
}

/** Microseconds of CPU a request: the medians over all rounds, and the median of each round's own ratio. */
export interface CpuComparison {
  service: number;
  baseline: number;
  /** Noise of the machine that lasts a round hits both sides. */
  ratio: number;
}

const ROUNDS = 7;
const CONCURRENCY = 8;

/** Requests before the first round, until what is asked for often is compiled as well as it will be. */
const WARM_UP = 6_000;

/** CPU time a request of a service and of what it is compared with, in rounds that take turns. */
export async function compareCpu(
  service: Side,
  baseline: Side,
  { requests, beforeRound = async () => {} }: { requests: number; beforeRound?: () => Promise<void> },
): Promise<CpuComparison> {
  const measureRound = async () => {
    await beforeRound();
    return {
      service: await cpuPerRequest(service, requests),
      baseline: await cpuPerRequest(baseline, requests),
    };
  };
  for (let made = 0; made < WARM_UP; made += requests) await measureRound();
  const rounds: Awaited<ReturnType<typeof measureRound>>[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound());
  return {
    service: median(rounds.map((round) => round.service)),
    baseline: median(rounds.map((round) => round.baseline)),
    ratio: median(rounds.map((round) => round.service / round.baseline)),
  };
}

/** Of the server alone, whoever asks it. */
export async function cpuPerRequest({ process, urls, headers }: Side, requests: number): Promise<number> {
  const before = await process.usage();
  await applyLoad({ urls, ...(headers && { headers }), requests, concurrency: CONCURRENCY });
  const after = await process.usage();
  return (after.cpuMicroseconds - before.cpuMicroseconds) / requests;
}
