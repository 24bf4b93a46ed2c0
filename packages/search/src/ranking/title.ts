import { readVarint } from '../memory/indexed-words.ts';
import type { IndexedDocument } from '../memory/tenant-index.ts';
import { type Concept, type Expressions, informationOf } from './concept.ts';
import type { RankedTexts, Term } from './known-words.ts';

const TITLE_SHARE = 4;

const HAS_LETTER = /\p{L}/u;

/**
 * Scores how much of what a title says the query says, too: *Backup* is more about backups than *Backup manifest
 * format*.
 * @returns a function of a document, of how well its title expresses each concept, and of the share of the query's
 * information that the document has
 */
export function createTitleScoring(
  concepts: readonly Concept[],
  index: Pick<RankedTexts, 'vocabulary' | 'visible'>,
): (document: IndexedDocument, inTitle: Float64Array, ofQuery: number) => number {
  const informationInTitle = createTitleReader(index);
  const most = concepts.reduce((sum, { information }) => sum + information, 0);
  const bestOf = concepts.map(({ expressions }) => bestWorth(expressions, index));
  return (document, inTitle, ofQuery) => {
    let met = 0;
    for (let place = 0; place < concepts.length; place += 1) {
      const information = concepts[place]?.information ?? 0;
      const worth = inTitle[place] ?? 0;
      // Where a document has the word as typed, a title with another form of it says something else.
      if (worth >= (bestOf[place] ?? 0)) met += information * worth;
    }
    if (met === 0) return 0;
    const ofTitle = Math.min(1, met / (informationInTitle(document) || met));
    return TITLE_SHARE * met * ofTitle ** 2 * (met / most) * ofQuery;
  };
}

/** The weight of the best expression of a concept that some document contains. */
function bestWorth(expressions: Expressions, { vocabulary }: Pick<RankedTexts, 'vocabulary'>): number {
  let best = 0;
  for (const [term, worth] of expressions) if (vocabulary.documentsOf(term) > 0) best = Math.max(best, worth);
  return best;
}

/** The information of a title's words, each once, without numbers of chapters. */
function createTitleReader({ vocabulary, visible }: Pick<RankedTexts, 'vocabulary' | 'visible'>) {
  const known = new Map<Term, number>();

  function informationIn(term: Term): number {
    if (!HAS_LETTER.test(vocabulary.formOf(term))) return 0;
    return informationOf(vocabulary.documentsWithStem(term), visible);
  }

  return (document: IndexedDocument): number => {
    const stems = new Set<Term>();
    let sum = 0;
    for (const term of titleTerms(document)) {
      const stem = vocabulary.firstOfStem(term);
      if (stems.has(stem)) continue;
      stems.add(stem);
      const information = known.get(term) ?? informationIn(term);
      known.set(term, information);
      sum += information;
    }
    return sum;
  };
}

/** The words of a title, of compounds only the parts. */
export function titleTerms({ lengths: [words = 0], terms, places }: IndexedDocument): Term[] {
  const reader = { bytes: places, at: 0 };
  const found: Term[] = [];
  for (let word = 0; word < words; word += 1) {
    const place = readVarint(reader);
    // The parts of a word follow it.
    if ((place & 1) === 0) found.push(terms[place >>> 1] ?? 0);
  }
  return found;
}
