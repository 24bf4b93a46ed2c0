import { type Executor, sql } from '@guidepost/postgres';
import { readContent } from '../../content/content.ts';
import type { EditedContent } from '../../content/work-on-content.ts';
import { fileTokens } from '../../files/content-files.ts';
import { setFilesOfGuide } from '../../files/files.ts';
import type { Actor } from '../../model/permissions.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { requireKnowledgeBase } from '../../tenants/find-knowledge-base.ts';
import {
  changeDraft,
  countEdit,
  type Edited,
  type GuideEdit,
  lockWorkingCopy,
  type OpenDraft,
  refuseScheduled,
  requireRevision,
} from '../drafts/change-draft.ts';
import { settleFiles } from '../drafts/settle-files.ts';
import { requireGuideId } from '../drafts/working-copy.ts';
import { writeDraft } from '../drafts/write-draft.ts';
import { findVersion } from './versions.ts';

export interface Restoration extends GuideEdit {
  number: number;
}

export interface RestoredGuide extends Edited {
  /** Images and files that have been deleted since; their texts are in their places. */
  missingImages: number;
}

export interface RestoredDraft extends RestoredGuide {
  /** When the version was published. */
  publishedAt: Date;
  /** Whether there already was a draft. */
  hadDraft: boolean;
  /** The version with the text of the former draft, if it had another text. */
  formerDraft: number | undefined;
}

const publishVersion = sql`
  update guides g
  set title = $3, content_html = $4, content_bytes = $5, published = true, edited = true,
    edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor(),
    updated_at = case
      when (g.title, g.content_html, g.published) is distinct from ($3, $4, true) then now()
      else g.updated_at
    end
  where g.knowledge_base_id = $1 and g.id = $2
  returning g.edit_revision as revision, g.changed_at as at
`;
const keepDraft = sql`
  -- The version with the title $3 and the content $4 of a draft, which becomes one unless there is one. $5, $6 and $7:
  -- who wrote it where and when; $8: who replaces it.
  with known as (
    select max(v.number) as number
    from guide_versions v
    where v.knowledge_base_id = $1 and v.guide_id = $2 and v.title = $3 and v.content_html = $4
  ), kept as (
    insert into guide_versions
      (knowledge_base_id, guide_id, number, title, content_html, published_by, door, published_at, replaced_by)
    select $1, $2,
      (select 1 + max(v.number) from guide_versions v where v.knowledge_base_id = $1 and v.guide_id = $2),
      $3, $4, $5, $6, $7, $8
    from known k
    where k.number is null
    returning number
  )
  select coalesce(t.number, k.number) as number
  from known k
  left join kept t on true
`;
const findStoredImages = sql`
  select f.token
  from files f
  where f.knowledge_base_id = $1 and f.token = any($2::text[])
`;

/**
 * Makes a former version the draft of a guide. The text of a draft that it replaces is kept as a version; a draft that
 * was to be published at a time is published no longer.
 * @throws EditConflict; AppError `not-found`, or `forbidden` for an author and a scheduled draft
 */
export async function restoreVersion(
  database: Executor,
  actor: Actor,
  { number, ...edit }: Restoration,
): Promise<RestoredDraft> {
  const version = await readVersionContent(database, { ...edit, number });
  const { title, content, missingImages, publishedAt } = version;
  return changeDraft(database, { ...edit, actor, action: 'version restore' }, async (draft) => {
    const { copy } = draft;
    refuseScheduled(actor, copy);
    const isSame = copy.title === title && copy.content_html === content.contentHtml;
    const formerDraft = copy.has_draft && !isSame ? await keepText(draft, actor) : undefined;
    await writeDraft(draft, actor, {
      title,
      content_html: content.contentHtml,
      ...(copy.draft_state === 'scheduled' && { state: 'draft', publish_at: null }),
    });
    const edited = await countEdit(draft);
    const result = { ...edited, missingImages, publishedAt, hadDraft: copy.has_draft, formerDraft };
    return { result, audit: { subject: copy.published_slug, details: { version: number } } };
  });
}

async function keepText({ transaction, knowledgeBase, copy }: OpenDraft, { name }: Actor): Promise<number> {
  const { title, content_html, author_name, author_door, changed_at } = copy;
  const values = [title, content_html, author_name, author_door, changed_at, name];
  const { number } = await transaction.one<{ number: number }>(
    keepDraft([knowledgeBase.id, copy.id, ...values]),
  );
  return number;
}

/**
 * Shows a former version to readers again, in one step. The guide keeps its address, categories and tags, and its draft
 * if it has one.
 * @throws EditConflict; AppError `not-found`
 */
export async function republishVersion(
  database: Executor,
  actor: Actor,
  { host, guideId, revision, number }: Restoration,
): Promise<RestoredGuide> {
  const version = { host, guideId, number };
  const { title, content, missingImages } = await readVersionContent(database, version);
  const change = { host, actor, action: 'guide publish' } as const;
  return changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => {
    const guide = { knowledgeBaseId: knowledgeBase.id, guideId };
    const copy = await lockWorkingCopy(transaction, guide);
    requireRevision(copy, revision);
    const values = [title, content.contentHtml, content.contentBytes];
    const edited = await transaction.one<Edited>(publishVersion([knowledgeBase.id, guideId, ...values]));
    await transaction.none(setFilesOfGuide([knowledgeBase.id, guideId, content.files]));
    const audit = { guideId, subject: copy.published_slug, details: { version: number } };
    return { changed: true, result: { ...edited, missingImages }, audit };
  });
}

/**
 * Versions were clean when they were published; the rules may have become stricter since. Read before the transaction,
 * for others wait for its end.
 */
async function readVersionContent(
  database: Executor,
  { host, guideId, number }: Pick<Restoration, 'host' | 'guideId' | 'number'>,
): Promise<{ title: string; content: EditedContent; missingImages: number; publishedAt: Date }> {
  requireGuideId(guideId);
  const knowledgeBase = await requireKnowledgeBase(database, host);
  const { id: knowledgeBaseId } = knowledgeBase;
  const version = await findVersion(database, { knowledgeBaseId, guideId, number });
  const { title, content_html: html, published_at: publishedAt } = version;
  const tokens = fileTokens(html);
  const stored = await database.any<{ token: string }>(findStoredImages([knowledgeBaseId, tokens]));
  const known = new Set(stored.map(({ token }) => token));
  const missingImages = tokens.filter((token) => !known.has(token));
  const clean = await readContent(html, { missingImages });
  const content = await settleFiles(database, knowledgeBase, clean);
  return { title, content, missingImages: missingImages.length, publishedAt };
}
