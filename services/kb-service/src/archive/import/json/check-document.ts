import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { DOCUMENT_SCHEMA, type DocumentGuide, GUIDE_SCHEMA, type ImportDocument } from './document-schema.ts';

export type Report = (mistake: string) => void;

const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, validateSchema: false });
const validateDocument = ajv.compile<ImportDocument>(DOCUMENT_SCHEMA);
const validateGuide = ajv.compile<DocumentGuide>(GUIDE_SCHEMA);

/** Reports the mistakes in everything but the guides. */
export function checkDocument(document: unknown, report: Report): void {
  if (!isValid(document, { path: '', validate: validateDocument, report })) return;
  for (const list of ['categories', 'tags'] as const) {
    const checkSlug = createSlugCheck(list, report);
    for (const [index, { slug }] of document[list].entries()) checkSlug(slug, index);
  }
}

/** Reports the mistakes in guides; call it with each in turn. */
export function createGuideCheck(report: Report): (guide: unknown, index: number) => guide is DocumentGuide {
  const checkSlug = createSlugCheck('guides', report);
  return (guide, index): guide is DocumentGuide => {
    const path = `guides[${index}]`;
    if (!isValid(guide, { path, validate: validateGuide, report })) return false;
    checkSlug(guide.slug, index);
    const slugs = guide.categories.map((category) =>
      typeof category === 'string' ? category : category.slug,
    );
    const twin = slugs.find((slug, first) => slugs.indexOf(slug) !== first);
    if (twin) report(`${path}.categories names ${twin} twice`);
    return true;
  };
}

interface Validation<Value> {
  path: string;
  validate: ValidateFunction<Value>;
  report: Report;
}

function isValid<Value>(value: unknown, { path, validate, report }: Validation<Value>): value is Value {
  for (const found of findUnstorableText(value, path)) {
    report(`${found} contains U+0000 or a lone surrogate`);
  }
  const valid = validate(value);
  for (const error of validate.errors ?? []) report(describeMistake(error, path));
  return valid;
}

function createSlugCheck(list: string, report: Report) {
  const seen = new Map<string, number>();
  return (slug: string, index: number) => {
    const first = seen.get(slug);
    if (first === undefined) seen.set(slug, index);
    else report(`${list}[${first}] and ${list}[${index}] have the same slug, ${slug}`);
  };
}

function describeMistake(
  { instancePath, keyword, params, message, parentSchema }: ErrorObject,
  base: string,
) {
  const path = describePath(instancePath, base);
  if (keyword === 'additionalProperties') {
    return `${path} has an unknown member "${String(params.additionalProperty)}"`;
  }
  if (keyword === 'required') return `${path} has no "${String(params.missingProperty)}"`;
  if (keyword === 'pattern') return `${path} must be ${String(parentSchema?.description)}`;
  return `${path} ${message}`;
}

/** `/categories/3/name` → `categories[3].name`; below `guides[3]`, `/title` → `guides[3].title` */
function describePath(pointer: string, base: string): string {
  const steps = pointer.split('/').slice(1);
  const path = steps.reduce(
    (sofar, step) => (/^\d+$/.test(step) ? `${sofar}[${step}]` : memberPath(sofar, step)),
    base,
  );
  return path || 'the document';
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
