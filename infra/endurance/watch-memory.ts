import type { MeasuredService } from '../bench/processes.ts';
import { growthOf, MOST_GROWTH, type Sample } from './growth.ts';

export interface MemoryWatch {
  /** `heap 41.2 MB, RSS 103.4 MB` */
  latest(): string;
  /** Ends the watch. @returns growth of each in words, and which of them is too much */
  finish(): { report: string[]; faults: string[] };
}

const SAMPLE_MILLISECONDS = 10_000;

/**
 * Samples what a process keeps after it has collected garbage, its kept answers aside: how fast these fill up to their
 * limit depends on how many requests come. @param judged `heap`, `RSS` or both
 */
export function watchMemory(name: string, service: MeasuredService, judged: readonly string[]): MemoryWatch {
  const began = performance.now();
  const samples: Record<'heap' | 'RSS', Sample[]> = { heap: [], RSS: [] };
  const sample = async () => {
    const { heapBytes, residentBytes } = await service.memory();
    const kept = await service.keptBytes();
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
    finish() {
      clearInterval(timer);
      const grown = Object.entries(samples).map(([kind, list]) => ({ kind, list, growth: growthOf(list) }));
      return {
        report: grown.map(({ kind, list, growth }) => `${name}: ${kind} ${describe(list, growth)}`),
        faults: grown
          .filter(({ kind, growth = 0 }) => judged.includes(kind) && growth >= MOST_GROWTH)
          .map(({ kind }) => `${name}: the ${kind} grows`),
      };
    },
  };
}

function describe(list: readonly Sample[], growth: number | undefined): string {
  const line = growth === undefined ? 'too short to say' : `${growth.toFixed(3)} MB a minute`;
  return `${megabytes(list[0])} → ${megabytes(list.at(-1))} MB, last two thirds: ${line}`;
}

function megabytes(sample: Sample | undefined): string {
  return ((sample?.bytes ?? 0) / 1_000_000).toFixed(1);
}
