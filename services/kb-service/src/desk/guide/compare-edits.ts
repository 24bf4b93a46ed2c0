import type { DeskPhrasing } from '@guidepost/i18n';
import type { Comparison } from '../../comparing/mark-differences.ts';
import { compareContents } from '../../content/content.ts';
import type { GuideValues } from '../../writing/drafts/edited-values.ts';
import type { EditableGuide } from '../../writing/drafts/read-for-editing.ts';
import type { GuideForm } from './guide-form.ts';

type EditedValues = Pick<GuideForm, 'title' | 'slug' | 'contentHtml' | 'categories' | 'tags'>;

/** Two edits of a guide: what is marked as removed is only in the other one, as added only in one's own. */
export interface EditComparison {
  /** Undefined for texts that are too long to be compared. */
  texts: Comparison | undefined;
  /** Other differences, as texts. */
  fields: { label: string; theirs: string; mine: string }[];
}

export interface ComparedEdits {
  theirs: EditedValues;
  /** Values that are missing do not differ. */
  mine: GuideValues;
  choices: EditableGuide['choices'];
}

type FieldWords = Record<'slug' | 'categories' | 'added' | 'removed', string>;

export async function compareEdits(
  { theirs, mine, choices }: ComparedEdits,
  { words }: DeskPhrasing<FieldWords>,
): Promise<EditComparison> {
  const { title, contentHtml, slug, categories, tags } = theirs;
  const names = new Map(choices.categories.map(({ id, name }) => [id, name]));
  const namesOf = (ids: readonly number[]) => ids.map((id) => names.get(id)).join(', ');
  const fields = [
    // An empty address follows the title.
    { label: words.slug, theirs: slug, mine: mine.slug || slug },
    { label: words.categories, theirs: namesOf(categories), mine: namesOf(mine.categories ?? categories) },
    { label: words.tags, theirs: tags.join(', '), mine: (mine.tags ?? tags).join(', ') },
  ];
  const own = { title: mine.title ?? title, contentHtml: mine.contentHtml ?? contentHtml };
  return {
    texts: await compareContents({ before: theirs, after: own, words }),
    fields: fields.filter((field) => field.theirs !== field.mine),
  };
}
