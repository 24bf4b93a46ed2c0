import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { inspectLogo, type RefusedImage, type SourceLogo } from '@guidepost/files/images';
import { parseLanguageTag } from '@guidepost/i18n/language-tag';
import { parseAccentColor } from '@guidepost/pages/accent-color';
import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import { CLEANER_VERSION, cleanContent } from '../../../cleaning/clean-content.ts';
import { parseHtml } from '../../../cleaning/parse-html.ts';
import { readLook } from '../../../look/look-properties.ts';
import { readRules } from '../../../widget/suggestion-rules.ts';
import { findFiles } from '../directory/directory-files.ts';
import { createFindFile, placeFiles } from '../files.ts';
import {
  createFindImage,
  createImageCatalogue,
  type ImageCatalogue,
  imageFolder,
  NO_IMAGES,
  pathsAt,
  placeImages,
} from '../images.ts';
import {
  type GuideContent,
  type ImportSource,
  type SourceCategory,
  type SourceGuide,
  type SourceTranslation,
  type StoreFile,
  type TranslatedName,
  withoutGuides,
} from '../import-source.ts';
import { noFindings } from '../import-summary.ts';
import type { DocumentCategory, DocumentGuide, DocumentTag, DocumentTranslation } from './import-document.ts';
import { type OpenGuide, openRangedSource, readDocument } from './read-document.ts';

const MAX_SHOWN_LENGTH = 100;

/**
 * Opens a JSON file, with images in the folder beside it.
 * @throws AppError `invalid` with the file and the place in it
 */
export async function openJsonFile(path: string, now: Date): Promise<ImportSource> {
  return withoutGuides(await readJsonFile(path, now), []);
}

async function readJsonFile(path: string, now: Date): Promise<Omit<ImportSource, 'without'>> {
  const source = await openRangedSource(path);
  const file = source.name;
  const document = await readDocument(source, now);
  const images = await openImages(imageFolder(path));
  const { name, organization_name, language, languages, accent_color, logo, look, widget_rules } =
    document.knowledge_base ?? {};
  await checkSetting('look', file, () => readLook(look ?? {}, language ?? 'en'));
  await checkSetting('widget_rules', file, () => readRules(widget_rules ?? ''));
  const color = parseAccentColor(accent_color ?? '');
  return {
    knowledgeBase: {
      ...(name && { name: foldWhiteSpace(name) }),
      ...(organization_name && { organization_name: foldWhiteSpace(organization_name) }),
      ...(language !== undefined && { language: tagIn(language, `${file}: knowledge_base.language`) }),
      ...(languages && {
        languages: languages.map((tag, index) => tagIn(tag, `${file}: knowledge_base.languages[${index}]`)),
      }),
      ...(color && { accent_color: color }),
    },
    logo: logo === undefined ? undefined : await findLogo(logo, `${file}: knowledge_base.logo`, images),
    look,
    widgetRules: widget_rules,
    categories: (document.categories ?? []).map((category, index) =>
      describeCategory(category, { file, index }),
    ),
    tags: (document.tags ?? []).map(({ slug, name }) => ({ slug, name: foldWhiteSpace(name) })),
    synonyms: document.synonyms,
    everydaySynonyms: document.everyday_synonyms,
    guides: document.guides.map((guide) => describeGuide(guide, images)),
    translations: document.guides.flatMap((guide) => describeTranslations(guide, images)),
    translatedNames: [
      ...(document.categories ?? []).flatMap((category) => translatedNames('category', category)),
      ...(document.tags ?? []).flatMap((tag) => translatedNames('tag', tag)),
    ],
    addresses: document.addresses?.map((address, index) => ({
      ...address,
      place: `${file}: addresses[${index}]`,
    })),
    unknownKeys: document.unknownMembers,
    ignoredFiles: 0,
    leftOut: document.leftOut,
    remarks: document.guides.flatMap(({ place, said: { mistakes } }) =>
      Array.from(mistakes, ([key, mistake]) => `${place}.${key} is not read: ${mistake}`),
    ),
  };
}

/** @throws AppError `invalid` with the place in the file */
function tagIn(text: string, place: string): string {
  const tag = parseLanguageTag(text);
  if (tag !== undefined) return tag;
  throw new AppError('invalid', `${place} must be a language tag such as pt-BR`);
}

function translatedNames(
  kind: TranslatedName['kind'],
  { slug: of, translations = [] }: DocumentTag | DocumentCategory,
): TranslatedName[] {
  return translations.map(({ multiple_guides_name, name, ...rest }) => ({
    ...rest,
    kind,
    of,
    name: foldWhiteSpace(name),
    multipleGuidesName: multiple_guides_name,
  }));
}

/** @throws AppError `invalid` with the place in the file */
async function checkSetting(member: string, file: string, read: () => unknown): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const mistakes = Object.entries(error.details.fields ?? {}).map(
      ([name, said]) => `${name === member ? name : `${member}.${name}`}: ${said.join(' ')}`,
    );
    throw new AppError('invalid', `${file}: knowledge_base.${mistakes.join(' ')}`, { cause: error });
  }
}

async function findLogo(
  path: string,
  place: string,
  images: ImageCatalogue,
): Promise<SourceLogo | RefusedImage> {
  const found = await createFindImage(images, '')(path);
  const logo = await inspectLogo(found === 'elsewhere' ? { reason: 'is on the web' } : found);
  return 'reason' in logo ? { reason: `${place}: ${path.slice(0, MAX_SHOWN_LENGTH)}: ${logo.reason}` } : logo;
}

async function openImages(folder: string): Promise<ImageCatalogue> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined || !(await stat(root)).isDirectory()) return NO_IMAGES;
  const { others } = await findFiles(root);
  return createImageCatalogue(root, others);
}

function describeCategory(
  { slug, name, multiple_guides_name, description, icon, parent, position, external }: DocumentCategory,
  { file, index }: { file: string; index: number },
): SourceCategory {
  return {
    slug,
    name: foldWhiteSpace(name),
    multipleGuidesName: foldWhiteSpace(multiple_guides_name ?? name),
    description: description === undefined ? undefined : foldWhiteSpace(description),
    icon,
    position: position ?? index + 1,
    parent,
    external,
    place: `${file}: categories[${index}]`,
  };
}

function describeGuide(guide: OpenGuide, images: ImageCatalogue): SourceGuide {
  const { slug, place, categories = [], tags = [], former = [], external } = guide;
  const { hidden, published } = guide.visibility;
  return {
    slug,
    place,
    categories: categories.map((category) => (typeof category === 'string' ? { slug: category } : category)),
    tags,
    former,
    external,
    dates: guide.dates,
    exportedVotes: guide.votes,
    hidden,
    properties: guide.said.properties,
    read: async (language) => {
      const document = await guide.read();
      const { title, content_html } = document;
      return {
        hash: digestOf(`${CLEANER_VERSION}\n${images.digest}\n${hidden ?? ''}\n${JSON.stringify(document)}`),
        fileHash: digestOf(JSON.stringify([title, content_html])),
        content: async (carry) => ({
          ...(await readContent(document, place, { images, carry, language })),
          published: hidden === undefined ? published : false,
        }),
      };
    },
  };
}

function describeTranslations(guide: OpenGuide, images: ImageCatalogue): SourceTranslation[] {
  return guide.translations.map(({ outdated = false, language, ...translation }, index) => {
    const place = `${guide.place}.translations[${index}]`;
    const read = async () => (await guide.read()).translations?.[index] as DocumentTranslation;
    return {
      ...describeGuide({ ...NOTHING, ...translation, place, read }, images),
      language,
      of: guide.slug,
      isOutdated: outdated,
    };
  });
}

/** The parts that a translation takes from its source. */
const NOTHING = {
  categories: [],
  tags: [],
  votes: undefined,
  former: [],
  external: undefined,
  translations: [],
};

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function readContent(
  guide: DocumentGuide,
  place: string,
  { images, carry, language }: { images: ImageCatalogue; carry: StoreFile; language: string },
): Promise<Omit<GuideContent, 'published'>> {
  const root = parseHtml(guide.content_html, { place });
  const files = await placeFiles(root, createFindFile(images, '', pathsAt), carry);
  const leftOut = await placeImages(root, createFindImage(images, ''), carry);
  const { html, removed } = cleanContent(root);
  if (html === '' && guide.content_html.trim() !== '') {
    throw new AppError('invalid', `${place}: cleaning leaves no content`);
  }
  return {
    title: foldWhiteSpace(guide.title),
    contentHtml: files.describe(html, language),
    keywords: [],
    findings: {
      ...noFindings(),
      removed,
      imagesLeftOut: [...leftOut, ...files.leftOut].map((image) => `${place}: ${image}`),
    },
  };
}
