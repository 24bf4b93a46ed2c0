import { AppError } from '@guidepost/service-kit';
import { Ajv, type ErrorObject } from 'ajv';
import { decodeText } from '../decode.ts';
import { createProblems, type Problems } from '../problems.ts';
import { DOCUMENT_SCHEMA, type ImportDocument } from './document-schema.ts';
import { parseJson } from './parse-json.ts';

const validate = new Ajv({
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  validateSchema: false,
}).compile<ImportDocument>(DOCUMENT_SCHEMA);

/** @throws AppError `invalid` with a line for each mistake: file, place and problem */
export function readDocument(bytes: Uint8Array, place: string): ImportDocument {
  const text = decodeText(bytes, 'utf-8', place);
  const document = parseJson(text, place);
  const problems = createProblems();
  for (const path of findUnstorableText(document)) {
    problems.add(`${place}: ${path} contains U+0000 or a lone surrogate`);
  }
  if (!validate(document)) {
    for (const error of validate.errors ?? []) problems.add(`${place}: ${describeMistake(error)}`);
    problems.throwIfAny();
    throw new AppError('invalid', `${place}: not what an import takes`);
  }
  reportDuplicates(document, place, problems);
  reportDuplicatePlaces(document, place, problems);
  problems.throwIfAny();
  return document;
}

function describeMistake({ instancePath, keyword, params, message, parentSchema }: ErrorObject): string {
  const path = describePath(instancePath);
  if (keyword === 'additionalProperties') {
    return `${path} has an unknown member "${String(params.additionalProperty)}"`;
  }
  if (keyword === 'required') return `${path} has no "${String(params.missingProperty)}"`;
  if (keyword === 'pattern') return `${path} must be ${String(parentSchema?.description)}`;
  return `${path} ${message}`;
}

/** `/guides/3/title` → `guides[3].title` */
function describePath(pointer: string): string {
  if (pointer === '') return 'the document';
  const steps = pointer.slice(1).split('/');
  return steps
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
}

function reportDuplicates(document: ImportDocument, place: string, problems: Problems): void {
  for (const list of ['categories', 'tags', 'guides'] as const) {
    const seen = new Map<string, number>();
    for (const [index, { slug }] of document[list].entries()) {
      const first = seen.get(slug);
      if (first === undefined) seen.set(slug, index);
      else problems.add(`${place}: ${list}[${first}] and ${list}[${index}] have the same slug, ${slug}`);
    }
  }
}

function reportDuplicatePlaces({ guides }: ImportDocument, place: string, problems: Problems): void {
  for (const [index, { categories }] of guides.entries()) {
    const slugs = categories.map((category) => (typeof category === 'string' ? category : category.slug));
    const twin = slugs.find((slug, first) => slugs.indexOf(slug) !== first);
    if (twin) problems.add(`${place}: guides[${index}].categories names ${twin} twice`);
  }
}

/** Paths of strings with U+0000 or lone surrogates, which PostgreSQL or UTF-8 cannot store. */
function findUnstorableText(value: unknown): string[] {
  const found: string[] = [];
  const pending: [path: string, value: unknown][] = [['', value]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [path, current] = next;
    if (typeof current === 'string' && isUnstorable(current)) found.push(path || 'the document');
    if (typeof current !== 'object' || !current) continue;
    for (const member of membersOf(path, current)) pending.push(member);
  }
  return found.reverse();
}

function isUnstorable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

function membersOf(path: string, value: object): [string, unknown][] {
  if (Array.isArray(value)) return value.map((item, index) => [`${path}[${index}]`, item]);
  return Object.entries(value).map(([name, member]) => [path ? `${path}.${name}` : name, member]);
}
