import { ACCENT_COLOR } from '@guidepost/pages/accent-color';
import { VISIBLE_CHARACTER } from '@guidepost/service-kit';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { LONGEST_DESCRIPTION } from '../../../content/categories.ts';
import { GUIDE_PROPERTIES, PROPERTY_NAMES } from '../../../content/guide-properties.ts';
import { CATEGORY_ICON_NAMES } from '../../../look/category-icons.ts';
import { LOOK_NAMES } from '../../../look/look-properties.ts';
import { isAboutVisibility } from '../visibility.ts';
import type { DocumentGuide, ImportDocument } from './import-document.ts';

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

const language = {
  type: 'string',
  pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$',
  description: 'a language tag such as pt-BR',
};

const position = { type: 'integer', minimum: 0, maximum: 2_147_483_647 };

/** A slug, or an object with a slug. */
const place = { ...slug, ...closed(['slug'], { slug, position }), type: ['string', 'object'] };

const title = {
  type: 'string',
  pattern: VISIBLE_CHARACTER,
  maxLength: 500,
  description: 'more than white space',
};

const description = { type: 'string', maxLength: LONGEST_DESCRIPTION };

const TRANSLATION_SCHEMA = closed(['language', 'slug', 'title', 'content_html'], {
  language,
  slug,
  title,
  content_html: { type: 'string' },
  published: {},
  former: { type: 'array', items: slug },
  external,
  outdated: { type: 'boolean' },
  created_at: {},
  updated_at: {},
  summary: {},
  synonyms: {},
});

const nameIn = (more: Record<string, object>) => ({
  type: 'array',
  items: closed(['language', 'slug', 'name'], { language, slug, name, ...more }),
});

/** JSON Schema of a guide; each `description` completes "must be …". */
const GUIDE_SCHEMA = closed(['slug', 'title', 'content_html'], {
  slug,
  title,
  content_html: { type: 'string' },
  categories: { type: 'array', items: place },
  tags: { type: 'array', items: slug, uniqueItems: true },
  published: {},
  former: { type: 'array', items: slug },
  external,
  votes: {},
  created_at: {},
  updated_at: {},
  translations: { type: 'array', items: TRANSLATION_SCHEMA },
  ...Object.fromEntries(PROPERTY_NAMES.map((name) => [GUIDE_PROPERTIES[name].key, {}])),
});

/** JSON Schema of the file, whose guides are checked one by one. */
const DOCUMENT_SCHEMA = closed(['guides'], {
  knowledge_base: closed([], {
    name,
    organization_name: name,
    language,
    languages: { type: 'array', items: language },
    accent_color: { type: 'string', pattern: ACCENT_COLOR.source, description: 'a colour such as #0a7d5c' },
    logo: { type: 'string' },
    look: closed([], Object.fromEntries(LOOK_NAMES.map((name) => [name, { type: 'string' }]))),
    widget_rules: { type: 'string' },
  }),
  categories: {
    type: 'array',
    items: closed(['slug', 'name'], {
      slug,
      name,
      multiple_guides_name: name,
      description,
      icon: { enum: ['', ...CATEGORY_ICON_NAMES] },
      parent: slug,
      position,
      external,
      translations: nameIn({ multiple_guides_name: name, description }),
    }),
  },
  tags: { type: 'array', items: closed(['slug', 'name'], { slug, name, translations: nameIn({}) }) },
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
