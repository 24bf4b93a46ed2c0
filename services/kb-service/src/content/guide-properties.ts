import { type Executor, type SqlPart, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { SchemaObject } from 'ajv';
import {
  fitSummary,
  fitSynonyms,
  LONGEST_SUMMARY,
  LONGEST_SYNONYM,
  MOST_SYNONYMS,
  parseSummary,
  parseSynonyms,
} from './summary-and-synonyms.ts';

/** Facts about a guide beside its text, for staff; readers see the summary. */
export interface GuideProperties {
  /** Shown instead of the beginning of the text, in search results and to search engines. */
  summary: string | null;
  /** Further words and phrases by which search finds it; null for none. */
  synonyms: readonly string[] | null;
  /** The e-mail address of the person who keeps it right. */
  owner: string | null;
  /** Months from one review to the next; null for no reviews. */
  reviewMonths: number | null;
  /** The day of the last review, as `2026-11-28`. */
  reviewedOn: string | null;
}

export type PropertyName = keyof GuideProperties;

/** A property: SQL, both APIs, forms, commands, imports, exports and the audit have what its row says. */
interface Property<Value> {
  /** Its value for the guide g, with {@link PROPERTY_TABLES}. */
  column: SqlPart;
  /** The name in JSON:API documents and in the audit. */
  attribute: string;
  schema: SchemaObject;
  /** The key in front matter and in JSON documents. */
  key: string;
  /** Completes "must be …". */
  expected: string;
  /** The value as typed; undefined for what it cannot be. */
  parse: (text: string) => Value | undefined;
  /** The value as an import reads it. */
  write: (value: Value) => string | readonly string[];
  /** For free text, in which `none` is a word: what an import makes of texts, cut where they are too long. */
  fit?: (texts: readonly string[]) => Value | undefined;
}

type Table = { readonly [Name in PropertyName]: Property<NonNullable<GuideProperties[Name]>> };

const MAX_REVIEW_MONTHS = 60;

const EMAIL = /^[!-?A-~]{1,200}@[A-Za-z0-9.-]{1,253}$/;
const MONTHS = /^(\d{1,3})(?: ?(?:months?|m))?$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const FIRST_DAY = '1970-01-01';

const KEYS = {
  summary: 'summary',
  synonyms: 'synonyms',
  owner: 'owner',
  reviewMonths: 'review',
  reviewedOn: 'reviewed',
} as const;

export const GUIDE_PROPERTIES: Table = {
  summary: {
    column: sql.part`g.summary`,
    attribute: 'summary',
    schema: {
      type: ['string', 'null'],
      maxLength: LONGEST_SUMMARY,
      description:
        'Shown instead of the beginning of the text in search results and to search engines; null for none.',
    },
    key: KEYS.summary,
    expected: `a text of at most ${LONGEST_SUMMARY} characters`,
    parse: parseSummary,
    write: (summary) => summary,
    fit: ([text = '', ...others]) => (others.length === 0 ? fitSummary(text) : undefined),
  },
  synonyms: {
    column: sql.part`g.synonyms`,
    attribute: 'synonyms',
    schema: {
      type: 'array',
      maxItems: MOST_SYNONYMS,
      items: { type: 'string', maxLength: LONGEST_SYNONYM },
      description: 'Further words and phrases by which search finds the guide. Readers do not see them.',
    },
    key: KEYS.synonyms,
    expected: `at most ${MOST_SYNONYMS} words or phrases of at most ${LONGEST_SYNONYM} characters`,
    parse: parseSynonyms,
    write: (synonyms) => synonyms,
    fit: fitSynonyms,
  },
  owner: {
    column: sql.part`w.email`,
    attribute: 'owner',
    schema: {
      type: ['string', 'null'],
      description: 'The e-mail address of the person who keeps the guide right; one who may write here.',
    },
    key: KEYS.owner,
    expected: 'the e-mail address of a person who may write here',
    parse: (text) => (EMAIL.test(text) ? text : undefined),
    write: (email) => email,
  },
  reviewMonths: {
    column: sql.part`r.review_months`,
    attribute: 'review_months',
    schema: {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: MAX_REVIEW_MONTHS,
      description: 'Months from one review of the guide to the next; null for no reviews.',
    },
    key: KEYS.reviewMonths,
    expected: `a number of months from 1 to ${MAX_REVIEW_MONTHS}, such as "6 months"`,
    parse: (text) => inRange(Number(MONTHS.exec(text)?.[1])),
    write: (months) => (months === 1 ? '1 month' : `${months} months`),
  },
  reviewedOn: {
    column: sql.part`r.reviewed_on::text`,
    attribute: 'reviewed_on',
    schema: {
      type: ['string', 'null'],
      format: 'date',
      description:
        'The day (UTC) on which the guide was last found right, or on which its reviews began; null for a guide without reviews that never was.',
    },
    key: KEYS.reviewedOn,
    expected: 'a day such as 2026-01-31, not in the future',
    parse: (text) => (isPastDay(text) ? text : undefined),
    write: (day) => day,
  },
};

/** The keys of an import, all of which may be missing. */
export type SaidKeys = { [Name in PropertyName as (typeof KEYS)[Name]]?: unknown };

export const PROPERTY_NAMES = Object.keys(GUIDE_PROPERTIES) as readonly PropertyName[];

/** The day of the next review of the guide g; null without reviews. */
const NEXT_REVIEW = sql.part`next_review(r.reviewed_on, r.review_months)`;

/** The properties of the guide g under their names in documents, and the day of its next review. */
export const PROPERTY_COLUMNS = columnsOf(({ column }) => column, sql.part`${NEXT_REVIEW}::text`);

/** The same as columns of the CTE `page`, which has selected them. */
export const PROPERTIES_OF_PAGE = columnsOf(
  ({ attribute }) => sql.part`page.${sql.identifier(attribute)}`,
  sql.part`page.review_on`,
);

/** The knowledge base $1 in its main language: guides have their owners and reviews in all languages. */
const REVIEWED_IN = sql.part`(select coalesce(k.edition_of, k.id) from knowledge_bases k where k.id = $1)`;

export const PROPERTY_TABLES = sql.part`left join guide_reviews r on r.knowledge_base_id = ${REVIEWED_IN} and r.guide_id = g.id
    left join staff_people w on w.id = r.owner_id`;

/** As {@link PROPERTY_COLUMNS} selects them. */
export interface PropertyRow {
  summary: string | null;
  synonyms: string[];
  owner: string | null;
  review_months: number | null;
  reviewed_on: string | null;
  /** The day of the next review. */
  review_on: string | null;
}

const find = sql`
  -- The properties of the guide $2.
  select ${PROPERTY_COLUMNS}
  from guides g
  ${PROPERTY_TABLES}
  where g.knowledge_base_id = $1 and g.id = $2
`;

export function findProperties(
  executor: Executor,
  { knowledgeBaseId, guideId }: { knowledgeBaseId: number; guideId: number },
): Promise<PropertyRow> {
  return executor.one<PropertyRow>(find([knowledgeBaseId, guideId]));
}

/** Today by UTC, as everywhere at the desk. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/**
 * A property as typed; an empty text is no value, nor is `none` where texts are not free.
 * @throws AppError `invalid` with the field
 */
export function readProperty<Name extends PropertyName>(name: Name, text: string): GuideProperties[Name] {
  const typed = text.trim();
  const { parse, fit } = GUIDE_PROPERTIES[name];
  if (typed === '' || (typed === 'none' && !fit)) return null;
  const value = parse(typed);
  if (value !== undefined) return value;
  throw invalidProperty(name);
}

/** The key and the value of a property as an import reads them; undefined for no value. */
export function writeProperty(
  name: PropertyName,
  row: PropertyRow,
): [key: string, value: string | readonly string[] | undefined] {
  const { key, attribute } = GUIDE_PROPERTIES[name];
  const write: (value: never) => string | readonly string[] = GUIDE_PROPERTIES[name].write;
  const value = row[attribute as keyof PropertyRow];
  const isNone = value === null || (Array.isArray(value) && value.length === 0);
  return [key, isNone ? undefined : write(value as never)];
}

export function invalidProperty(
  name: PropertyName,
  message = `${GUIDE_PROPERTIES[name].attribute} must be ${GUIDE_PROPERTIES[name].expected}.`,
): AppError {
  return new AppError('invalid', message, { fields: { [name]: [message] } });
}

function columnsOf(
  columnOf: (property: Pick<Property<unknown>, 'column' | 'attribute'>) => SqlPart,
  nextReview: SqlPart,
): SqlPart {
  const own = PROPERTY_NAMES.map((name) => GUIDE_PROPERTIES[name]).map(
    (property) => sql.part`${columnOf(property)} as ${sql.identifier(property.attribute)}`,
  );
  return sql.list([...own, sql.part`${nextReview} as review_on`]);
}

function inRange(months: number): number | undefined {
  return months >= 1 && months <= MAX_REVIEW_MONTHS ? months : undefined;
}

function isPastDay(text: string): boolean {
  if (!DAY.test(text) || text < FIRST_DAY || text > today()) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
