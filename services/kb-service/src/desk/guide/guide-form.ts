import type { Query } from '@guidepost/http';
import { PROPERTY_NAMES, type PropertyName, readProperty } from '../../content/guide-properties.ts';
import { slugFrom } from '../../model/slug.ts';
import type { PropertyChanges } from '../../reviews/write-properties.ts';
import type { EditableGuide } from '../../writing/drafts/read-for-editing.ts';

/** Content of up to 7 MB, percent-encoded, and the rest of the form. */
export const MAX_FORM_BYTES = 22_000_000;

/** Tells a slug from one that was taken. */
const NUMBER = /-[0-9]+$/;

/** The values of the editing form, as typed. */
export interface GuideForm {
  revision: number;
  title: string;
  contentHtml: string;
  categories: number[];
  tags: string[];
  /** Empty for one that is made from the title. */
  slug: string;
  /** As a local time without zone; empty for at once. */
  publishAt: string;
  /** Without those that people may not choose. */
  properties: TypedProperties;
  /**
   * The properties as the page showed them: only those that differ have been changed here, others perhaps elsewhere.
   */
  shownProperties: TypedProperties;
  /** The proposal that the page showed, to decide on; undefined for a guide that was not in review. */
  proposal: number | undefined;
  /** Notes that are not sent yet, by field. */
  remarks: Remarks;
}

/** A note with its passage, answers to notes as `answer[12]`, and a note on the decision. */
export type Remarks = Readonly<Record<string, string>>;

const REMARK = /^(note|noteQuote|noteBefore|noteAfter|decision|answer\[\d+\])$/;

type TypedProperties = { [Name in PropertyName]?: string };

/** The day of a review is set by a button, not typed. */
const TYPED_PROPERTIES = PROPERTY_NAMES.filter((name) => name !== 'reviewedOn');

export function readGuideForm(form: Query): GuideForm {
  return {
    // Saving over someone's change is a button of its own.
    revision: Number(form.first(form.first('action') === 'overwrite' ? 'over' : 'revision')),
    title: form.first('title') ?? '',
    // Browsers send line ends as CR LF (HTML §4.10.22.4).
    contentHtml: (form.first('contentHtml') || form.first('content') || '').replaceAll('\r\n', '\n'),
    categories: inOrder(
      form.family('category').map(([id]) => Number(id)),
      form.first('order') ?? '',
    ),
    tags: splitTags(form.first('tags') ?? ''),
    slug: form.first('slug')?.trim() ?? '',
    publishAt: form.first('publishAt') ?? '',
    properties: readProperties((name) => form.first(name)),
    shownProperties: readProperties((name) => form.first(`shown-${name}`)),
    proposal: parseProposal(form.first('proposal')),
    remarks: readRemarks(form),
  };
}

export function readRemarks(form: Query): Remarks {
  return Object.fromEntries([...form.entries()].filter(([name, text]) => REMARK.test(name) && text !== ''));
}

function parseProposal(typed: string | undefined): number | undefined {
  return typed === undefined ? undefined : Number(typed);
}

function readProperties(typed: (name: PropertyName) => string | undefined): TypedProperties {
  return Object.fromEntries(
    TYPED_PROPERTIES.flatMap((name) => {
      const value = typed(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** @param untitled the title of guides that have none yet */
export function formOf(guide: EditableGuide, untitled: string): GuideForm {
  const { revision, contentHtml, categories, tags, publishAt, properties } = guide;
  const isNew = guide.missing || (!guide.published && guide.title === untitled && contentHtml === '');
  const title = isNew ? '' : guide.title;
  const shown = {
    summary: properties.summary ?? '',
    synonyms: properties.synonyms.join(', '),
    owner: properties.owner ?? '',
    reviewMonths: String(properties.review_months ?? ''),
  };
  return {
    revision,
    title,
    contentHtml,
    categories,
    tags,
    slug: guide.missing || isAutomatic(guide) ? '' : guide.slug,
    publishAt: publishAt ? publishAt.toISOString().slice(0, 16) : '',
    properties: shown,
    shownProperties: shown,
    proposal: guide.proposal?.id,
    remarks: {},
  };
}

/** Whether the draft would be another one once it is saved. */
export function isTextUnsaved(form: GuideForm, saved: GuideForm): boolean {
  const textOf = ({ title, contentHtml, categories, tags, slug, publishAt }: GuideForm) =>
    JSON.stringify([title, contentHtml, categories, tags, slug, publishAt]);
  return textOf(form) !== textOf(saved);
}

/** Whether there are properties or notes that no draft saves. */
export function isTypedApart(form: GuideForm): boolean {
  return changedIn(form).length > 0 || Object.keys(form.remarks).length > 0;
}

/** Times of forms are UTC: a script translates what people see. */
export function timeOf(publishAt: string): Date {
  return new Date(`${publishAt}Z`);
}

/** The properties that were changed in the form. @throws AppError `invalid` with the field */
export function propertiesIn(form: GuideForm): PropertyChanges {
  return Object.fromEntries(changedIn(form).map(([name, text]) => [name, readProperty(name, text)]));
}

function changedIn({ properties, shownProperties }: GuideForm): [PropertyName, string][] {
  const typed = Object.entries(properties) as [PropertyName, string][];
  return typed.filter(([name, text]) => text !== shownProperties[name]);
}

/** The categories that the guide had before stay in their order. */
function inOrder(ids: number[], order: string): number[] {
  const former = order.split(',').map(Number);
  return [...former.filter((id) => ids.includes(id)), ...ids.filter((id) => !former.includes(id))];
}

function splitTags(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Until a guide is published its slug follows the title, unless someone has chosen one. */
function isAutomatic({ published, title, slug }: EditableGuide): boolean {
  return !published && slug.replace(NUMBER, '') === slugFrom(title).replace(NUMBER, '');
}
