import type { ImportSource } from '../import-source.ts';
import { createProblems, type Problems } from '../problems.ts';

export interface Existing {
  categories: Parents;
  tags: ReadonlySet<string>;
}

/** The slug of the parent by the slug of the category. */
export type Parents = ReadonlyMap<string, string | undefined>;

/**
 * Checks that references of the source exist and that categories have no cycle.
 * @throws AppError `invalid` with a line for each mistake
 */
export function checkReferences(source: ImportSource, existing: Existing): void {
  const parents = new Map(existing.categories);
  for (const { slug, parent, onlyNew } of source.categories) {
    if (!(onlyNew && parents.has(slug))) parents.set(slug, parent);
  }
  const problems = createProblems();
  checkParents(source, parents, problems);
  checkGuides(source, { categories: parents, tags: tagSlugs(source, existing) }, problems);
  problems.throwIfAny();
}

function tagSlugs(source: ImportSource, existing: Existing): ReadonlySet<string> {
  return new Set([...existing.tags, ...source.tags.map(({ slug }) => slug)]);
}

function checkParents(source: ImportSource, parents: Parents, problems: Problems): void {
  for (const { parent, place } of source.categories) {
    if (parent !== undefined && !parents.has(parent)) {
      problems.add(`${place}: the parent ${parent} does not exist`);
    }
  }
  const cycle = findCycle(parents);
  if (cycle) problems.add(`Categories form a cycle: ${cycle.join(' → ')}`);
}

function checkGuides(source: ImportSource, known: Existing, problems: Problems): void {
  for (const { categories, tags, place } of source.guides) {
    for (const { slug } of categories ?? []) {
      if (!known.categories.has(slug)) problems.add(`${place}: the category ${slug} does not exist`);
    }
    for (const slug of tags) {
      if (!known.tags.has(slug)) problems.add(`${place}: the tag ${slug} does not exist`);
    }
  }
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
