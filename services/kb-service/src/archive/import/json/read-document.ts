import { createProblems } from '../problems.ts';
import { checkDocument, createGuideCheck, type Report } from './check-document.ts';
import type { DocumentGuide, ImportDocument } from './document-schema.ts';
import { type GuidePlace, type ParsedDocument, parseDocument, parseGuide } from './parse-document.ts';
import type { RangedSource } from './ranged-source.ts';

/** A valid document, whose guides are read when they are needed. */
export interface OpenDocument extends Omit<ImportDocument, 'guides'> {
  guides: OpenGuide[];
}

export interface OpenGuide extends Pick<DocumentGuide, 'slug' | 'categories' | 'tags' | 'former'> {
  read(): Promise<DocumentGuide>;
}

/** @throws AppError `invalid` with a line for each mistake: file, place and problem */
export async function readDocument(source: RangedSource): Promise<OpenDocument> {
  const document = await parseDocument(source);
  const problems = createProblems();
  const report = (mistake: string) => problems.add(`${source.name}: ${mistake}`);
  checkDocument(document, report);
  const guides = hasGuides(document) ? await openGuides(source, document, report) : [];
  problems.throwIfAny();
  return { ...(document as ParsedDocument), guides };
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
  report: Report,
): Promise<OpenGuide[]> {
  const isGuide = createGuideCheck(report);
  const open: OpenGuide[] = [];
  for (const [index, place] of guides.entries()) {
    const read = async () => (isPlace(place) ? parseGuide(source, place) : place);
    const guide = await read();
    if (!isGuide(guide, index)) continue;
    const { slug, categories, tags, former } = guide;
    open.push({ slug, categories, tags, ...(former && { former }), read: read as OpenGuide['read'] });
  }
  return open;
}

function isPlace(element: ParsedDocument['guides'][number]): element is GuidePlace {
  return typeof element === 'object' && element !== null;
}
