import { fieldWeight } from '../documents/field-weights.ts';
import type { Concept } from './concept.ts';
import { saturate } from './frequency.ts';
import { MOST_CONCEPTS, type Occurrences } from './occurrences.ts';

/** Words further apart are not near. */
const NEAR = 4;

/** Relative to the order of the query. */
const REVERSED = 0.6;

/**
 * Scores how often neighbours of the query stand together, function words between them left out.
 * @returns a function of occurrences and of a document's length as `lengthShare` gives it
 */
export function createNearness(
  concepts: readonly Concept[],
): (occurrences: Occurrences, length: number) => number {
  const following = followingTelling(concepts);
  const isAnyFollowing = following.some((next) => next >= 0);
  return (occurrences, length) => {
    if (!isAnyFollowing) return 0;
    countTogether(occurrences, following);
    let score = 0;
    for (let first = 0; first < following.length; first += 1) {
      const second = following[first] ?? -1;
      const information = Math.min(concepts[first]?.information ?? 0, concepts[second]?.information ?? 0);
      score += information * saturate(together[first] ?? 0, length);
    }
    return score;
  };
}

/** Of each concept and the one that follows it, occurrences near each other, weighted by field and by how near. */
const together = new Float64Array(MOST_CONCEPTS);

function countTogether(
  { length, at, field, concept, weight }: Occurrences,
  following: readonly number[],
): void {
  together.fill(0, 0, following.length);
  for (let place = 0; place < length; place += 1) {
    const here = at[place] ?? 0;
    const own = concept[place] ?? 0;
    for (let next = place + 1; next < length; next += 1) {
      const apart = (at[next] ?? 0) - here;
      if (apart > NEAR) break;
      const other = concept[next] ?? 0;
      const inOrder = following[own] === other;
      if (apart === 0 || !(inOrder || following[other] === own)) continue;
      const order = inOrder ? 1 / (1 + Math.abs(apart - (other - own))) : REVERSED / apart;
      const near = (weight[place] ?? 0) * (weight[next] ?? 0) * order * fieldWeight(field[place] ?? 0);
      const first = inOrder ? own : other;
      together[first] = (together[first] ?? 0) + near;
    }
  }
}

/** For each concept the next that is no function word; -1 for none. */
function followingTelling(concepts: readonly Concept[]): number[] {
  return concepts.map(({ isTelling }, place) =>
    isTelling ? concepts.findIndex((other, later) => later > place && other.isTelling) : -1,
  );
}
