import type fc from 'fast-check';
import type { FuzzedAnswer, FuzzedRequest } from './request.ts';

/** A part of a service that is fuzzed. */
export interface FuzzedArea {
  name: string;
  operations: readonly string[];
  /** Those that a run must reach. */
  expected: readonly string[];
  /** Mostly for these operations. */
  requestsTo(operations: readonly string[]): fc.Arbitrary<FuzzedRequest>;
  /** Undefined for what is addressed to no operation. */
  operationOf(request: FuzzedRequest): string | undefined;
  /** Whether an operation did what it is for. */
  isReached(answer: FuzzedAnswer): boolean;
  mistakesIn(request: FuzzedRequest, answer: FuzzedAnswer): readonly string[];
}
