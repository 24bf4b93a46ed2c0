import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import { CLEANER_VERSION, cleanContent } from '../cleaning/clean-content.ts';
import { parseHtml } from '../cleaning/parse-html.ts';
import type { GuideContent, ImportSource, SourceCategory, SourceGuide } from '../import-source.ts';
import { readSourceFile } from '../text/read-source-file.ts';
import { foldWhiteSpace } from '../text/white-space.ts';
import type { DocumentCategory, DocumentGuide } from './document-schema.ts';
import { readDocument } from './read-document.ts';

/**
 * Our JSON as a source.
 *
 * @throws AppError `invalid` naming the file, and the place in it, of what is wrong
 */
export async function openJsonFile(path: string): Promise<ImportSource> {
  const file = basename(path);
  const document = readDocument(await readSourceFile(path, path), file);
  const { name, organization_name, language } = document.knowledge_base ?? {};
  return {
    knowledgeBase: {
      ...(name && { name: foldWhiteSpace(name) }),
      ...(organization_name && { organization_name: foldWhiteSpace(organization_name) }),
      ...(language && { language }),
    },
    categories: document.categories.map((category, index) => describeCategory(category, { file, index })),
    tags: document.tags.map(({ slug, name }) => ({ slug, name: foldWhiteSpace(name) })),
    guides: document.guides.map((guide, index) => describeGuide(guide, `${file}: guides[${index}]`)),
    ignoredFiles: 0,
  };
}

function describeCategory(
  { slug, name, multiple_guides_name, parent, position }: DocumentCategory,
  { file, index }: { file: string; index: number },
): SourceCategory {
  return {
    slug,
    name: foldWhiteSpace(name),
    multipleGuidesName: foldWhiteSpace(multiple_guides_name ?? name),
    position: position ?? index + 1,
    parent,
    place: `${file}: categories[${index}]`,
  };
}

function describeGuide(guide: DocumentGuide, place: string): SourceGuide {
  const { slug, categories, tags } = guide;
  return {
    slug,
    place,
    categories,
    tags,
    read: async () => ({
      hash: createHash('sha256')
        .update(`${CLEANER_VERSION}\n${JSON.stringify(guide)}`)
        .digest('hex'),
      content: () => readContent(guide, place),
    }),
  };
}

function readContent(guide: DocumentGuide, place: string): GuideContent {
  const { html, removed, imagesLeftOut } = cleanContent(parseHtml(guide.content_html, { place }));
  if (html === '') throw new AppError('invalid', `${place}: nothing is left of the content`);
  return {
    title: foldWhiteSpace(guide.title),
    contentHtml: html,
    published: guide.published,
    keywords: [],
    findings: { removed, imagesLeftOut, brokenLinks: [] },
  };
}
