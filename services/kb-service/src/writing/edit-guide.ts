import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { nothingRemoved, type RemovedMarkup } from '../cleaning/removed-markup.ts';
import { convertMarkdown, readContent } from '../content/content.ts';
import { isEdition } from '../model/knowledge-base.ts';
import type { Actor } from '../model/permissions.ts';
import type { Precondition } from '../model/precondition.ts';
import { setGuideProperties } from '../reviews/set-properties.ts';
import type { PropertyChanges } from '../reviews/write-properties.ts';
import { changeInSteps } from '../tenants/changes.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { lockWorkingCopy, requireExpectedCopy } from './drafts/change-draft.ts';
import { createGuide } from './drafts/create-guide.ts';
import { type GuideValues, readTitle, requireTitle } from './drafts/edited-values.ts';
import { type LinkedIds, resolveLinks } from './drafts/link-ids.ts';
import { proposeDraft, returnDraft } from './drafts/propose-draft.ts';
import { saveDraft } from './drafts/save-draft.ts';
import { type GuideEditState, readWorkingCopy, stateOf, type WorkingCopy } from './drafts/working-copy.ts';
import { publishGuide, scheduleGuide } from './publishing/publish-guide.ts';
import { unpublishGuides } from './publishing/publish-guides.ts';
import { invalidField } from './structure/names-and-slugs.ts';

/** All that one request can change of a guide. What is missing stays. */
export interface GuideEdits extends Omit<GuideValues, 'categories' | 'tags'>, LinkedIds {
  /** Instead of `contentHtml`. */
  contentMarkdown?: string;
  state?: GuideEditState | undefined;
  publishAt?: Date | null | undefined;
  properties?: PropertyChanges | undefined;
}

export interface EditedGuide {
  id: number;
  /** The markup that cleaning removed. */
  removed: RemovedMarkup;
}

interface GuideAddress {
  host: string;
  guideId: number;
  isExpected?: Precondition | undefined;
}

interface Editing {
  transaction: Executor;
  actor: Actor;
  host: string;
  guideId: number;
}

/**
 * Creates a guide in a state, by default as a draft.
 * @throws AppError `invalid`, `not-found` or `conflict` with the field
 */
export async function addGuide(
  database: Executor,
  actor: Actor,
  {
    host,
    state = 'draft',
    publishAt,
    categories,
    tagIds,
    properties = {},
    ...values
  }: GuideEdits & { host: string; title: string },
): Promise<EditedGuide> {
  const texts = await readTexts(database, host, values);
  const change = { host, actor, action: 'guide create' } as const;
  return changeInSteps(database, change, async (transaction, { id: knowledgeBaseId }) => {
    const links = await resolveLinks(transaction, knowledgeBaseId, { categories, tagIds });
    const { id, removed } = await createGuide(transaction, actor, { host, ...texts, ...links });
    await setProperties({ transaction, actor, host, guideId: id }, properties);
    const copy = await readWorkingCopy(transaction, { knowledgeBaseId, guideId: id });
    await reachState({ transaction, actor, host, guideId: id }, copy, { state, publishAt });
    return { id, removed };
  });
}

/**
 * Changes a guide and its state, all or nothing. Without a new state, changes of a published guide are published at
 * once.
 * @throws EditConflict for another revision than expected; AppError `not-found`, and `invalid`, `not-found` or
 * `conflict` with the field
 */
export async function editGuide(
  database: Executor,
  actor: Actor,
  { host, guideId, isExpected, state, publishAt, properties = {}, ...edits }: GuideAddress & GuideEdits,
): Promise<EditedGuide> {
  const values = await readTexts(database, host, edits);
  const change = { host, actor, action: 'draft save' } as const;
  return changeInSteps(database, change, async (transaction, knowledgeBase) => {
    const { id: knowledgeBaseId } = knowledgeBase;
    if (isEdition(knowledgeBase)) refuseLinks(values);
    const guide = { knowledgeBaseId, guideId };
    const before = await lockWorkingCopy(transaction, guide);
    requireExpectedCopy(before, isExpected);
    const editing = { transaction, actor, host, guideId };
    const isDraftKnown = isExpected !== undefined;
    const removed = await saveValues(editing, { before, knowledgeBaseId, values, state, isDraftKnown });
    await setProperties(editing, properties);
    const copy = await readWorkingCopy(transaction, guide);
    // Properties are not part of a draft: changing them alone publishes nothing.
    const isState = saysSomething(values) || state !== undefined || publishAt !== undefined;
    if (isState) await reachState(editing, copy, { state, publishAt });
    return { id: guideId, removed };
  });
}

/** Guides have their categories and tags in all languages. @throws AppError `invalid` with the field */
function refuseLinks({ categories, tagIds }: LinkedIds): void {
  const message = 'Categories and tags are those of the main language.';
  if (categories !== undefined) throw invalidField('categories', message);
  if (tagIds !== undefined) throw invalidField('tagIds', message);
}

function saysSomething({ filesUrl: _, ...values }: ValueEdits['values']): boolean {
  return Object.values(values).some((value) => value !== undefined);
}

/** Before the transaction, for others wait for its end. */
async function readTexts<Edits extends Pick<GuideEdits, 'contentMarkdown' | 'contentHtml' | 'filesUrl'>>(
  database: Executor,
  host: string,
  { contentMarkdown, contentHtml, ...values }: Edits,
) {
  const html = contentMarkdown === undefined ? contentHtml : await convert(database, host, contentMarkdown);
  if (html === undefined) return values;
  return { ...values, content: await readContent(html, { filesUrl: values.filesUrl }) };
}

async function convert(database: Executor, host: string, markdown: string): Promise<string> {
  const { language } = await requireKnowledgeBase(database, host);
  return convertMarkdown(markdown, language);
}

interface ValueEdits {
  before: WorkingCopy;
  knowledgeBaseId: number;
  values: Omit<GuideEdits, 'state' | 'publishAt' | 'contentMarkdown' | 'properties'>;
  state: GuideEditState | undefined;
  /** Whether the client has read the working copy. */
  isDraftKnown: boolean;
}

async function saveValues(
  { transaction, actor, ...guide }: Editing,
  { before, knowledgeBaseId, values: { categories, tagIds, filesUrl, ...texts }, ...intent }: ValueEdits,
): Promise<RemovedMarkup> {
  const links = await resolveLinks(transaction, knowledgeBaseId, { categories, tagIds });
  const values = { ...texts, ...links };
  if (!saysSomething(values)) return nothingRemoved();
  refuseMixing(before, intent);
  // The desk saves drafts while their titles are typed; a request is complete.
  if (texts.title !== undefined) requireTitle(readTitle(texts.title));
  return (await saveDraft(transaction, actor, { ...guide, ...values, filesUrl })).removed;
}

async function setProperties(
  { transaction, actor, host, guideId }: Editing,
  changes: PropertyChanges,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await setGuideProperties(transaction, actor, { host, ids: [guideId], changes });
}

/** A change must neither publish nor overwrite what someone else is still writing, unless its client knows it. */
function refuseMixing(
  { published, has_draft, author_name }: WorkingCopy,
  { state, isDraftKnown }: Pick<ValueEdits, 'state' | 'isDraftKnown'>,
): void {
  if (!published || !has_draft || (isDraftKnown && state !== undefined)) return;
  const message = `The guide has unpublished changes by ${author_name}. Read them with filter[state]=all; send their ETag in If-Match, and a state.`;
  throw new AppError('conflict', message, {
    fields: { [state === undefined ? 'state' : 'revision']: [message] },
  });
}

async function reachState(
  { transaction, actor, ...guide }: Editing,
  copy: WorkingCopy,
  { state = stateOf(copy), publishAt }: Pick<GuideEdits, 'state' | 'publishAt'>,
): Promise<void> {
  const { host, guideId } = guide;
  if (state !== 'scheduled' && publishAt) {
    throw invalidField('publishAt', 'Only the state "scheduled" has a time of publication.');
  }
  switch (state) {
    case 'published':
      await publishGuide(transaction, actor, guide);
      return;
    case 'draft':
      if (copy.published) await unpublishGuides(transaction, actor, { host, ids: [guideId] });
      await returnDraft(transaction, actor, guide);
      return;
    case 'proposed':
      if (copy.draft_state !== 'proposed') await proposeDraft(transaction, actor, guide);
      return;
    case 'scheduled': {
      const time = publishAt === undefined ? copy.publish_at : publishAt;
      if (!time) throw invalidField('publishAt', 'The state "scheduled" needs the time of publication.');
      if (time.getTime() === copy.publish_at?.getTime()) return;
      await scheduleGuide(transaction, actor, { ...guide, publishAt: time });
    }
  }
}
