import { ACCENT_COLOR } from '@guidepost/pages/accent-color';
import { VISIBLE_CHARACTER } from '@guidepost/service-kit';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { LONGEST_DESCRIPTION } from '../../../content/categories.ts';
import { GUIDE_PROPERTIES, PROPERTY_NAMES, type SaidKeys } from '../../../content/guide-properties.ts';
import { CATEGORY_ICON_NAMES } from '../../../look/category-icons.ts';
import { LOOK_NAMES, type LookTexts } from '../../../look/look-properties.ts';
import type { KnowledgeBaseProperties } from '../import-source.ts';
import { isAboutVisibility } from '../visibility.ts';

export interface ImportDocument {
  knowledge_base?: DocumentKnowledgeBase;
  categories?: DocumentCategory[];
  tags?: { slug: string; name: string }[];
  synonyms?: string[][];
  everyday_synonyms?: boolean;
  /** Old addresses, and where each leads. */
  addresses?: { address: string; to: string }[];
  guides: DocumentGuide[];
}

export interface DocumentKnowledgeBase extends KnowledgeBaseProperties {
  logo?: string;
  look?: LookTexts;
}

export interface DocumentCategory {
  slug: string;
  name: string;
  multiple_guides_name?: string;
  /** Up to 1,000 characters. */
  description?: string;
  icon?: string;
  parent?: string;
  position?: number;
  /** Its identity in the system that it comes from. */
  external?: string;
}

export interface DocumentGuide extends SaidKeys {
  slug: string;
  title: string;
  content_html: string;
  categories?: (string | DocumentPlace)[];
  tags?: string[];
  /** As in front matter; other keys can hide the guide, too. */
  published?: unknown;
  /** Slugs that the guide had before. */
  former?: string[];
  /** Its identity in the system that it comes from. */
  external?: string;
  /** How many readers found it helpful, or not: `up` and `down`. */
  votes?: unknown;
  /** ISO 8601; a time that has been. Other values are not read. */
  created_at?: unknown;
  updated_at?: unknown;
}

/** A place in a category; without a position, after the previous guide of the file. */
export interface DocumentPlace {
  slug: string;
  position?: number;
}

const slug = {
  type: 'string',
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 200,
  description: 'a slug such as getting-started',
};

const name = {
  type: 'string',
  pattern: VISIBLE_CHARACTER,
  maxLength: 200,
  description: 'more than white space',
};

const external = {
  type: 'string',
  pattern: '^[a-z]+:[a-z]+:[0-9A-Za-z_-]+$',
  maxLength: 200,
  description: 'a name such as zendesk:article:12',
};

/** Tells unknown properties, so that misspelt names are reported. */
function closed(required: string[], properties: Record<string, object>): object {
  return { type: 'object', required, properties, additionalProperties: false };
}

const position = { type: 'integer', minimum: 0, maximum: 2_147_483_647 };

/** A slug, or an object with a slug. */
const place = { ...slug, ...closed(['slug'], { slug, position }), type: ['string', 'object'] };

/** JSON Schema of a guide; each `description` completes "must be …". */
const GUIDE_SCHEMA = closed(['slug', 'title', 'content_html'], {
  slug,
  title: { type: 'string', pattern: VISIBLE_CHARACTER, maxLength: 500, description: 'more than white space' },
  content_html: { type: 'string' },
  categories: { type: 'array', items: place },
  tags: { type: 'array', items: slug, uniqueItems: true },
  published: {},
  former: { type: 'array', items: slug },
  external,
  votes: {},
  created_at: {},
  updated_at: {},
  ...Object.fromEntries(PROPERTY_NAMES.map((name) => [GUIDE_PROPERTIES[name].key, {}])),
});

/** JSON Schema of the file, whose guides are checked one by one. */
const DOCUMENT_SCHEMA = closed(['guides'], {
  knowledge_base: closed([], {
    name,
    organization_name: name,
    language: { type: 'string', pattern: '^[a-z]{2}$', description: 'two letters of ISO 639-1 such as en' },
    accent_color: { type: 'string', pattern: ACCENT_COLOR.source, description: 'a colour such as #0a7d5c' },
    logo: { type: 'string' },
    look: closed([], Object.fromEntries(LOOK_NAMES.map((name) => [name, { type: 'string' }]))),
  }),
  categories: {
    type: 'array',
    items: closed(['slug', 'name'], {
      slug,
      name,
      multiple_guides_name: name,
      description: { type: 'string', maxLength: LONGEST_DESCRIPTION },
      icon: { enum: ['', ...CATEGORY_ICON_NAMES] },
      parent: slug,
      position,
      external,
    }),
  },
  tags: { type: 'array', items: closed(['slug', 'name'], { slug, name }) },
  synonyms: {
    type: 'array',
    items: { type: 'array', items: { ...name, maxLength: 100 }, minItems: 2, maxItems: 20 },
  },
  everyday_synonyms: { type: 'boolean' },
  addresses: {
    type: 'array',
    items: closed(['address', 'to'], { address: { type: 'string' }, to: { type: 'string' } }),
  },
  guides: { type: 'array' },
});

/** Takes mistakes, and the names of members that are not read: `guides[].titel`. */
export interface Reports {
  mistake(message: string): void;
  unknown(member: string): void;
}

const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, validateSchema: false });
const validateDocument = ajv.compile<ImportDocument>(DOCUMENT_SCHEMA);
const validateGuide = ajv.compile<DocumentGuide>(GUIDE_SCHEMA);

/** Reports the mistakes in everything but the guides. */
export function checkDocument(document: unknown, reports: Reports): void {
  if (!isValid(document, { path: '', validate: validateDocument, reports })) return;
  for (const list of ['categories', 'tags'] as const) {
    const checkSlug = createSlugCheck(list, reports);
    for (const [index, { slug }] of (document[list] ?? []).entries()) checkSlug(slug, index);
  }
}

/** Reports the mistakes in guides; call it with each in turn. @returns whether there are none */
export function createGuideCheck(): (
  guide: unknown,
  index: number,
  reports: Reports,
) => guide is DocumentGuide {
  const seen = new Map<string, number>();
  return (guide, index, reports): guide is DocumentGuide => {
    const path = `guides[${index}]`;
    if (!isValid(guide, { path, validate: validateGuide, reports })) return false;
    const slugs = (guide.categories ?? []).map((category) =>
      typeof category === 'string' ? category : category.slug,
    );
    const twin = slugs.find((slug, first) => slugs.indexOf(slug) !== first);
    const other = seen.get(guide.slug);
    if (twin) reports.mistake(`${path}.categories names ${twin} twice`);
    if (other === undefined) seen.set(guide.slug, index);
    else reports.mistake(`${path} has the same slug as guides[${other}], ${guide.slug}`);
    return !twin && other === undefined;
  };
}

interface Validation<Value> {
  path: string;
  validate: ValidateFunction<Value>;
  reports: Reports;
}

function isValid<Value>(value: unknown, { path, validate, reports }: Validation<Value>): value is Value {
  const unstorable = findUnstorableText(value, path);
  for (const found of unstorable) reports.mistake(`${found} contains U+0000 or a lone surrogate`);
  validate(value);
  const [unknown, mistakes] = partition(validate.errors ?? []);
  for (const { instancePath, params } of unknown) {
    const name = String(params.additionalProperty);
    if (!isAboutVisibility(name)) reports.unknown(memberPath(describePath(instancePath, path), name));
  }
  for (const error of mistakes) reports.mistake(describeMistake(error, path));
  return unstorable.length + mistakes.length === 0;
}

function partition(errors: ErrorObject[]): [unknown: ErrorObject[], mistakes: ErrorObject[]] {
  const { unknown = [], mistakes = [] } = Object.groupBy(errors, ({ keyword }) =>
    keyword === 'additionalProperties' ? 'unknown' : 'mistakes',
  );
  return [unknown, mistakes];
}

function createSlugCheck(list: string, { mistake }: Reports) {
  const seen = new Map<string, number>();
  return (slug: string, index: number) => {
    const first = seen.get(slug);
    if (first === undefined) seen.set(slug, index);
    else mistake(`${list}[${first}] and ${list}[${index}] have the same slug, ${slug}`);
  };
}

function describeMistake(
  { instancePath, keyword, params, message, parentSchema }: ErrorObject,
  base: string,
) {
  const path = describePath(instancePath, base) || 'the document';
  if (keyword === 'required') return `${path} has no "${String(params.missingProperty)}"`;
  if (keyword === 'pattern') return `${path} must be ${String(parentSchema?.description)}`;
  return `${path} ${message}`;
}

/** `/categories/3/name` → `categories[3].name`; below `guides[3]`, `/title` → `guides[3].title` */
function describePath(pointer: string, base: string): string {
  const steps = pointer.split('/').slice(1);
  return steps.reduce(
    (sofar, step) => (/^\d+$/.test(step) ? `${sofar}[${step}]` : memberPath(sofar, step)),
    base,
  );
}

function memberPath(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

/** Paths of strings with U+0000 or lone surrogates, which PostgreSQL or UTF-8 cannot store. */
function findUnstorableText(value: unknown, base: string): string[] {
  const found: string[] = [];
  const pending: [path: string, value: unknown][] = [[base, value]];
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
  return Object.entries(value).map(([name, member]) => [memberPath(path, name), member]);
}
