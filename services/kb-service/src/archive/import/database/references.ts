import { type Executor, sql } from '@guidepost/postgres';
import GithubSlugger from 'github-slugger';
import { Parser } from 'htmlparser2';
import { anchorOf, kindOfAddress } from '../../../cleaning/addresses.ts';
import { shownAddress } from '../../../cleaning/removed-markup.ts';
import type { GuideContent, ImportSource, SourceGuide } from '../import-source.ts';
import type { LeftOut } from '../problems.ts';

export interface Existing {
  categories: Parents;
  tags: ReadonlySet<string>;
}

/** The slug of the parent by the slug of the category. */
export type Parents = ReadonlyMap<string, string | undefined>;

/**
 * Checks that references of the source exist and that categories have no cycle.
 * @returns mistakes in categories, and the guides that cannot be imported
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

export interface LinkCheck {
  /** @param reported what led nowhere when the same source was read before */
  note(
    guide: Pick<SourceGuide, 'slug' | 'place'>,
    content: GuideContent,
    reported: readonly string[] | undefined,
  ): void;
  /** When all guides are written. @returns links that lead nowhere, as `place: address` */
  finish(): Promise<string[]>;
}

interface Link {
  /** The slug of the guide that has it. */
  slug: string;
  place: string;
  href: string;
  target: string;
  fragment: string;
  reported: readonly string[] | undefined;
}

interface LinkedGuide {
  linked: string;
  title: string;
  content_html: string | null;
}

const LOOKED_UP_AT_ONCE = 100;

const listLinkedGuides = sql`
  -- Guides by the slugs $2 that they have or had; the content of those with the slugs $3.
  select s.slug as linked, g.title, case when s.slug = any($3::text[]) then g.content_html end as content_html
  from unnest($2::text[]) as s (slug)
  join guides g on g.knowledge_base_id = $1 and g.id = coalesce(
    (select o.id from guides o where o.knowledge_base_id = $1 and o.slug = s.slug),
    (select f.guide_id from former_slugs f where f.knowledge_base_id = $1 and f.slug = s.slug)
  )
`;
const addBrokenLinks = sql`
  -- $2: JSON array of slugs with the links to add.
  update guides g
  set broken_links = g.broken_links || l.links
  from json_to_recordset($2) as l (slug text, links text[])
  where g.knowledge_base_id = $1 and g.slug = l.slug
`;

/**
 * Finds links between guides that lead to no guide, or to no place in one.
 * @param isPart whether the other guides may be imported later
 */
export function createLinkCheck(
  transaction: Executor,
  knowledgeBaseId: number,
  { isPart = false }: { isPart?: boolean | undefined },
): LinkCheck {
  const links: Link[] = [];
  const read = new Set<string>();
  const anchors = new Map<string, ReadonlySet<string>>();

  async function lookUp(): Promise<void> {
    const wanted = new Map<string, boolean>();
    for (const { target, fragment } of links)
      if (!anchors.has(target)) wanted.set(target, wanted.get(target) || fragment !== '');
    const slugs = [...wanted.keys()];
    for (let start = 0; start < slugs.length; start += LOOKED_UP_AT_ONCE) {
      const some = slugs.slice(start, start + LOOKED_UP_AT_ONCE);
      const withContent = some.filter((slug) => wanted.get(slug));
      const values = [knowledgeBaseId, some, withContent];
      const rows = await transaction.any<LinkedGuide>(listLinkedGuides(values));
      for (const { linked, title, content_html } of rows)
        anchors.set(linked, readGuide(content_html ?? '', title).anchors);
    }
  }

  /**
   * The heading of an unread guide may have had a place that its content lacks, so only what was dead before is dead.
   */
  function isDead(link: Link): boolean {
    const { target, fragment, reported } = link;
    const found = anchors.get(target);
    if (!found) return !isPart;
    if (leads(fragment, found)) return false;
    return !reported || read.has(target) || reported.includes(describe(link));
  }

  return {
    note({ slug, place }, { title, contentHtml, titleAnchors = [] }, reported) {
      read.add(slug);
      const { hrefs, anchors: own } = readGuide(contentHtml, title);
      for (const anchor of titleAnchors) own.add(anchorOf(anchor));
      anchors.set(slug, own);
      for (const href of hrefs) {
        const target = targetOf(href, slug);
        if (target) links.push({ slug, place, href, reported, ...target });
      }
    },
    async finish() {
      await lookUp();
      const dead = links.filter(isDead);
      const bySlug = Map.groupBy(dead, ({ slug }) => slug);
      const records = Array.from(bySlug, ([slug, own]) => ({ slug, links: own.map(describe) }));
      if (records.length > 0)
        await transaction.none(addBrokenLinks([knowledgeBaseId, JSON.stringify(records)]));
      return dead.map(describe);
    },
  };
}

function describe({ place, href }: Link): string {
  return `${place}: ${shownAddress(href)}`;
}

/** The guide and the place in it to which a relative link leads; undefined for other pages. */
function targetOf(href: string, slug: string): Pick<Link, 'target' | 'fragment'> | undefined {
  if (!/^(?:fragment|relative)$/.test(kindOfAddress(href))) return undefined;
  const [address = '', ...fragment] = href.trim().split('#');
  const path = address.replace(/\?.*/s, '').replace(/^(?:\.\/|\/guides\/)/, '');
  if (/^(?:\/|\.\.)/.test(path)) return undefined;
  return { target: path || slug, fragment: fragment.join('#') };
}

/** Fragments that begin with ":" are texts, or places of the page around the guide. */
function leads(fragment: string, anchors: ReadonlySet<string>): boolean {
  const place = decoded(fragment);
  return (
    place === '' || place === 'top' || place.startsWith(':') || anchors.has(fragment) || anchors.has(place)
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The addresses of links, and the places to link to, with those that pages give to headings. */
function readGuide(contentHtml: string, title: string): { hrefs: string[]; anchors: Set<string> } {
  const slugger = new GithubSlugger();
  const hrefs: string[] = [];
  const anchors = new Set<string>();
  const headings: string[] = [];
  let heading: string | undefined;
  const parser = new Parser({
    onopentag(name, { id, href }) {
      if (id !== undefined) anchors.add(id);
      if (name === 'a' && href !== undefined) hrefs.push(href);
      if (name === 'h2' || name === 'h3') heading = id === undefined ? '' : undefined;
    },
    ontext(text) {
      if (heading !== undefined) heading += text;
    },
    onclosetag(name) {
      if ((name !== 'h2' && name !== 'h3') || heading === undefined) return;
      headings.push(heading.trim().replace(/\s+/g, ' '));
      heading = undefined;
    },
  });
  parser.end(contentHtml);
  for (const anchor of anchors) slugger.slug(anchor);
  for (const text of headings) anchors.add(slugger.slug(text));
  anchors.add(new GithubSlugger().slug(title));
  return { hrefs, anchors };
}
