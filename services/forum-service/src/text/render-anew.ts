import { bumpRevision, type Database, type Executor, statementTemplate } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { FORUM_REVISIONS } from '../forums/revisions.ts';
import { RENDERER, renderText } from './render-text.ts';

/** A text whose HTML is not its own, or none that we would make today. */
export interface Outdated {
  forum_id: number;
  id: number;
  text: string;
}

/** What has a text, its HTML and the version of what rendered it. */
const TABLES = ['dialogs', 'comments'] as const;

/** Few enough that posts to their forums hardly wait. */
const AT_ONCE = 100;

/** Milliseconds; while an upgrade goes on, instances of the version before still post. */
const PAUSE = 600_000;

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
 * Renders some texts anew that an older renderer left; several instances may do so at once.
 *
 * @returns how many
 */
export async function renderAnew(database: Database): Promise<number> {
  for (const table of TABLES) {
    const count = await database.tx('render-texts-anew', async (transaction) => {
      const outdated = await transaction.any<Outdated>(LIST[table]([RENDERER, AT_ONCE]));
      if (outdated.length === 0) return 0;
      await writeHtml(transaction, table, outdated);
      await tellForums(transaction, outdated);
      return outdated.length;
    });
    if (count > 0) return count;
  }
  return 0;
}

/** Has each text have its HTML; for whoever changes texts, too. */
export async function writeHtml(
  transaction: Executor,
  table: (typeof TABLES)[number],
  texts: readonly Outdated[],
): Promise<void> {
  const columns = [texts.map((one) => one.forum_id), texts.map(({ id }) => id)];
  const html = texts.map(({ text }) => renderText(text));
  await transaction.none(UPDATE[table]([RENDERER, ...columns, html]));
}

/** In order, so that two instances wait for each other instead of locking up. */
async function tellForums(transaction: Executor, rendered: Outdated[]): Promise<void> {
  const forums = new Set(rendered.map(({ forum_id }) => forum_id));
  for (const id of [...forums].toSorted((a, b) => a - b)) {
    await bumpRevision(transaction, FORUM_REVISIONS, id);
  }
}

/** Brings stored HTML up to date beside the requests, after an upgrade that changed how texts are rendered. */
export function createRenderWorker(database: Database, logger: Logger): Worker {
  return createBackgroundWork({
    work: async () => (await renderAnew(database)) > 0,
    pause: PAUSE,
    onFailure: (err) =>
      logger.warn({ err }, 'texts keep the HTML of the version before until this is mended'),
    onRecovery: () => logger.info('texts are rendered anew again'),
  });
}
