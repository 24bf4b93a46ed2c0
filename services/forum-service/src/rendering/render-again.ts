import { bumpRevision, type Database, type Executor, statementTemplate } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { findLinkKinds } from '../files/link-kinds.ts';
import { createAddresses } from '../model/addresses.ts';
import { FORUM_REVISIONS } from '../model/forum.ts';
import type { KindOf } from '../model/media-kind.ts';
import { RENDERER, renderText } from '../text/render-text.ts';
import { TEXT_TABLES } from '../text/text-tables.ts';

/** Where texts are, and what the addresses of the service begin with. */
export interface Rendering {
  database: Database;
  publicUrl: string;
}

/** A text whose HTML is not its own, or none that we would make today. */
export interface StoredText {
  forum_id: number;
  id: number;
  text: string;
}

interface Outdated extends StoredText {
  /** The forum's. */
  slug: string;
}

/** Few enough that posts to their forums hardly wait. */
const AT_ONCE = 100;

/** Milliseconds; while an upgrade goes on, instances of the version before still post. */
const PAUSE = 600_000;

/** Older than any renderer. */
const OUTDATED = 0;

const listOutdated = statementTemplate(new URL('./sql/list-outdated.sql', import.meta.url));
const updateHtml = statementTemplate(new URL('./sql/update-html.sql', import.meta.url));

const LIST = {
  dialogs: listOutdated({ table: 'dialogs' }, { prepared: true }),
  comments: listOutdated({ table: 'comments' }, { prepared: true }),
};

const UPDATE = {
  dialogs: updateHtml({ table: 'dialogs' }, { prepared: true }),
  comments: updateHtml({ table: 'comments' }, { prepared: true }),
};

/**
 * Renders some texts anew that an older renderer left, or that link to files that were deleted; several instances may do
 * so at once.
 *
 * @returns how many
 */
export async function renderAnew({ database, publicUrl }: Rendering): Promise<number> {
  for (const table of TEXT_TABLES) {
    const count = await database.tx('render-texts-anew', async (transaction) => {
      const outdated = await transaction.any<Outdated>(LIST[table]([RENDERER, AT_ONCE]));
      if (outdated.length === 0) return 0;
      const kindOf = await findKinds(transaction, publicUrl, outdated);
      await writeHtml(transaction, { table, texts: outdated, kindOf });
      await tellForums(transaction, outdated);
      return outdated.length;
    });
    if (count > 0) return count;
  }
  return 0;
}

/** What links lead to, by the text that they stand in. */
async function findKinds(
  executor: Executor,
  publicUrl: string,
  outdated: readonly Outdated[],
): Promise<(text: StoredText) => KindOf | undefined> {
  const kinds = new Map<number, KindOf>();
  for (const [forumId, rows] of Map.groupBy(outdated, (row) => row.forum_id)) {
    const files = createAddresses(publicUrl, rows[0]?.slug ?? '').file('');
    const texts = rows.map(({ text }) => text);
    kinds.set(forumId, await findLinkKinds(executor, { forumId, files }, texts));
  }
  return ({ forum_id }) => kinds.get(forum_id);
}

export interface TextsToRender {
  table: (typeof TEXT_TABLES)[number];
  texts: readonly StoredText[];
  /**
   * What links lead to, by the text that they stand in; told by their endings unless set, until the service renders the
   * texts anew.
   */
  kindOf?: (text: StoredText) => KindOf | undefined;
}

/** Has each text have its HTML; for whoever changes texts, too. */
export async function writeHtml(
  transaction: Executor,
  { table, texts, kindOf }: TextsToRender,
): Promise<void> {
  const columns = [texts.map((one) => one.forum_id), texts.map(({ id }) => id)];
  const html = texts.map((one) => renderText(one.text, kindOf?.(one)));
  await transaction.none(UPDATE[table]([kindOf ? RENDERER : OUTDATED, ...columns, html]));
}

/** In order, so that two instances wait for each other instead of locking up. */
async function tellForums(transaction: Executor, rendered: Outdated[]): Promise<void> {
  const forums = new Set(rendered.map(({ forum_id }) => forum_id));
  for (const id of [...forums].toSorted((a, b) => a - b)) {
    await bumpRevision(transaction, FORUM_REVISIONS, id);
  }
}

/** Brings stored HTML up to date beside the requests, after an upgrade that changed how texts are rendered. */
export function createRenderWorker(rendering: Rendering, logger: Logger): Worker {
  return createBackgroundWork({
    work: async () => (await renderAnew(rendering)) > 0,
    pause: PAUSE,
    onFailure: (err) =>
      logger.warn({ err }, 'texts keep the HTML of the version before until this is mended'),
    onRecovery: () => logger.info('texts are rendered anew again'),
  });
}
