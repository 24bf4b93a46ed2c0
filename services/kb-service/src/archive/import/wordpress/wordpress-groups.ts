import { createHash } from 'node:crypto';
import { textContent } from 'domutils';
import { parseHtml } from '../../../cleaning/parse-html.ts';
import type { CentreGroup } from '../fetched/centre.ts';
import { groupDescription, groupName, isInCircle } from '../fetched/entries.ts';
import type { WxrItem, WxrTerm } from './read-wxr.ts';

/** The names of taxonomies, also of plugins, that are trees of categories: `category`, `docs_category`. */
export const CATEGORIES = /(?:^|[_-])cat(?:egor(?:y|ies))?(?:_\d+)?$/;

export interface Groups {
  list: CentreGroup[];
  /** By domain and slug. */
  categories: ReadonlyMap<string, CentreGroup>;
  /** Pages with others below them, by their id. */
  parents: ReadonlyMap<string, CentreGroup>;
  /** The place of each item among those in its order. */
  positions: ReadonlyMap<WxrItem, number>;
}

/** Categories with posts, and pages that have others below them. */
export function readGroups(terms: readonly WxrTerm[], items: readonly WxrItem[]): Groups {
  const categories = readCategories(terms, items);
  const above = new Set(items.map(({ parent }) => parent));
  const parentOfPage = new Map(items.map(({ id, parent }) => [id, parent]));
  const parents = new Map<string, CentreGroup>();
  for (const { id, title, name, parent, order } of items) {
    if (!above.has(id)) continue;
    const isBelow = parentOfPage.has(parent) && !isInCircle(id, parentOfPage);
    parents.set(id, {
      kind: 'parent',
      id,
      name: groupName(plain(title), { kind: 'page', id }),
      tail: decoded(name),
      parent: isBelow ? { kind: 'parent', id: parent } : undefined,
      position: order,
    });
  }
  const sorted = items.toSorted((a, b) => a.order - b.order);
  const positions = new Map(sorted.map((item, index) => [item, index + 1]));
  return { list: [...categories.values(), ...parents.values()], categories, parents, positions };
}

export const keyOf = ({ domain, slug }: Pick<WxrTerm, 'domain' | 'slug'>) => `${domain} ${slug}`;

function readCategories(terms: readonly WxrTerm[], items: readonly WxrItem[]): Map<string, CentreGroup> {
  const known = new Map<string, WxrTerm>();
  for (const term of [...items.flatMap((item) => item.terms), ...terms])
    if (CATEGORIES.test(term.domain)) known.set(keyOf(term), term);
  const used = new Set<string>();
  for (const { terms: own } of items) {
    for (const term of own) {
      // A circle ends at what is used already.
      for (let at = known.get(keyOf(term)); at && !used.has(keyOf(at)); at = parentOf(at, known))
        used.add(keyOf(at));
    }
  }
  const above = new Map<string, string | undefined>();
  for (const [key, term] of known) {
    const parent = parentOf(term, known);
    above.set(key, parent && keyOf(parent));
  }
  const groups = new Map<string, CentreGroup>();
  for (const [key, term] of known) {
    if (!used.has(key)) continue;
    const parent = isInCircle(key, above) ? undefined : parentOf(term, known);
    groups.set(key, {
      kind: 'category',
      id: idOf(term),
      name: groupName(plain(term.name), { kind: 'category', id: term.slug }),
      description: groupDescription({ description: term.description }),
      tail: decoded(term.slug),
      parent: parent && { kind: 'category', id: idOf(parent) },
      position: groups.size + 1,
    });
  }
  return groups;
}

function parentOf({ domain, parent }: WxrTerm, known: ReadonlyMap<string, WxrTerm>): WxrTerm | undefined {
  return parent ? known.get(keyOf({ domain, slug: parent })) : undefined;
}

/** Terms that the export does not list have no number. */
function idOf({ id, domain, slug }: WxrTerm): string {
  return id ?? createHash('sha256').update(`${domain} ${slug}`).digest('hex').slice(0, 16);
}

/** No site has more; an address would be too long. */
const MOST_LEVELS = 100;

/** The paths at which WordPress shows categories: `/category/account/billing`. */
export function addressesOfCategories(categories: Groups['categories']): Map<string, CentreGroup> {
  const byId = new Map(Array.from(categories.values(), (group) => [group.id, group]));
  const pathOf = (group: CentreGroup): string => {
    const tails = [group.tail];
    const aboveOf = ({ parent }: CentreGroup) => parent && byId.get(parent.id);
    for (let above = aboveOf(group); above && tails.length < MOST_LEVELS; above = aboveOf(above))
      tails.push(above.tail);
    return tails.toReversed().join('/');
  };
  return new Map(
    Array.from(categories, ([key, group]) => [`/${key.slice(0, key.indexOf(' '))}/${pathOf(group)}`, group]),
  );
}

/** The text of a name or a title, which may have elements and character references. */
export function plain(title: string): string {
  return title === '' ? '' : textContent(parseHtml(title, { place: title.slice(0, 80) }));
}

/** Percent-decoded, if that is possible. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize('NFC');
  } catch {
    return text;
  }
}
