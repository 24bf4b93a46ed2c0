/** Each category's slug with that of the category above it. */
export type Parents = ReadonlyMap<string, string | undefined>;

/**
 * Finds a category that is above itself.
 *
 * @returns the way round, such as `['a', 'b', 'a']`, or undefined when there is none
 */
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
