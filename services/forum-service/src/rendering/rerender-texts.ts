import { bumpRevision, type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { findLinkKinds } from '../files/link-kinds.ts';
import { filesOf } from '../model/addresses.ts';
import { FORUM_REVISIONS } from '../model/forum.ts';
import type { KindOf } from '../model/media-kind.ts';
import { RENDERER, renderText } from '../text/render-text.ts';

export interface Rendering {
  database: Database;
  publicUrl: string;
}

/** A text with outdated or missing HTML. */
export interface StoredText {
  forum_id: number;
  id: number;
  text: string;
}

/** Tables with a text, its HTML and a renderer version. */
const TEXT_TABLES = ['dialogs', 'comments'] as const;

interface Outdated extends StoredText {
  slug: string;
}

/** Texts per batch; small, to keep posts from waiting. */
const BATCH_SIZE = 100;

/** Milliseconds; during an upgrade, instances of the previous version still post. */
const PAUSE = 600_000;

/** Lower than any version. */
const OUTDATED = 0;

const LIST = {
  dialogs: preparedStatement(new URL('./sql/list-outdated-dialogs.sql', import.meta.url)),
  comments: preparedStatement(new URL('./sql/list-outdated-comments.sql', import.meta.url)),
};

const UPDATE = {
  dialogs: preparedStatement(new URL('./sql/update-html-of-dialogs.sql', import.meta.url)),
  comments: preparedStatement(new URL('./sql/update-html-of-comments.sql', import.meta.url)),
};

/**
 * Renders a batch of texts whose HTML is outdated or links to deleted files. Safe on several instances at once.
 * @returns how many
 */
export async function rerenderTexts({ database, publicUrl }: Rendering): Promise<number> {
  for (const table of TEXT_TABLES) {
    const count = await database.tx('render-texts', async (transaction) => {
      const outdated = await transaction.any<Outdated>(LIST[table]([RENDERER, BATCH_SIZE]));
      if (outdated.length === 0) return 0;
      const kindOf = await findKinds(transaction, publicUrl, outdated);
      await writeHtml(transaction, { table, texts: outdated, kindOf });
      await raiseRevisions(transaction, outdated);
      return outdated.length;
    });
    if (count > 0) return count;
  }
  return 0;
}

async function findKinds(
  executor: Executor,
  publicUrl: string,
  outdated: readonly Outdated[],
): Promise<(text: StoredText) => KindOf | undefined> {
  const kinds = new Map<number, KindOf>();
  for (const [forumId, rows] of Map.groupBy(outdated, (row) => row.forum_id)) {
    const files = filesOf(publicUrl, rows[0]?.slug ?? '');
    const texts = rows.map(({ text }) => text);
    kinds.set(forumId, await findLinkKinds(executor, { forumId, files }, texts));
  }
  return ({ forum_id }) => kinds.get(forum_id);
}

export interface TextsToRender {
  table: (typeof TEXT_TABLES)[number];
  texts: readonly StoredText[];
  /** Link kinds by text; by default decided by their endings, until the service renders the texts again. */
  kindOf?: (text: StoredText) => KindOf | undefined;
}

/** Renders and stores the HTML of texts, also for callers that change texts. */
export async function writeHtml(
  transaction: Executor,
  { table, texts, kindOf }: TextsToRender,
): Promise<void> {
  const columns = [texts.map((one) => one.forum_id), texts.map(({ id }) => id)];
  const html = texts.map((one) => renderText(one.text, kindOf?.(one)));
  await transaction.none(UPDATE[table]([kindOf ? RENDERER : OUTDATED, ...columns, html]));
}

/** In order of id, so that concurrent instances wait instead of deadlocking. */
async function raiseRevisions(transaction: Executor, rendered: Outdated[]): Promise<void> {
  const forums = new Set(rendered.map(({ forum_id }) => forum_id));
  for (const id of [...forums].toSorted((a, b) => a - b)) {
    await bumpRevision(transaction, FORUM_REVISIONS, id);
  }
}

/** Updates stored HTML in the background, after an upgrade that changed the renderer. */
export function createRenderWorker(rendering: Rendering, logger: Logger): Worker {
  return createBackgroundWork({
    work: async () => (await rerenderTexts(rendering)) > 0,
    pause: PAUSE,
    onFailure: (err) => logger.warn({ err }, 'cannot render texts; they keep their old HTML'),
    onRecovery: () => logger.info('texts are being rendered again'),
  });
}
