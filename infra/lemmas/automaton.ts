import { TABLE } from '@guidepost/lemmas';

/** In the numbers that `TABLE` of packages/lemmas describes. */
export interface BuiltAutomaton {
  /** Arc 0 is unused. */
  readonly arcs: Uint32Array;
  readonly root: number;
}

/** A state on the path that is being read, which may still get arcs. */
interface OpenState {
  readonly labels: number[];
  readonly targets: number[];
}

/**
 * Builds the smallest automaton that accepts these paths and no other, as Daciuk and others describe it (Incremental
 * Construction of Minimal Acyclic Finite-State Automata, 2000).
 * @param paths labels as UTF-16 code units; sorted, each once
 * @throws Error if there are too many for a table
 */
export function buildAutomaton(paths: readonly string[]): BuiltAutomaton {
  const states = createStates();
  const first: OpenState = { labels: [], targets: [] };
  const open = [first];
  function closeAfter(depth: number): void {
    while (open.length > depth + 1) {
      const closed = open.pop();
      if (closed) open.at(-1)?.targets.push(states.add(closed));
    }
  }
  let before = '';
  for (const path of paths) {
    const shared = sharedLength(before, path);
    closeAfter(shared);
    for (let at = shared; at < path.length; at += 1) {
      open.at(-1)?.labels.push(path.charCodeAt(at));
      open.push({ labels: [], targets: [] });
    }
    before = path;
  }
  closeAfter(0);
  const root = states.add(first);
  return { arcs: states.arcs(), root };
}

/** How many letters two words begin with alike. */
export function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Gives states with the same arcs the same number. */
function createStates() {
  const arcs = new Uint32Array(TABLE.mostArcs + 1);
  const slots = new Int32Array(2 * TABLE.mostArcs);
  let next = 1;

  function write({ labels, targets }: OpenState): void {
    if (next + labels.length > arcs.length) throw new Error('There are too many words for a table.');
    const last = labels.length - 1;
    labels.forEach((label, at) => {
      arcs[next + at] = ((targets[at] ?? 0) << TABLE.targetShift) | (at === last ? TABLE.lastArc : 0) | label;
    });
  }

  function isWrittenAt(state: number, length: number): boolean {
    for (let at = 0; at < length; at += 1) if (arcs[state + at] !== arcs[next + at]) return false;
    return true;
  }

  return {
    /** @returns the number of the state; 0 for one without arcs */
    add(state: OpenState): number {
      const { length } = state.labels;
      if (length === 0) return 0;
      write(state);
      let slot = hash(arcs.subarray(next, next + length)) % slots.length;
      for (let found = slots[slot]; found; found = slots[slot]) {
        if (isWrittenAt(found, length)) return found;
        slot = (slot + 1) % slots.length;
      }
      slots[slot] = next;
      next += length;
      return next - length;
    },
    arcs: () => arcs.slice(0, next),
  };
}

/** FNV-1a over whole arcs. */
function hash(arcs: Uint32Array): number {
  let value = 0x811c9dc5;
  for (const arc of arcs) value = Math.imul(value ^ arc ^ (arc >>> 15), 0x01000193);
  return (value ^ (value >>> 13)) >>> 0;
}
