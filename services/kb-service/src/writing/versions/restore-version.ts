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
const findStoredImages = sql`
  select f.token
  from files f
  where f.knowledge_base_id = $1 and f.token = any($2::text[])
`;

/**
 * Makes a former version the draft of a guide.
 * @throws EditConflict; AppError `not-found`, or `forbidden` for an author and a scheduled draft
 */
export async function restoreVersion(
  database: Executor,
  actor: Actor,
  { number, ...edit }: Restoration,
): Promise<RestoredGuide> {
  const { title, content, missingImages } = await readVersionContent(database, { ...edit, number });
  return changeDraft(database, { ...edit, actor, action: 'version restore' }, async (draft) => {
    refuseScheduled(actor, draft.copy);
    const { copy } = draft;
    await writeDraft(draft, actor, { title, content_html: content.contentHtml });
    const result = { ...(await countEdit(draft)), missingImages };
    return { result, audit: { subject: copy.published_slug, details: { version: number } } };
  });
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
): Promise<{ title: string; content: EditedContent; missingImages: number }> {
  requireGuideId(guideId);
  const knowledgeBase = await requireKnowledgeBase(database, host);
  const { id: knowledgeBaseId } = knowledgeBase;
  const { title, content_html: html } = await findVersion(database, { knowledgeBaseId, guideId, number });
  const tokens = fileTokens(html);
  const stored = await database.any<{ token: string }>(findStoredImages([knowledgeBaseId, tokens]));
  const known = new Set(stored.map(({ token }) => token));
  const missingImages = tokens.filter((token) => !known.has(token));
  const clean = await readContent(html, { missingImages });
  const content = await settleFiles(database, knowledgeBase, clean);
  return { title, content, missingImages: missingImages.length };
}
