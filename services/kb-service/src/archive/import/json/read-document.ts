import { type Counts, count } from '../../../cleaning/removed-markup.ts';
import { parseSlug } from '../../../model/slug.ts';
import { type LeftOut, problemsOf, refuse } from '../problems.ts';
import { toValue } from '../value.ts';
import { readVisibility, type Visibility } from '../visibility.ts';
import { checkDocument, createGuideCheck, type Reports } from './check-document.ts';
import type { DocumentGuide, ImportDocument } from './document-schema.ts';
import { type GuidePlace, type ParsedDocument, parseDocument, parseGuide } from './parse-document.ts';
import type { RangedSource } from './ranged-source.ts';

/** A valid document, whose guides are read when they are needed. */
export interface OpenDocument extends Omit<ImportDocument, 'guides'> {
  guides: OpenGuide[];
  leftOut: LeftOut[];
  unknownMembers: Counts;
}

export interface OpenGuide {
  slug: string;
  categories: DocumentGuide['categories'] | undefined;
  tags: DocumentGuide['tags'] | undefined;
  former: DocumentGuide['former'] | undefined;
  visibility: Visibility;
  /** `guides.json: guides[3]` */
  place: string;
  read(): Promise<DocumentGuide>;
}

/** @throws AppError `invalid` with all mistakes, if there is one outside of the guides: file, place and problem */
export async function readDocument(source: RangedSource, now = new Date()): Promise<OpenDocument> {
  const document = await parseDocument(source);
  const mistakes: string[] = [];
  const unknownMembers: Counts = new Map();
  const unknown = (member: string) => count(unknownMembers, member.replace(/\[\d+\]/g, '[]'));
  checkDocument(document, { mistake: (message) => mistakes.push(`${source.name}: ${message}`), unknown });
  const opened = hasGuides(document)
    ? await openGuides(source, document, { unknown, now })
    : { guides: [], leftOut: [] };
  if (mistakes.length > 0) refuse([...mistakes, ...problemsOf(opened.leftOut)]);
  return { ...(document as ParsedDocument), ...opened, unknownMembers };
}

function hasGuides(document: unknown): document is Pick<ParsedDocument, 'guides'> {
  return (
    typeof document === 'object' &&
    document !== null &&
    'guides' in document &&
    Array.isArray(document.guides)
  );
}

/** Checks guides as they will be imported, so that no mistake is found halfway. */
async function openGuides(
  source: RangedSource,
  { guides }: Pick<ParsedDocument, 'guides'>,
  { unknown, now }: Pick<Reports, 'unknown'> & { now: Date },
): Promise<Pick<OpenDocument, 'guides' | 'leftOut'>> {
  const isGuide = createGuideCheck();
  const open: OpenGuide[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, element] of guides.entries()) {
    const read = async () => (isPlace(element) ? parseGuide(source, element) : element);
    const guide = await read();
    const place = `${source.name}: guides[${index}]`;
    const problems: string[] = [];
    const mistake = (message: string) => problems.push(`${source.name}: ${message}`);
    if (isGuide(guide, index, { mistake, unknown })) {
      const { slug, categories, tags, former } = guide;
      const visibility = visibilityOf(guide, now);
      open.push({ slug, place, categories, tags, former, visibility, read: read as OpenGuide['read'] });
    } else leftOut.push({ place, problems, slugs: slugsOf(guide), empty: false });
  }
  return { guides: open, leftOut };
}

function visibilityOf(guide: object, now: Date): Visibility {
  const members = Object.entries(guide).map(([key, value]) => [key, toValue(value)] as const);
  const { hidden, published } = readVisibility(members, now);
  return { hidden, published };
}

function isPlace(element: ParsedDocument['guides'][number]): element is GuidePlace {
  return typeof element === 'object' && element !== null;
}

function slugsOf(guide: unknown): string[] | undefined {
  const said = typeof guide === 'object' && guide && 'slug' in guide ? guide.slug : undefined;
  const slug = typeof said === 'string' ? parseSlug(said) : undefined;
  return slug === undefined ? undefined : [slug];
}
