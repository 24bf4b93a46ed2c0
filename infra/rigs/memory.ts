import type { Service } from './place.ts';
import type { Report } from './report.ts';

export interface Sample {
  seconds: number;
  bytes: number;
}

/** Megabytes a minute that fail a run. */
const MOST_GROWTH = 1;

/** Seconds of samples without which a line says nothing. */
const SHORTEST = 300;

/**
 * Megabytes a minute over the last two thirds, by least squares: caches fill up before. Undefined for a run of less
 * than five minutes.
 */
export function growthOf(samples: readonly Sample[]): number | undefined {
  const end = samples.at(-1)?.seconds ?? 0;
  if (end < SHORTEST) return undefined;
  const last = samples.filter(({ seconds }) => seconds >= end / 3);
  const x = mean(last.map(({ seconds }) => seconds));
  const y = mean(last.map(({ bytes }) => bytes));
  const products = last.reduce((sum, { seconds, bytes }) => sum + (seconds - x) * (bytes - y), 0);
  const squares = last.reduce((sum, { seconds }) => sum + (seconds - x) ** 2, 0);
  return (products / squares) * (60 / 1_000_000);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

export interface MemoryWatch {
  /** `heap 41.2 MB, RSS 103.4 MB` */
  latest(): string;
  /** Ends the watch, reports how much each grew, and if it was too much. */
  finish(report: Report): void;
}

const SAMPLE_MILLISECONDS = 10_000;

/**
 * Samples what a service keeps after it has collected garbage, its kept answers aside: how fast these fill up to their
 * limit depends on how many requests come. @param judged `heap`, `RSS` or both
 */
export function watchMemory(service: Service, judged: readonly string[]): MemoryWatch {
  const { name } = service;
  const began = performance.now();
  const samples: Record<'heap' | 'RSS', Sample[]> = { heap: [], RSS: [] };
  const sample = async () => {
    const { heapBytes, residentBytes } = await service.memory();
    const kept = await readKeptBytes(service);
    const seconds = (performance.now() - began) / 1_000;
    samples.heap.push({ seconds, bytes: heapBytes - kept });
    samples.RSS.push({ seconds, bytes: residentBytes });
  };
  const timer = setInterval(() => void sample(), SAMPLE_MILLISECONDS);
  return {
    latest: () =>
      Object.entries(samples)
        .map(([kind, list]) => `${kind} ${megabytes(list.at(-1))} MB`)
        .join(', '),
    finish(report) {
      clearInterval(timer);
      for (const [kind, list] of Object.entries(samples)) {
        const growth = growthOf(list);
        report.figure(`${name}: ${kind}`, describe(list, growth));
        if (judged.includes(kind) && (growth ?? 0) >= MOST_GROWTH)
          report.wrong.push(`${name}: the ${kind} grows`);
      }
    },
  };
}

/** Bytes of kept answers, a part of the heap that is bounded. */
async function readKeptBytes({ metrics }: Service): Promise<number> {
  const bytes = /^response_cache_bytes\{.*\} (\d+)/m.exec(await metrics())?.[1];
  if (bytes === undefined) throw new Error('The service does not say how many bytes of answers it keeps.');
  return Number(bytes);
}

function describe(list: readonly Sample[], growth: number | undefined): string {
  const line = growth === undefined ? 'too short to say' : `${growth.toFixed(3)} MB a minute`;
  return `${megabytes(list[0])} → ${megabytes(list.at(-1))} MB, last two thirds: ${line}`;
}

function megabytes(sample: Sample | undefined): string {
  return ((sample?.bytes ?? 0) / 1_000_000).toFixed(1);
}
