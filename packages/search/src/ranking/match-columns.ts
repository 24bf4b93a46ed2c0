/** What is noted of each document while a query is matched; all 0 between searches. */
export interface MatchColumns {
  readonly scores: Float32Array;
  readonly information: Float32Array;
  /** Of the concept at hand. */
  readonly weights: Float32Array;
  readonly isFound: Uint8Array;
  readonly requiredMet: Uint8Array;
  /** Lists of documents. */
  readonly met: Uint32Array;
  readonly having: Uint32Array;
}

/** Searches that run at once each take columns; more than these are not kept. */
const MOST_IDLE = 4;

/** New columns for each search would be most of the work of the garbage collector. */
const idle: MatchColumns[] = [];

/** @param size documents */
export function takeColumns(size: number): MatchColumns {
  const place = idle.findIndex(({ met }) => met.length >= size);
  const [known] = place < 0 ? [] : idle.splice(place, 1);
  return known ?? newColumns(size + Math.floor(size / 4));
}

/** Call it once the columns are no longer read. @param count documents that were met */
export function returnColumns(columns: MatchColumns, count: number): void {
  const { met, scores, information, isFound, requiredMet } = columns;
  for (let place = 0; place < count; place += 1) {
    const document = met[place] ?? 0;
    scores[document] = 0;
    information[document] = 0;
    isFound[document] = 0;
    requiredMet[document] = 0;
  }
  idle.unshift(columns);
  idle.length = Math.min(idle.length, MOST_IDLE);
}

function newColumns(size: number): MatchColumns {
  return {
    scores: new Float32Array(size),
    information: new Float32Array(size),
    weights: new Float32Array(size),
    isFound: new Uint8Array(size),
    requiredMet: new Uint8Array(size),
    met: new Uint32Array(size),
    having: new Uint32Array(size),
  };
}
