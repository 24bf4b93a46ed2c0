import type { WordForm } from '../analysis/word.ts';
import { type IndexedWords, readSpelling, readVarint } from '../memory/indexed-words.ts';

/** The kinds of words that keys are hashes of. A key includes the tenant, so that an index needs no other column. */
const KINDS = { stem: 's', lemma: 'l', folded: 'f', form: 'w', part: 'p', text: 'd', title: 't' } as const;

type Kind = keyof typeof KINDS;

/** Two keys may be equal by chance, so that what they find has to be looked at. */
export function keyOf(tenantId: number, kind: Kind, text: string): number {
  return hashOf(text, hashOf(KINDS[kind], hashOf(String(tenantId), 0x811c9dc5)));
}

/** FNV-1a of UTF-16 units, its high bits mixed into the low ones; a signed number of 32 bits. */
function hashOf(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** The keys of a document: of the stems of its words, and of those in its title. */
export function documentKeys(tenantId: number, { lengths, words, places }: IndexedWords): number[] {
  const stems = words.map((spelling) => readSpelling(spelling).stem);
  const keys = new Set(stems.map((stem) => keyOf(tenantId, 'text', stem)));
  const reader = { bytes: places, at: 0 };
  for (let word = lengths[0] ?? 0; word > 0; word -= 1)
    keys.add(keyOf(tenantId, 'title', stems[readVarint(reader) >>> 1] ?? ''));
  return [...keys];
}

/** The keys of a word in the vocabulary. */
export function wordKeys(tenantId: number, { form, stem, folded = stem, lemmas = [] }: WordForm): number[] {
  const keys = [
    keyOf(tenantId, 'stem', stem),
    keyOf(tenantId, 'folded', folded),
    keyOf(tenantId, 'form', form),
    ...lemmas.map((lemma) => keyOf(tenantId, 'lemma', lemma)),
  ];
  const parts = [
    ...(form.length <= LONGEST_IN_TWO ? partsOf(form, 2) : []),
    ...(form.length >= SHORTEST_IN_THREE ? partsOf(form, 3) : []),
  ];
  return [...new Set([...keys, ...parts.map((part) => keyOf(tenantId, 'part', part))])];
}

// A word with at most one letter changed keeps one of two parts, with two letters one of three. Words of seven letters
// and less may have one changed, longer ones two, and either may have become longer by as many, or shorter by one.
const SHORTEST_IN_TWO = 3;
const LONGEST_IN_TWO = 8;
const SHORTEST_IN_THREE = 7;
/** Nobody types longer words. */
const LONGEST_IN_PARTS = 40;

function partsOf(form: string, count: number): string[] {
  if (form.length < SHORTEST_IN_TWO || form.length > LONGEST_IN_PARTS) return [];
  return spansOf(form.length, count).map(({ begin, end }, place) =>
    partName({ length: form.length, count, place }, form.slice(begin, end)),
  );
}

function partName(
  { length, count, place }: { length: number; count: number; place: number },
  text: string,
): string {
  return `${length} ${count} ${place} ${text}`;
}

/** Parts of nearly the same length; the last ones are longer. */
function spansOf(length: number, count: number): { begin: number; end: number }[] {
  const short = Math.floor(length / count);
  const shorter = count - (length % count);
  const beginOf = (place: number) => place * short + Math.max(0, place - shorter);
  return Array.from({ length: count }, (_, place) => ({ begin: beginOf(place), end: beginOf(place + 1) }));
}

/**
 * The keys that words have from which this one differs by at most so many letters (Li, Deng, Wang and Feng: PassJoin,
 * 2011), and those with two neighbours swapped; others have them, too.
 */
export function similarKeys(tenantId: number, form: string, slips: number): number[] {
  const names = new Set<string>();
  for (let length = form.length - 1; length <= form.length + slips; length += 1)
    for (const [place, span] of spansOf(length, slips + 1).entries())
      for (const text of similarParts({ form, length, slips }, place, span))
        names.add(partName({ length, count: slips + 1, place }, text));
  const swapped = Array.from({ length: form.length - 1 }, (_, at) => swappedAt(form, at));
  return [
    ...[...names].map((name) => keyOf(tenantId, 'part', name)),
    ...swapped.map((other) => keyOf(tenantId, 'form', other)),
  ];
}

function swappedAt(form: string, at: number): string {
  return `${form.slice(0, at)}${form.charAt(at + 1)}${form.charAt(at)}${form.slice(at + 2)}`;
}

/**
 * The parts of this word that a part of a longer or shorter one may be: those before it have a change each, or those
 * after it.
 */
function similarParts(
  { form, length, slips }: { form: string; length: number; slips: number },
  place: number,
  { begin, end }: { begin: number; end: number },
): string[] {
  const shift = form.length - length;
  const first = Math.max(0, begin - place, begin + shift - (slips - place));
  const last = Math.min(form.length - (end - begin), begin + place, begin + shift + (slips - place));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
    form.slice(first + at, first + at + end - begin),
  );
}
