import { bumpRevision, type Database, type Executor, statementTemplate } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { createAddresses } from '../addresses/addresses.ts';
import { findLinkKinds } from '../files/link-kinds.ts';
import { FORUM_REVISIONS } from '../forums/revisions.ts';
import type { KindOf } from './media-kind.ts';
import { RENDERER, renderText } from './render-text.ts';
import { TEXT_TABLES } from './text-tables.ts';

/** Where texts are, and what the addresses of the service begin with. */
export interface Rendering {
  database: Database;
  publicUrl: string;
}

interface Outdated {
  forum_id: number;
  slug: string;
  id: number;
  text: string;
}

/** Few enough that posts to their forums hardly wait. */
const AT_ONCE = 100;

/** Milliseconds; while an upgrade goes on, instances of the version before still post. */
const PAUSE = 600_000;

const listOutdated = statementTemplate(new URL('./sql/list-outdated.sql', import.meta.url));
const updateHtml = statementTemplate(new URL('./sql/update-html.sql', import.meta.url));

const STATEMENTS = TEXT_TABLES.map((table) => ({
  list: listOutdated({ table }, { prepared: true }),
  update: updateHtml({ table }, { prepared: true }),
}));

/**
 * Renders some texts anew that an older renderer left, or that link to files that were deleted; several instances may do
 * so at once.
 *
 * @returns how many
 */
export async function renderAnew({ database, publicUrl }: Rendering): Promise<number> {
  for (const { list, update } of STATEMENTS) {
    const count = await database.tx('render-texts-anew', async (transaction) => {
      const outdated = await transaction.any<Outdated>(list([RENDERER, AT_ONCE]));
      if (outdated.length === 0) return 0;
      const columns = [outdated.map((one) => one.forum_id), outdated.map(({ id }) => id)];
      await transaction.none(update([RENDERER, ...columns, await render(transaction, publicUrl, outdated)]));
      await tellForums(transaction, outdated);
      return outdated.length;
    });
    if (count > 0) return count;
  }
  return 0;
}

async function render(executor: Executor, publicUrl: string, outdated: Outdated[]): Promise<string[]> {
  const kinds = new Map<string, KindOf>();
  for (const [slug, rows] of Map.groupBy(outdated, (row) => row.slug)) {
    const place = { forumId: rows[0]?.forum_id ?? 0, files: createAddresses(publicUrl, slug).file('') };
    kinds.set(
      slug,
      await findLinkKinds(
        executor,
        place,
        rows.map(({ text }) => text),
      ),
    );
  }
  return outdated.map(({ slug, text }) => renderText(text, kinds.get(slug)));
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
