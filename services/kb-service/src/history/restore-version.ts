import { type Executor, preparedStatement } from '@guidepost/postgres';
import { render } from 'dom-serializer';
import { Text } from 'domhandler';
import { getElementsByTagName, replaceElement } from 'domutils';
import {
  changeDraft,
  countEdit,
  type Edited,
  type GuideEdit,
  lockWorkingCopy,
  requireRevision,
} from '../editing/change-draft.ts';
import { type EditedContent, readContent } from '../editing/edited-values.ts';
import { refuseScheduled } from '../editing/save-draft.ts';
import { writeDraft } from '../editing/write-draft.ts';
import { imageTokens } from '../files/content-images.ts';
import { parseHtml } from '../html-cleaning/parse-html.ts';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import type { Actor } from '../model/actor.ts';
import { findVersion } from './versions.ts';

export interface Restoration extends GuideEdit {
  number: number;
}

export interface RestoredGuide extends Edited {
  /** Images that have been deleted since; their texts are in their places. */
  missingImages: number;
}

const publish = preparedStatement(new URL('./sql/publish-version.sql', import.meta.url));
const setImages = preparedStatement(new URL('./sql/set-images.sql', import.meta.url));
const findStoredImages = preparedStatement(new URL('./sql/find-stored-images.sql', import.meta.url));

/**
 * Makes a former version the draft of a guide.
 * @throws EditConflict; AppError `not-found`, or `forbidden` for an author and a scheduled draft
 */
export function restoreVersion(
  database: Executor,
  actor: Actor,
  { number, ...edit }: Restoration,
): Promise<RestoredGuide> {
  return changeDraft(database, { ...edit, actor, action: 'version restore' }, async (draft) => {
    refuseScheduled(actor, draft.copy);
    const { knowledgeBase, transaction, copy } = draft;
    const version = { knowledgeBaseId: knowledgeBase.id, guideId: copy.id, number };
    const { title, content, missingImages } = await readVersionContent(transaction, version);
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
export function republishVersion(
  database: Executor,
  actor: Actor,
  { host, guideId, revision, number }: Restoration,
): Promise<RestoredGuide> {
  const change = { host, actor, action: 'guide publish' } as const;
  return changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => {
    const guide = { knowledgeBaseId: knowledgeBase.id, guideId };
    const copy = await lockWorkingCopy(transaction, guide);
    requireRevision(copy, revision);
    const { title, content, missingImages } = await readVersionContent(transaction, { ...guide, number });
    const values = [title, content.contentHtml, content.contentBytes];
    const edited = await transaction.one<Edited>(publish([knowledgeBase.id, guideId, ...values]));
    await transaction.none(setImages([knowledgeBase.id, guideId, content.images]));
    const audit = { guideId, subject: copy.published_slug, details: { version: number } };
    return { changed: true, result: { ...edited, missingImages }, audit };
  });
}

/** Versions were clean when they were published; the rules may have become stricter since. */
async function readVersionContent(
  transaction: Executor,
  version: { knowledgeBaseId: number; guideId: number; number: number },
): Promise<{ title: string; content: EditedContent; missingImages: number }> {
  const { title, content_html } = await findVersion(transaction, version);
  const tokens = imageTokens(content_html);
  const stored = await transaction.any<{ token: string }>(
    findStoredImages([version.knowledgeBaseId, tokens]),
  );
  const known = new Set(stored.map(({ token }) => token));
  const missing = tokens.filter((token) => !known.has(token));
  const content = readContent(withoutImages(content_html, missing));
  return { title, content, missingImages: missing.length };
}

function withoutImages(html: string, tokens: readonly string[]): string {
  if (tokens.length === 0) return html;
  const root = parseHtml(html, { place: 'content' });
  for (const image of getElementsByTagName('img', root)) {
    const { src = '', alt = '' } = image.attribs;
    if (tokens.some((token) => src.startsWith(`/files/${token}.`))) replaceElement(image, new Text(alt));
  }
  return render(root.children, { encodeEntities: 'utf8' });
}
