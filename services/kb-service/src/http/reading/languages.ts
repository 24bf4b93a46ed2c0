import type { HeaderFields } from '@guidepost/http';
import type { SchemaObject } from 'ajv';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import type { ResourceRow } from '../../model/listing.ts';
import type { Resource } from '../json-api/resource-graph.ts';
import type { Call } from './endpoint.ts';

const TAG: SchemaObject = { type: 'string', description: 'A language by BCP 47.' };

/** `meta` of answers to requests that name a language, and of their guides. */
export const LANGUAGE_META: Readonly<Record<string, SchemaObject>> = {
  language: {
    ...TAG,
    description:
      'The language of the text: the nearest one to the `language` of the request. Absent without that parameter.',
  },
  languages: {
    type: 'array',
    items: TAG,
    description: 'The languages in which the guide is published, or those of the knowledge base.',
  },
};

export const LANGUAGE_NAMES = Object.keys(LANGUAGE_META);

/** The schema of `meta` with these members. */
export function withLanguages({ properties, ...schema }: SchemaObject): SchemaObject {
  return { ...schema, properties: { ...properties, ...LANGUAGE_META } };
}

type AskedCall = Pick<Call, 'knowledgeBase' | 'language'>;

/** Whether an answer has texts of other languages where translations are missing. */
export function showsFallbacks({ knowledgeBase, language }: AskedCall): boolean {
  return language !== undefined && knowledgeBase.languages.length > 1;
}

/** `meta` of each guide: the language of its text, and those in which it is published. */
export function createLanguageMeta({ language, languages }: KnowledgeBase) {
  return ({ type, attributes }: Resource): Record<string, unknown> | undefined =>
    type === 'guide' ? languagesOf(attributes, { language, languages }) : undefined;
}

/** `meta` of a document for a request that names a language. */
export function languageMeta(
  { knowledgeBase, language }: AskedCall,
  row?: ResourceRow,
): Record<string, unknown> | undefined {
  if (language === undefined) return undefined;
  if (row?.content_digest !== undefined) return languagesOf(row, knowledgeBase);
  return { language, languages: knowledgeBase.languages.map((one) => one.language) };
}

/** The languages of the texts of an answer, the one that was asked for first. */
export function languageHeaders(
  { knowledgeBase, language }: AskedCall,
  rows: readonly ResourceRow[],
): { headers?: HeaderFields } {
  if (language === undefined) return {};
  const isGuides = rows[0]?.content_digest !== undefined;
  const shown = new Set<string>();
  for (const row of isGuides ? rows : []) shown.add(languageOfText(row, knowledgeBase));
  const isAskedFor = shown.delete(language) || shown.size === 0;
  return { headers: { 'Content-Language': [...(isAskedFor ? [language] : []), ...shown].join(', ') } };
}

function languagesOf(
  { shown_from, published_in }: ResourceRow,
  { language, languages }: Pick<KnowledgeBase, 'language' | 'languages'>,
): { language: string; languages: string[] } {
  if (typeof published_in !== 'string') return { language, languages: [language] };
  const tags = tagsOf(languages);
  const published = published_in.split(',').flatMap((id) => tags.get(Number(id)) ?? []);
  return { language: tags.get(Number(shown_from)) ?? language, languages: published };
}

function languageOfText(
  { shown_from, published_in }: ResourceRow,
  { language, languages }: Pick<KnowledgeBase, 'language' | 'languages'>,
): string {
  return (typeof published_in === 'string' && tagsOf(languages).get(Number(shown_from))) || language;
}

const knownTags = new WeakMap<KnowledgeBase['languages'], ReadonlyMap<number, string>>();

/** By id; made once for all guides of lists. */
function tagsOf(languages: KnowledgeBase['languages']): ReadonlyMap<number, string> {
  const known = knownTags.get(languages);
  if (known) return known;
  const tags = new Map(languages.map((one) => [one.id, one.language]));
  knownTags.set(languages, tags);
  return tags;
}
