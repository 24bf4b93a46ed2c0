/** Limits attempts at something that fails: one after each pause, which double, until one succeeds. */
export interface Pause {
  /** Whether to try now; what is tried next must wait longer. */
  mayTry(): boolean;
  fail(): void;
  succeed(): void;
}

/** Milliseconds. */
export interface PauseLengths {
  first: number;
  longest: number;
}

export function createPause({ first, longest }: PauseLengths): Pause {
  let failing = false;
  let length = first;
  let until = 0;
  return {
    mayTry() {
      if (!failing) return true;
      const now = performance.now();
      if (now < until) return false;
      length = Math.min(2 * length, longest);
      until = now + length;
      return true;
    },
    fail() {
      // Those that were tried together fail together.
      if (failing) return;
      failing = true;
      length = first;
      until = performance.now() + first;
    },
    succeed() {
      failing = false;
    },
  };
}
