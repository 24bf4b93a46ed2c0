import type { Query } from '@guidepost/http';
import { PROPERTY_NAMES, type PropertyName, readProperty } from '../../content/guide-properties.ts';
import { slugFrom } from '../../model/slug.ts';
import type { EditableGuide } from '../../writing/read-for-editing.ts';
import type { PropertyChanges } from '../../writing/set-properties.ts';

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
  properties: { [Name in PropertyName]?: string };
}

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
    properties: Object.fromEntries(
      PROPERTY_NAMES.flatMap((name) => {
        const typed = form.first(name);
        return typed === undefined ? [] : [[name, typed]];
      }),
    ),
  };
}

/** @param untitled the title of guides that have none yet */
export function formOf(guide: EditableGuide, untitled: string): GuideForm {
  const { revision, contentHtml, categories, tags, publishAt, properties } = guide;
  const isNew = !guide.published && guide.title === untitled && contentHtml === '';
  const title = isNew ? '' : guide.title;
  return {
    revision,
    title,
    contentHtml,
    categories,
    tags,
    slug: isAutomatic(guide) ? '' : guide.slug,
    publishAt: publishAt ? publishAt.toISOString().slice(0, 16) : '',
    properties: { owner: properties.owner ?? '', reviewMonths: String(properties.review_months ?? '') },
  };
}

/** Times of forms are UTC: a script translates what people see. */
export function timeOf(publishAt: string): Date {
  return new Date(`${publishAt}Z`);
}

/** @throws AppError `invalid` with the field */
export function propertiesIn({ properties }: GuideForm): PropertyChanges {
  const typed = Object.entries(properties) as [PropertyName, string][];
  return Object.fromEntries(typed.map(([name, text]) => [name, readProperty(name, text)]));
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
