import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@guidepost/postgres';
import { contentHash } from '../../../services/forum-service/src/dialogs/content-hash.ts';
import { postDialogStatement } from '../../../services/forum-service/src/dialogs/post-dialog.ts';
import { createIdentityHash } from '../../../services/forum-service/src/posters/identity.ts';
import { renderText } from '../../../services/forum-service/src/text/render-text.ts';
import { archiveLines } from '../../archives/archive.ts';
import { runForumCommand } from '../measured-command.ts';
import { median } from '../median.ts';
import { startService } from '../start-service.ts';
import { withDatabase } from './content.ts';
import { ACCOUNT } from './import-archive.ts';

/** Posts a second, the medians over all rounds, and the medians of each round's own ratios. */
export interface PostingSpeed {
  http: number;
  /** The service's own statement, run by pg-promise. */
  statement: number;
  /** The same, one post at a time. */
  alone: number;
  /** The row of a dialog alone, into a table like that of dialogs. */
  insert: number;
  /** The same, one at a time. */
  insertAlone: number;
  ratios: { httpToStatement: number; insertToStatement: number; insertToStatementAlone: number };
}

type Round = Omit<PostingSpeed, 'ratios'>;

interface Draft {
  name: string;
  useremail: string;
  title: string;
  text: string;
}

const PORT = 4917;
const ROUNDS = 7;

/** Long enough that the service's search worker, which looks every half second, is at work beside each side. */
const POSTS = 1_500;
const ALONE = 150;
const CONCURRENCY = 8;

/** Rounds before the first that counts, until what posting takes is compiled as well as it will be. */
const WARM_UP_ROUNDS = 2;
const SLUG = 'posts';

/** Posting dialogs to one forum, 8 at a time: over HTTP, by the statement alone, and what a row costs at all. */
export function measurePosting(databaseUrl: string): Promise<PostingSpeed> {
  return withDatabase(databaseUrl, async (database) => {
    await runForumCommand(databaseUrl, 'create', SLUG, '--account', ACCOUNT, '--name', 'Posts');
    await database.none('create table plain_dialogs (like dialogs including all)');
    const { id } = await database.one('select id from forums where slug = $1', [SLUG]);
    const { process: service } = await startService(databaseUrl, PORT, {
      name: 'forum-service',
      environment: { RATE_LIMITS: 'off' },
    });
    const drafts = createDrafts();
    const rounds: Round[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      rounds.push(await measureRound({ database, forumId: id, address: service.address, drafts }));
    }
    await service.stop();
    return summarize(rounds.slice(WARM_UP_ROUNDS));
  });
}

/** Texts as people write them, none of them twice. */
function createDrafts(): (count: number) => Draft[] {
  const count = (WARM_UP_ROUNDS + ROUNDS) * (3 * POSTS + 2 * ALONE);
  const lines = archiveLines({ dialogs: count, comments: 0, seed: 2 });
  let posts = 0;
  const next = (): Draft => {
    const { name, useremail, title, text } = JSON.parse(String(lines.next().value));
    posts += 1;
    return { name, useremail, title: `${posts} ${title}`, text };
  };
  return (wanted) => Array.from({ length: wanted }, next);
}

interface RoundOptions {
  database: Database;
  forumId: number;
  address: string;
  drafts: (count: number) => Draft[];
}

async function measureRound({ database, forumId, address, drafts }: RoundOptions): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const overHttp = (draft: Draft) => post(`${address}/api/${SLUG}`, { agent, draft });
  const bound = (count: number) => drafts(count).map((draft) => statementFor(forumId, draft));
  const byStatement = (statement: ReturnType<typeof statementFor>) => database.one(statement);
  const plain = (count: number) => drafts(count).map((draft) => plainInsert(forumId, draft));
  const insert = (statement: ReturnType<typeof plainInsert>) => database.none(statement);
  const measured = async <Item>(
    items: Item[],
    work: (item: Item) => Promise<unknown>,
    concurrency: number,
  ) => {
    await untilIndexed(database);
    return perSecond(items, work, concurrency);
  };
  const round = {
    http: await measured(drafts(POSTS), overHttp, CONCURRENCY),
    statement: await measured(bound(POSTS), byStatement, CONCURRENCY),
    insert: await measured(plain(POSTS), insert, CONCURRENCY),
    alone: await measured(bound(ALONE), byStatement, 1),
    insertAlone: await measured(plain(ALONE), insert, 1),
  };
  agent.destroy();
  return round;
}

/** Every side begins when the service has put what was posted before into its search index. */
async function untilIndexed(database: Database): Promise<void> {
  const waiting = () =>
    database.oneOrNone(
      'select 1 from search_queue where tenant_id = (select id from forums where slug = $1) limit 1',
      [SLUG],
    );
  while (await waiting()) await pause(100);
}

async function perSecond<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  concurrency: number,
): Promise<number> {
  const queue = items.values();
  const started = performance.now();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return items.length / ((performance.now() - started) / 1_000);
}

function statementFor(forumId: number, { name, useremail, title, text }: Draft) {
  const hash = createIdentityHash('bench', forumId);
  return postDialogStatement({
    forumId,
    author: {
      identity: { poster: null, claim: hash('claimed', useremail, name), person: hash('person', useremail) },
      email: useremail,
      name,
    },
    origin: { sender: '127.0.0.1', claimed: '127.0.0.1' },
    topic: 'Q',
    title,
    text,
    workTitle: null,
    metadata: null,
    archived: false,
    tags: [],
  });
}

/** The same row with its indexes, and nothing else of what comes with a post. */
function plainInsert(forumId: number, { name, title, text }: Draft) {
  return {
    name: 'insert-plain-dialog',
    text: `insert into plain_dialogs (forum_id, topic, title, text, text_html, renderer, poster_id, author_name, content_hash)
      values ($1, 'Q', $2, $3, $4, 1, 1, $5, $6)`,
    values: [forumId, title, text, renderText(text), name, contentHash(title, text)],
  };
}

function post(url: string, { agent, draft }: { agent: Agent; draft: Draft }): Promise<void> {
  const body = JSON.stringify({ ...draft, topic: 'Q' });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 201) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once('end', resolve).once('error', reject);
    });
    sent.once('error', reject).end(body);
  });
}

function summarize(rounds: Round[]): PostingSpeed {
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  return {
    http: middle(({ http }) => http),
    statement: middle(({ statement }) => statement),
    alone: middle(({ alone }) => alone),
    insert: middle(({ insert }) => insert),
    insertAlone: middle(({ insertAlone }) => insertAlone),
    ratios: {
      httpToStatement: middle(({ http, statement }) => http / statement),
      insertToStatement: middle(({ insert, statement }) => insert / statement),
      insertToStatementAlone: middle(({ insertAlone, alone }) => insertAlone / alone),
    },
  };
}
