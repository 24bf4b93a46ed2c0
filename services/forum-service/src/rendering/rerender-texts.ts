import { type BoundStatement, bumpRevision, type Database, type Executor, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { createAddresses } from '../model/addresses.ts';
import { FORUM_REVISIONS } from '../model/forum.ts';
import { type PostToRender, renderPosts, renderPostText } from './render-posts.ts';
import { RENDERER } from './render-text.ts';

interface Rendering {
  database: Database;
  publicUrl: string;
}

/** A text with outdated or missing HTML. */
export interface StoredText extends PostToRender {
  forum_id: number;
  id: number;
}

/** Tables with a text, its HTML and a renderer version. */
const TEXT_TABLES = ['dialogs', 'comments'] as const;
type TextTable = (typeof TEXT_TABLES)[number];

interface Outdated extends StoredText {
  slug: string;
  host: string;
}

/** Texts per batch; small, to keep posts from waiting. */
const BATCH_SIZE = 100;

/** Milliseconds; during an upgrade, instances of the previous version still post. */
const PAUSE = 600_000;

/** Lower than any version. */
const OUTDATED = 0;

const LIST = {
  dialogs: sql`
    -- Across tenants: a worker takes what is due next, and finishes it by its id.
    -- Dialogs with HTML older than renderer $1; skips rows locked by other instances or writers.
    select o.forum_id, f.slug, f.host, o.id, o.text, o.markdown
    from dialogs o
    join forums f on f.id = o.forum_id
    where o.renderer < $1
    order by o.renderer
    limit $2
    for no key update of o skip locked
  `,
  comments: sql`
    -- Across tenants: a worker takes what is due next, and finishes it by its id.
    -- Comments with HTML older than renderer $1; skips rows locked by other instances or writers.
    select o.forum_id, f.slug, f.host, o.id, o.text, o.markdown, o.dialog_id
    from comments o
    join forums f on f.id = o.forum_id
    where o.renderer < $1
    order by o.renderer
    limit $2
    for no key update of o skip locked
  `,
};

const UPDATE = {
  dialogs: sql`
    -- Across tenants: a worker takes what is due next, and finishes it by its id.
    -- $1 renderer; $2 forums, $3 ids and $4 HTML.
    update dialogs o
    set text_html = rendered.html, renderer = $1
    from unnest($2::bigint[], $3::bigint[], $4::text[]) as rendered (forum_id, id, html)
    where o.forum_id = rendered.forum_id and o.id = rendered.id
  `,
  comments: sql`
    -- Across tenants: a worker takes what is due next, and finishes it by its id.
    -- $1 renderer; $2 forums, $3 ids and $4 HTML.
    update comments o
    set text_html = rendered.html, renderer = $1
    from unnest($2::bigint[], $3::bigint[], $4::text[]) as rendered (forum_id, id, html)
    where o.forum_id = rendered.forum_id and o.id = rendered.id
  `,
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
      const html = await renderAll(transaction, publicUrl, outdated);
      await transaction.none(update(table, RENDERER, html));
      await raiseRevisions(transaction, outdated);
      return outdated.length;
    });
    if (count > 0) return count;
  }
  return 0;
}

type Rendered = readonly (StoredText & { html: string })[];

async function renderAll(
  executor: Executor,
  publicUrl: string,
  outdated: readonly Outdated[],
): Promise<Rendered> {
  const rendered: (StoredText & { html: string })[] = [];
  for (const [forumId, rows] of Map.groupBy(outdated, (row) => row.forum_id)) {
    const addresses = createAddresses(publicUrl, rows[0] ?? { slug: '', host: '' });
    const html = await renderPosts(executor, { forumId, addresses }, rows);
    rendered.push(...rows.map((row, index) => ({ ...row, html: html[index] ?? '' })));
  }
  return rendered;
}

/** Stores HTML for texts that have just changed, until the service renders them with all that is around them. */
export async function writeHtml(
  transaction: Executor,
  { table, texts }: { table: TextTable; texts: readonly StoredText[] },
): Promise<void> {
  const rendered = texts.map((one) => ({ ...one, html: renderPostText(one) }));
  await transaction.none(update(table, OUTDATED, rendered));
}

function update(table: TextTable, renderer: number, rendered: Rendered): BoundStatement {
  return UPDATE[table]([
    renderer,
    rendered.map((one) => one.forum_id),
    rendered.map(({ id }) => id),
    rendered.map(({ html }) => html),
  ]);
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

const list = sql`
  -- Comments on the dialogs $2 that may link to posts of people whom they name. Locked in order of id, as everywhere.
  select c.forum_id, c.id, c.text, c.markdown
  from comments c
  where c.forum_id = $1 and c.dialog_id = any($2::bigint[]) and c.markdown and position('@' in c.text) > 0
  order by c.id
  for no key update
`;

/**
 * Removes the links from names to posts in these dialogs, in the transaction that deletes or anonymizes some of the
 * posts. The service soon renders the links that still lead somewhere.
 */
export async function unlinkNames(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<void> {
  const texts = await transaction.any<StoredText>(list([forumId, dialogIds]));
  if (texts.length > 0) await writeHtml(transaction, { table: 'comments', texts });
}
