import type { Executor } from '@guidepost/postgres';
import { nothingRemoved, type RemovedMarkup } from '../../cleaning/removed-markup.ts';
import { readContent } from '../../content/content.ts';
import { listNeverPublished } from '../../content/find-named-guides.ts';
import type { EditedContent } from '../../content/work-on-content.ts';
import { isEdition } from '../../model/knowledge-base.ts';
import type { Actor } from '../../model/permissions.ts';
import { hasLatinForm } from '../../model/slug.ts';
import { readSlug } from '../structure/names-and-slugs.ts';
import { resolveTagNames } from '../structure/typed-tags.ts';
import {
  changeDraft,
  countEdit,
  type Edited,
  type GuideEdit,
  type OpenDraft,
  refuseScheduled,
  requireRevision,
} from './change-draft.ts';
import { type GuideValues, readCategories, readTitle } from './edited-values.ts';
import { findNumberedSlug, requireFreeSlug } from './guide-slugs.ts';
import { settleFiles } from './settle-files.ts';
import { type GuideEditState, stateOf, type WorkingCopy } from './working-copy.ts';
import { type DraftValues, writeDraft } from './write-draft.ts';

export interface SavedDraft extends Edited {
  state: GuideEditState;
  title: string;
  slug: string;
  /** As cleaned. */
  contentHtml: string;
  /** The markup that cleaning removed. */
  removed: RemovedMarkup;
}

/**
 * Saves a draft. Saving once more what has just been saved changes nothing, so that it can be sent again after a lost
 * connection.
 * @throws EditConflict if someone was faster; AppError `invalid` with the field; `conflict` for a slug that another
 * guide has; `forbidden` for an author if the draft is scheduled
 */
export async function saveDraft(
  database: Executor,
  actor: Actor,
  { host, guideId, revision, ...values }: GuideEdit & GuideValues,
): Promise<SavedDraft> {
  const content = values.content ?? (await readValue(values));
  return changeDraft(database, { host, guideId, actor, action: 'draft save' }, async (draft) => {
    const { copy, transaction, knowledgeBase } = draft;
    const settled = content && (await settleFiles(transaction, knowledgeBase, content));
    const changes = readChanges(draft, values, settled);
    if (values.slug?.trim() === '') changes.slug = await chooseSlug(draft, changes.slug ?? copy.slug);
    if (values.tags) {
      changes.tag_names = await resolveTagNames(transaction, knowledgeBase.id, values.tags);
    }
    const removed = content?.removed ?? nothingRemoved();
    if (isSame(copy, changes)) {
      const edited = { revision: copy.revision, at: copy.changed_at };
      return { result: describe(copy, edited, removed), audit: [] };
    }
    requireRevision(copy, revision);
    if (values.slug?.trim()) await requireChosenSlug(draft, changes.slug);
    refuseScheduled(actor, copy);
    const written = await writeDraft(draft, actor, changes);
    const edited = await countEdit(draft);
    const result = describe(written, edited, removed);
    return isNews(draft, actor) ? { result } : { result, audit: [] };
  });
}

async function readValue({ contentHtml, filesUrl }: GuideValues): Promise<EditedContent | undefined> {
  return contentHtml === undefined ? undefined : readContent(contentHtml, { filesUrl });
}

function readChanges(
  { copy, knowledgeBase }: OpenDraft,
  { title, slug, categories }: GuideValues,
  content: EditedContent | undefined,
): Partial<DraftValues> {
  const titleNow = title === undefined ? copy.title : readTitle(title);
  // A translation whose title would be an address of code points has the slug of the main language.
  const named = isEdition(knowledgeBase) && !hasLatinForm(titleNow) ? copy.slug : titleNow || copy.slug;
  return {
    title: titleNow,
    ...(slug !== undefined && { slug: readSlug(slug, named) }),
    ...(content && { content_html: content.contentHtml }),
    ...(categories && { category_ids: readCategories(categories) }),
  };
}

/** The address of a guide that readers know does not change for the sake of others. */
async function chooseSlug({ transaction, knowledgeBase, copy }: OpenDraft, slug: string): Promise<string> {
  const [unknown] = await listNeverPublished(transaction, knowledgeBase.id, [copy.id]);
  if (!unknown) return slug;
  return findNumberedSlug(transaction, { knowledgeBaseId: knowledgeBase.id, slug, id: copy.id });
}

/** Tells at once that an address is taken. */
async function requireChosenSlug(
  { transaction, knowledgeBase, copy }: OpenDraft,
  slug = copy.slug,
): Promise<void> {
  if (slug === copy.slug) return;
  await requireFreeSlug(transaction, { knowledgeBaseId: knowledgeBase.id, slug, id: copy.id });
}

function isSame(copy: WorkingCopy, changes: Partial<DraftValues>): boolean {
  return Object.entries(changes).every(
    ([name, value]) => JSON.stringify(copy[name as keyof WorkingCopy]) === JSON.stringify(value),
  );
}

/** Drafts are saved every few seconds: the audit tells when one begins and when someone else goes on with it. */
function isNews({ copy }: OpenDraft, { name }: Actor): boolean {
  return !copy.has_draft || copy.author_name !== name;
}

function describe(copy: WorkingCopy, edited: Edited, removed: RemovedMarkup): SavedDraft {
  const { title, slug, content_html: contentHtml } = copy;
  return { ...edited, state: stateOf(copy), title, slug, contentHtml, removed };
}
