import { linksIn } from '../analysis/languages.ts';
import type { QueryWord } from '../analysis/word.ts';
import type { TenantWords } from './concept.ts';
import type { Term } from './known-words.ts';

const SHORTEST_PART = 3;
const SHORTEST_COMPOUND = 7;

/** Other words that a word occurs in are many for a short one. */
const SHORTEST_WITHIN = 4;
const MOST_COMPOUNDS = 48;

/** Telling whether a word is a compound takes analysing its parts. */
const MOST_CHECKED = 500;

function linksOf({ analyzer }: TenantWords): readonly string[] {
  return linksIn(analyzer.language);
}

/** The parts of an unknown compound that documents have, each in all its forms; empty for a word without such parts. */
export async function partsOfCompound({ form }: QueryWord, sources: TenantWords): Promise<Term[][]> {
  const links = linksOf(sources);
  if (links.length === 0 || form.length < SHORTEST_COMPOUND) return [];
  const stemOf = createStems(sources);
  let best: { parts: string[]; score: number } = { parts: [], score: 0 };
  for (let at = SHORTEST_PART; at <= form.length - SHORTEST_PART; at += 1) {
    if (sources.slice.isOver) await sources.slice.next();
    const tail = stemOf(form.slice(at));
    if (tail === undefined) continue;
    for (const link of links) {
      const head = form.slice(0, at);
      if (!head.endsWith(link) || head.length - link.length < SHORTEST_PART) continue;
      const found = stemOf(head.slice(0, head.length - link.length));
      // The longest parts, the shortest link.
      const score = Math.min(at - link.length, form.length - at) * 10 - link.length;
      if (found !== undefined && score > best.score) best = { parts: [found, tail], score };
    }
  }
  const { vocabulary } = sources;
  return best.parts.map((stem) =>
    vocabulary.withStem(stem).filter((term) => vocabulary.documentsOf(term) > 0),
  );
}

/** The stem of a word that documents have in any form. */
function createStems({ analyzer, vocabulary }: TenantWords): (form: string) => string | undefined {
  return (written) => {
    const [word] = analyzer.words(written);
    return word && vocabulary.hasStem(word.stem) ? word.stem : undefined;
  };
}

/** Compounds of documents with this word at the beginning or the end, those of most documents first. */
export async function wordsWith({ form, stem }: QueryWord, sources: TenantWords): Promise<Term[]> {
  const links = linksOf(sources);
  if (links.length === 0 || form.length < SHORTEST_WITHIN) return [];
  const head = stem.length < SHORTEST_WITHIN ? form : stem;
  const { vocabulary, slice } = sources;
  const stemOf = createStems(sources);
  const begun = vocabulary.mostBeginning(head, MOST_CHECKED);
  if (slice.isOver) await slice.next();
  const ended = vocabulary.mostEnding(form, MOST_CHECKED);
  const found: Term[] = [];
  for (const term of vocabulary.mostFrequent(new Set([...begun, ...ended]), MOST_CHECKED)) {
    if (slice.isOver) await slice.next();
    if (isCompound(vocabulary.formOf(term))) found.push(term);
    if (found.length === MOST_COMPOUNDS) break;
  }
  return found;

  function isCompound(other: string): boolean {
    if (other.startsWith(head) && isCompoundOf(other, head.length)) return true;
    return other.endsWith(form) && isKnownHead(other.slice(0, -form.length));
  }

  function isCompoundOf(compound: string, headLength: number): boolean {
    for (let at = headLength; at <= Math.min(headLength + 3, compound.length - SHORTEST_WITHIN); at += 1)
      if (stemOf(compound.slice(at)) !== undefined) return true;
    return false;
  }

  function isKnownHead(beginning: string): boolean {
    return links.some(
      (link) =>
        beginning.endsWith(link) &&
        beginning.length - link.length >= SHORTEST_PART &&
        stemOf(beginning.slice(0, beginning.length - link.length)) !== undefined,
    );
  }
}

/** Two words that documents write as one. */
export function joinedWords(word: QueryWord, next: QueryWord, sources: TenantWords): Term[] {
  const links = linksOf(sources);
  const { vocabulary } = sources;
  return (links.length === 0 ? [''] : links).flatMap((link) => {
    const [joined] = sources.analyzer.words(`${word.form}${link}${next.form}`);
    return joined ? vocabulary.withStem(joined.stem) : [];
  });
}
