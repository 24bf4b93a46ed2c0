import { type Executor, sql } from '@guidepost/postgres';
import { summaryDocument } from '../import/import-report.ts';
import type { Changes, ImportSummary } from '../import/import-summary.ts';
import { inOrder, type LeftOut, problemsOf } from '../import/problems.ts';

/** A broken link, or a picture or a file that is missing, and where. */
export interface PlaceToMend {
  place: string;
  /** Undefined for a guide that does not exist yet. */
  guideId?: number;
  kind: 'link' | 'picture';
  /** The address, and why a picture is missing. */
  said: string;
}

/** Lists of a report, in the order in which people read them. */
export const REPORT_LISTS = [
  'leftOut',
  'empty',
  'restricted',
  'notPublic',
  'stillPublic',
  'stayUnpublished',
  'edited',
  'deletedHere',
  'gone',
  'imagesElsewhere',
  'remarks',
] as const;

export type ReportList = (typeof REPORT_LISTS)[number];

/** Lists that say why, in English; the others name guides, files and addresses. */
export const LISTS_WITH_REASONS: readonly ReportList[] = [
  'leftOut',
  'restricted',
  'notPublic',
  'stillPublic',
  'remarks',
];

export interface Listed<Item> {
  total: number;
  /** Up to {@link MOST_KEPT}. */
  items: Item[];
}

/** The report of an import, as it is kept. */
export interface ImportReport {
  guides: ImportSummary['guides'];
  /** Only where there are any. */
  translations?: ImportSummary['translations'];
  categories: Changes;
  tags: Changes;
  addresses: Changes;
  files: number;
  lists: Partial<Record<ReportList, Listed<string>>>;
  toMend?: Listed<PlaceToMend>;
  /** As the command line writes it with `--json`. */
  document: object;
}

const MOST_KEPT = 2_000;

const listGuideIds = sql`
  select g.id, g.slug
  from guides g
  where g.knowledge_base_id = $1 and g.slug = any($2::text[])
`;

export interface ReportedImport {
  knowledgeBaseId: number;
  summary: ImportSummary;
  /** Entries of the archive that were not unpacked. */
  notUnpacked: readonly LeftOut[];
  seconds: number;
}

/** Makes a report of bounded size, with the guides of what is to be mended. */
export async function reportImport(
  database: Executor,
  { knowledgeBaseId, summary, notUnpacked, seconds }: ReportedImport,
): Promise<ImportReport> {
  const leftOut = inOrder([...summary.leftOut, ...notUnpacked]).map(({ place, problems }) => ({
    place,
    problems,
  }));
  const toMend = placesToMend(summary);
  const slugs = [...new Set(toMend.flatMap(({ place }) => summary.places.get(place) ?? []))];
  const rows = await database.any<{ id: number; slug: string }>(listGuideIds([knowledgeBaseId, slugs]));
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]));
  const placed = toMend.map((each) => {
    const guideId = ids.get(summary.places.get(each.place) ?? '');
    return guideId === undefined ? each : { ...each, guideId };
  });
  const { guides, translations, categories, tags, addresses, images } = summary;
  const hasTranslations = translations.created + translations.updated + translations.unchanged > 0;
  return {
    guides,
    ...(hasTranslations && { translations }),
    categories,
    tags,
    addresses,
    files: images.created,
    lists: listsOf({ ...summary, leftOut }),
    ...(placed.length > 0 && { toMend: keep(placed) }),
    document: shorten(summaryDocument({ ...summary, leftOut }, seconds)),
  };
}

function listsOf(summary: ImportSummary): ImportReport['lists'] {
  const all: Record<ReportList, readonly string[]> = {
    ...summary,
    leftOut: problemsOf(summary.leftOut),
    notPublic: summary.notPublic.filter((place) => !summary.restricted.includes(place)),
  };
  const some = REPORT_LISTS.filter((name) => all[name].length > 0);
  return Object.fromEntries(some.map((name) => [name, keep(all[name])]));
}

function keep<Item>(items: readonly Item[]): Listed<Item> {
  return { total: items.length, items: items.slice(0, MOST_KEPT) };
}

/** Long lists have their first items only. */
function shorten(document: object): object {
  const entries = Object.entries(document).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.slice(0, MOST_KEPT) : value,
  ]);
  return Object.fromEntries(entries);
}

function placesToMend({ findings, places }: Pick<ImportSummary, 'findings' | 'places'>): PlaceToMend[] {
  const found = (kind: PlaceToMend['kind'], entries: readonly string[]) =>
    entries.map((entry) => ({ kind, ...splitPlace(entry, places) }));
  return [...found('link', findings.brokenLinks), ...found('picture', findings.imagesLeftOut)];
}

/** Findings are `place: what is wrong`; names of files may have colons, too. */
function splitPlace(entry: string, places: ReadonlyMap<string, string>): { place: string; said: string } {
  for (let end = entry.indexOf(': '); end >= 0; end = entry.indexOf(': ', end + 1)) {
    const place = entry.slice(0, end);
    if (places.has(place)) return { place, said: entry.slice(end + 2) };
  }
  const [place = '', ...rest] = entry.split(': ');
  return { place, said: rest.join(': ') };
}
