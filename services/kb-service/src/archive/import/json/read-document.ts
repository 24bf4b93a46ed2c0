import { decodeText } from '../decode.ts';
import { createProblems } from '../problems.ts';
import { checkDocument, createGuideCheck } from './check-document.ts';
import type { DocumentGuide, ImportDocument } from './document-schema.ts';
import { type GuidePlace, parseDocument } from './parse-document.ts';
import { parseJson } from './parse-json.ts';
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
  const inGuides: string[] = [];
  const isGuide = createGuideCheck((mistake) => inGuides.push(mistake));
  const parsed = await parseDocument(source, (guide, place) =>
    isGuide(guide, place.index) ? openGuide(source, guide, place) : null,
  );
  const problems = createProblems();
  const report = (mistake: string) => problems.add(`${source.name}: ${mistake}`);
  checkDocument(withoutGuides(parsed), report);
  for (const mistake of inGuides) report(mistake);
  problems.throwIfAny();
  return parsed as OpenDocument;
}

function openGuide(
  source: RangedSource,
  { slug, categories, tags, former }: DocumentGuide,
  { index, start, end }: GuidePlace,
): OpenGuide {
  const place = `${source.name}: guides[${index}]`;
  return {
    slug,
    categories,
    tags,
    ...(former && { former }),
    read: async () =>
      parseJson(decodeText(await source.read(start, end), 'utf-8', place), place) as DocumentGuide,
  };
}

function withoutGuides(document: unknown): unknown {
  const hasGuides =
    typeof document === 'object' && document && 'guides' in document && Array.isArray(document.guides);
  return hasGuides ? { ...document, guides: [] } : document;
}
