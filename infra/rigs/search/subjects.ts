import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@guidepost/postgres';
import type { SearchTenant } from '@guidepost/search';
import { archiveDialogs, restoreDialogs } from '../../../services/forum-service/src/posts/change-dialogs.ts';
import { deleteComments, deleteDialogs } from '../../../services/forum-service/src/posts/delete-posts.ts';
import { createAccount } from '../../../services/forum-service/src/tenants/accounts.ts';
import { createForum } from '../../../services/forum-service/src/tenants/administration.ts';
import { importKnowledgeBase } from '../../../services/kb-service/src/archive/import/import-knowledge-base.ts';
import { openImportSource } from '../../../services/kb-service/src/archive/import/open-import-source.ts';
import { createKnowledgeBase } from '../../../services/kb-service/src/tenants/administration.ts';
import { requireKnowledgeBase } from '../../../services/kb-service/src/tenants/find-knowledge-base.ts';
import { OPERATOR, setPublication } from '../../../services/kb-service/src/testing/content.ts';
import { archiveLines } from '../../archives/archive.ts';
import { newMark } from '../ledger.ts';
import type { ServiceName } from '../place.ts';
import { type Ledger, type Promised, promise, send, type Visibility } from './ledger.ts';

interface Started {
  name: ServiceName;
  database: Database;
  origin: string;
  folder: string;
  ledger: Ledger;
}

interface Subject {
  tenant: SearchTenant;
  create(): Promise<void>;
  changes: readonly Change[];
  searchAddress(words: string): string;
  readIds(body: unknown): number[];
}

interface Change {
  of: Visibility;
  becomes?: Visibility;
  make(record: Promised): Promise<unknown>;
}

/** A service whose content is written, changed and searched for. */
export type SearchedService = Started & Subject;

export async function prepareSearched(started: Started): Promise<SearchedService> {
  const prepare = { kb: prepareKnowledgeBase, forum: prepareForum }[started.name];
  return { ...started, ...(await prepare(started)) };
}

const texts = archiveLines({ dialogs: 100_000, comments: 0, seed: 3 });

/** A realistic post; searches find some of them by common words. */
function nextProse(): { name: string; useremail: string; title: string; text: string } {
  const { name, useremail, title, text } = JSON.parse(String(texts.next().value));
  return { name, useremail, title, text };
}

const HOST = 'faults.example.com';
const { signal } = new AbortController();

/** A knowledge base whose guides are imported, rewritten and hidden. */
async function prepareKnowledgeBase({ database, origin, folder, ledger }: Started): Promise<Subject> {
  const named = { name: 'Faults', organization_name: 'Faults', language: 'en' };
  await createKnowledgeBase(database, OPERATOR, { host: HOST, ...named, access: 'public' });
  const { id } = await requireKnowledgeBase(database, HOST);
  // A guide's slug is its first mark.
  const slugOf = ({ marks }: Promised) => String(marks.keys().next().value);
  const publish = (published: boolean) => (record: Promised) =>
    setPublication(database, { host: HOST, slugs: [slugOf(record)], published });

  async function importGuide(slug: string, mark: string): Promise<void> {
    const { title, text } = nextProse();
    const content_html = `<h2>${mark}</h2><p>${text.replaceAll(/[<>&]/g, ' ')}</p>`;
    const guide = { slug, title, content_html, categories: [], tags: [] };
    const file = join(await mkdtemp(join(folder, 'guide-')), 'guide.json');
    await writeFile(file, JSON.stringify({ categories: [], tags: [], guides: [guide] }));
    const source = await openImportSource(file);
    await importKnowledgeBase(database, OPERATOR, { host: HOST, source, signal });
  }

  async function create(): Promise<void> {
    const mark = newMark();
    await importGuide(mark, mark);
    const guide = await database.one<{ id: number }>('select id from guides where slug = $1', [mark]);
    promise(ledger, guide.id, mark);
  }

  async function rewrite(record: Promised): Promise<void> {
    const mark = newMark();
    await importGuide(slugOf(record), mark);
    for (const former of record.marks.keys()) record.marks.set(former, false);
    record.marks.set(mark, true);
  }

  return {
    tenant: { id, language: 'en' },
    create,
    changes: [
      { of: 'shown', make: rewrite },
      { of: 'shown', make: rewrite },
      { of: 'shown', becomes: 'gone', make: publish(false) },
      { of: 'gone', becomes: 'shown', make: publish(true) },
    ],
    searchAddress: (words) =>
      `${origin}/knowledge/v1/${HOST}/guides?${new URLSearchParams({ q: words, 'fields[guide]': 'title' })}`,
    readIds: (body) => (body as { data: { id: string }[] }).data.map((guide) => Number(guide.id)),
  };
}

const SLUG = 'faults';
const EDITOR = {
  slug: SLUG,
  actor: { name: 'rig', role: 'owner', door: 'cli' },
  action: 'dialog archive',
} as const;

/** A forum with dialogs and comments posted over HTTP, some of which editors remove. */
async function prepareForum({ database, origin, ledger }: Started): Promise<Subject> {
  await createAccount(database, { name: 'Faults', allows_metadata: false, allows_keys: false });
  const named = { name: 'Faults', formal_name: 'Faults', language: 'en' };
  const { id } = await createForum(database, { slug: SLUG, account: 'Faults', ...named, topics: ['Q'] });
  const comments = new Map<string, number>();

  async function post(path: string, body: object): Promise<number | undefined> {
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await send(ledger, 'post', () => fetch(`${origin}/api/${path}`, request));
    await answer?.body?.cancel();
    return answer?.status === 201
      ? Number(/(\d+)\.json$/.exec(answer.headers.get('location') ?? '')?.[1])
      : undefined;
  }

  async function create(): Promise<void> {
    const mark = newMark();
    const prose = nextProse();
    const dialog = await post(SLUG, { ...prose, topic: 'Q', title: `${prose.title} ${mark}` });
    if (dialog !== undefined) promise(ledger, dialog, mark);
  }

  async function comment({ id: dialog, marks }: Promised): Promise<void> {
    const mark = newMark();
    const { name, useremail, text } = nextProse();
    const made = await post(`comment/${SLUG}/${dialog}`, { name, useremail, text: `${text} ${mark}` });
    if (made === undefined) return;
    comments.set(mark, made);
    marks.set(mark, true);
  }

  async function deleteComment({ marks }: Promised): Promise<void> {
    const mark = [...marks.keys()].find((one) => marks.get(one) && comments.has(one));
    if (mark === undefined) return;
    await deleteComments(database, EDITOR, [comments.get(mark) ?? 0]);
    marks.set(mark, false);
  }

  const move = (work: typeof archiveDialogs | typeof deleteDialogs) => (record: Promised) =>
    work(database, EDITOR, [record.id]);
  return {
    tenant: { id, language: 'en' },
    create,
    changes: [
      { of: 'shown', make: comment },
      { of: 'shown', make: comment },
      { of: 'shown', make: deleteComment },
      { of: 'shown', becomes: 'hidden', make: move(archiveDialogs) },
      { of: 'hidden', becomes: 'shown', make: move(restoreDialogs) },
      { of: 'shown', becomes: 'gone', make: move(deleteDialogs) },
    ],
    searchAddress: (words) => `${origin}/api/search/${SLUG}/${encodeURIComponent(words)}.json`,
    readIds: (body) => (body as { uri: string }[]).map(({ uri }) => Number(/(\d+)(\.json)?$/.exec(uri)?.[1])),
  };
}
