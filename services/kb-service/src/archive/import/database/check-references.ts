import type { ImportSource, SourceGuide } from '../import-source.ts';
import type { LeftOut } from '../problems.ts';

export interface Existing {
  categories: Parents;
  tags: ReadonlySet<string>;
}

/** The slug of the parent by the slug of the category. */
export type Parents = ReadonlyMap<string, string | undefined>;

/**
 * Checks that references of the source exist and that categories have no cycle.
 * @returns what is wrong with categories, and the guides that cannot be imported
 */
export function checkReferences(
  source: Pick<ImportSource, 'categories' | 'tags' | 'guides'>,
  existing: Existing,
): { mistakes: string[]; leftOut: LeftOut[] } {
  const parents = new Map(existing.categories);
  for (const { slug, parent, onlyNew } of source.categories) {
    if (!(onlyNew && parents.has(slug))) parents.set(slug, parent);
  }
  const tags = new Set([...existing.tags, ...source.tags.map(({ slug }) => slug)]);
  const leftOut = source.guides.flatMap((guide) => checkGuide(guide, { categories: parents, tags }));
  return { mistakes: checkParents(source, parents), leftOut };
}

function checkParents({ categories }: Pick<ImportSource, 'categories'>, parents: Parents): string[] {
  const missing = categories
    .filter(({ parent }) => parent !== undefined && !parents.has(parent))
    .map(({ parent, place }) => `${place}: the parent ${parent} does not exist`);
  const cycle = findCycle(parents);
  return cycle ? [...missing, `Categories form a cycle: ${cycle.join(' → ')}`] : missing;
}

function checkGuide({ slug, categories = [], tags, place }: SourceGuide, known: Existing): LeftOut[] {
  const problems = [
    ...categories
      .filter((category) => !known.categories.has(category.slug))
      .map((category) => `${place}: the category ${category.slug} does not exist`),
    ...tags.filter((tag) => !known.tags.has(tag)).map((tag) => `${place}: the tag ${tag} does not exist`),
  ];
  return problems.length > 0 ? [{ place, problems, slugs: [slug], empty: false }] : [];
}

/** @returns a cycle such as `['a', 'b', 'a']`, or undefined */
export function findCycle(parents: Parents): string[] | undefined {
  const safe = new Set<string>();
  for (const start of parents.keys()) {
    const way: string[] = [];
    const seen = new Set<string>();
    let slug: string | undefined = start;
    while (slug !== undefined && !safe.has(slug)) {
      if (seen.has(slug)) return [...way.slice(way.indexOf(slug)), slug];
      seen.add(slug);
      way.push(slug);
      slug = parents.get(slug);
    }
    for (const visited of way) safe.add(visited);
  }
  return undefined;
}
