import type fc from 'fast-check';

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

export interface FuzzedRequest {
  method: string;
  target: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array | string | undefined;
}

export interface FuzzedAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  bytes: Uint8Array;
  text: string;
}
