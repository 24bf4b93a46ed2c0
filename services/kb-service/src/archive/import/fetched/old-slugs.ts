import { transliterate } from 'transliteration';
import { slugFrom } from '../../../model/slug.ts';
import { type CentreTarget, externalOf } from './centre.ts';

export interface Named extends CentreTarget {
  /** The words of its address behind the number; empty if it has none. */
  tail: string;
  /** Instead of the tail. */
  title: string;
}

const inOrder = new Intl.Collator('en', { numeric: true });

/** Room for `-2` and the like. */
const LONGEST = 190;

/**
 * The slugs of things of another system, by `zendesk:article:360`: the words of their addresses, or else of their
 * titles, in Latin letters. Of those with the same words, the oldest has them alone.
 * @param known the slugs that they, and things of other systems, have here already
 * @param noun the word in a slug without letters: `guide`
 */
export function nameAll(
  items: readonly Named[],
  { scheme, known, noun }: { scheme: string; known: ReadonlyMap<string, string>; noun: string },
): Map<string, string> {
  const slugs = new Map<string, string>();
  for (const item of items) {
    const slug = known.get(externalOf(scheme, item));
    if (slug !== undefined) slugs.set(externalOf(scheme, item), slug);
  }
  const taken = new Set(known.values());
  for (const item of items.toSorted((a, b) => inOrder.compare(a.id, b.id))) {
    const external = externalOf(scheme, item);
    if (slugs.has(external)) continue;
    const slug = freeSlug(wordsOf(item) || `${noun}-${slugFrom(item.id)}`, taken);
    taken.add(slug);
    slugs.set(external, slug);
  }
  return slugs;
}

function wordsOf({ tail, title }: Named): string {
  return latin(tail) || latin(title);
}

function latin(text: string): string {
  return slugFrom(transliterate(text)).slice(0, LONGEST).replace(/-$/, '');
}

function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.has(wanted)) return wanted;
  }
}
