import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareFileDirectory } from '@guidepost/files';
import { until } from '@guidepost/local-servers/testing';
import { createMail } from '@guidepost/mail';
import { startReceiver } from '@guidepost/webhooks/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { purgeSearch } from '../indexing/dialog-feed.ts';
import { personOf } from '../model/person.ts';
import { tellFollowers } from '../notices/tell-followers.ts';
import { createPosterSecret } from '../people/posters.ts';
import { createWebhookWorker } from '../service.ts';
import { OTHERS, PERSON, writePersonEverywhere } from '../testing/person-everywhere.ts';
import {
  type Found,
  findTraces,
  scanDatabase,
  type Traces,
  tracesOfPerson,
} from '../testing/person-traces.ts';
import { countEverything, listWrongCounters, operatorNamed } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { erasePerson } from './erase-person.ts';
import { type Survey, surveyPerson } from './holdings.ts';
import { exportPerson } from './person-export.ts';

/** Where the person's data is, by table and column. */
const PLACES = [
  'audit_entries.details',
  'blocked_senders.email',
  'canned_answers.name',
  'canned_answers.text',
  'comments.author_name',
  'comments.text',
  'comments.text_html',
  'comments.work_title',
  'confirmed_addresses.email',
  'confirmed_addresses.name',
  'confirmed_addresses.person',
  'deleted_rows.stored',
  'dialogs.author_name',
  'dialogs.content_hash',
  'dialogs.metadata',
  'dialogs.state',
  'dialogs.text',
  'dialogs.text_html',
  'dialogs.text_start',
  'dialogs.title',
  'dialogs.title_start',
  'dialogs.work_title',
  'files.name',
  'files.person',
  'followers.email',
  'followers.person',
  'helpful_votes.voter',
  'import_progress.refusals',
  'member_links.email',
  'member_links.person',
  'member_sessions.person',
  'originals.metadata',
  'originals.text',
  'originals.title',
  'outgoing_mail.content',
  'outgoing_mail.recipient',
  'post_addresses.claimed',
  'post_addresses.sender',
  'posters.claim',
  'posters.email',
  'posters.identity',
  'recent_comments.content_hash',
  'reports.author_name',
  'reports.reason',
  'reports.reporter',
  'search_documents.facets',
  'search_documents.words',
  'search_words.spelling',
  'tags.folded_name',
  'tags.name',
  'votes.author_name',
  'votes.voter',
  'webhook_attempts.answer',
  'webhook_events.payload',
];

const FORUMS = { help: 'en', hilfe: 'de' };

const person = personOf(PERSON.email);

let service: TestService;
let directory: string;
let traces: Traces;
let tracesBefore: Found[];
let survey: Survey;
let exported: Awaited<ReturnType<typeof exportPerson>>;
let erased: Survey['forums'];
let before: Awaited<ReturnType<typeof readOthers>>;
let after: typeof before;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'guidepost-traces-'));
  await prepareFileDirectory(directory, 'FORUM_FILES_DIRECTORY');
  service = await startTestService({
    POST_LIMIT: '1000',
    VOTE_LIMIT: '1000',
    POST_LIMIT_SENDER: '1000',
    TRUSTED_PROXIES: '127.0.0.1',
    FORUM_FILES_DIRECTORY: directory,
    FORUM_FILES_STORE: 'disk',
    WEBHOOK_ALLOW_PRIVATE: 'on',
  });
  const receiver = await startReceiver();
  receiver.answerWith(({ body }, response) => response.end(body));
  const hooks = receiver.url;
  const ids: Record<string, number> = {};
  for (const [slug, language] of Object.entries(FORUMS))
    ids[slug] = await writePersonEverywhere(service, { slug, language, hooks });
  await tellWebhooks();
  await receiver.stop();
  await service.indexed();
  traces = await tracesOfPerson(service, ids);
  tracesBefore = await scanDatabase(service.database, traces);
  before = await readOthers();
  survey = await surveyPerson(service.database, person, undefined);
  exported = await exportPerson(service.database, person, undefined);
  const { signal } = new AbortController();
  erased = [];
  for (const slug of Object.keys(FORUMS)) {
    const moderation = { slug, actor: operatorNamed('Eva'), action: 'erase' } as const;
    erased.push(await erasePerson(service.database, { moderation, person, signal }));
    await service.settled(slug);
  }
  await purgeSearch(service.database);
  after = await readOthers();
});

afterAll(async () => {
  await service.stop();
  await rm(directory, { recursive: true });
});

/** Until all that has happened is told, so that the log of webhooks holds it. */
async function tellWebhooks(): Promise<void> {
  const worker = createWebhookWorker(service.context);
  worker.start();
  await until('webhooks have been told', async () => {
    const waiting = 'select from webhook_deliveries where ended_at is null';
    return (await service.database.any(waiting)).length === 0;
  });
  await worker.stop();
}

async function readOthers() {
  const { database } = service;
  const of = (table: string, columns: string) =>
    database.any(
      `select ${columns} from ${table}
       where poster_id in (select p.id from posters p where p.email ilike any ($1)) order by 1, 2`,
      [OTHERS],
    );
  const read = async (slug: string) => (await service.get(`/api/${slug}.json`)).body;
  return {
    counts: await countEverything(database),
    wrongCounters: await listWrongCounters(database),
    others: {
      posters: await database.any('select * from posters where email ilike any ($1) order by id', [OTHERS]),
      dialogs: await of('dialogs', 'id, forum_id, title, text_html, author_name, content_hash, num_votes'),
      comments: await of('comments', 'id, forum_id, text_html, author_name, poster_id'),
      votes: await of('votes', 'dialog_id, forum_id, voter, poster_id, author_name'),
      addresses: await of('post_addresses', 'id, forum_id, claimed, poster_id'),
      recent: await of('recent_comments', 'content_hash, forum_id, poster_id'),
      followers: await database.any('select * from followers where email ilike any ($1) order by id', [
        OTHERS,
      ]),
      confirmed: await database.any('select * from confirmed_addresses where email = any ($1) order by 1', [
        OTHERS,
      ]),
      blocks: await database.any(`select * from blocked_senders where email ~ 'spam' order by id`),
    },
    lists: await Promise.all(Object.keys(FORUMS).map(read)),
  };
}

const distinct = (words: string[]) => [...new Set(words)].toSorted();

describe('a person', () => {
  it('has data everywhere, in every form that identifies them', () => {
    expect(distinct(tracesBefore.map(({ trace }) => trace))).toEqual(Object.keys(traces).toSorted());
    expect(distinct(tracesBefore.map(({ place }) => place))).toEqual(PLACES);
  });

  it('is nowhere in the database after erasure, except within another person’s address', async () => {
    expect(await scanDatabase(service.database, traces)).toEqual([
      { place: 'posters.email', trace: 'a word of the address' },
    ]);
  });

  it('is in no file, neither in its name nor in its bytes', async () => {
    const files = await readdir(directory, { recursive: true, withFileTypes: true });
    const held = await Promise.all(
      files.map(async (file) => (file.isFile() ? readFile(join(file.parentPath, file.name), 'latin1') : '')),
    );
    expect(held).toContain('A receipt');
    expect(findTraces([...files.map(({ name }) => name), ...held].join('\n'), traces)).toEqual([]);
  });

  it('is named "removed" in the language of the forum', () => {
    const namesOf = (list: { title: string; user: { first_name: string } }[]) =>
      list.map(({ title, user }) => [title, user.first_name]);
    const named = (name: string) =>
      [
        ['Call […]', name],
        ['Imported', name],
        ['Nameless', name],
        ['Carl', '[…]'],
        ['Asks', 'Bo'],
        ['By bo', 'Not 14'],
        ['By va', 'Not 33'],
      ].toSorted();
    const [help, hilfe] = after.lists.map(namesOf);
    expect([help?.toSorted(), hilfe?.toSorted()]).toEqual([named('removed'), named('entfernt')]);
    const withInitials = [before, after].map(({ lists }) => JSON.stringify(lists).includes('/VZ.svg'));
    expect(withInitials).toEqual([true, false]);
  });

  it('leaves other data and all counters unchanged', () => {
    const { dialogs, comments, votes, reports, topic_counts, revision } = before.counts;
    expect(after.others).toEqual(before.others);
    expect(after.counts).toMatchObject({ dialogs, comments, votes, reports, topic_counts });
    expect(after.counts.revision).toBeGreaterThan(revision);
    expect([before.wrongCounters, after.wrongCounters]).toEqual([[], []]);
  });

  it('is reported before as it is erased', () => {
    const counts = {
      dialogs: 5,
      comments: 6,
      votes: 4,
      reports: 4,
      addresses: 14,
      deleted: 5,
      follows: 2,
      helpful: 1,
      confirmations: 1,
      files: 1,
      blocks: 1,
    };
    expect(survey).toMatchObject({
      forums: [
        { slug: 'help', ...counts },
        { slug: 'hilfe', ...counts },
      ],
      similar: ['vaclav.zebrowski+news@example.com'],
    });
    expect(erased.map(({ mentions: _, ...forum }) => forum)).toEqual(
      survey.forums.map(({ mentions: _, ...forum }) => forum),
    );
  });

  it('has mail that quoted them composed again for the same recipients', async () => {
    const { database } = service;
    expect(await database.any('select * from outgoing_mail')).toEqual([]);
    const settings = {
      to: 'folder',
      folder: '/nonexistent',
      from: { name: '', address: 'a@example.com' },
    } as const;
    const secret = createPosterSecret(database, undefined);
    const options = { database, secret, mail: createMail(settings), publicUrl: 'https://forum.example' };
    while (await tellFollowers(options));
    const mail = await database.any(
      `select recipient, content->>'text' as text from outgoing_mail order by id`,
    );
    expect(mail.map(({ recipient }) => recipient)).toEqual([OTHERS[0], OTHERS[0]]);
    expect(mail.map(({ text }) => text.split(':')[0])).toEqual([
      'removed answered “By bo”',
      'entfernt hat auf „By bo“ geantwortet',
    ]);
    expect((await scanDatabase(database, traces)).map(({ place }) => place)).toEqual(['posters.email']);
  });

  it('leaves of others’ deleted posts what can be restored', async () => {
    const rows = await service.database.any(
      `select k.kind, k.stored ->> 'title' as title from deleted_rows k join forums f on f.id = k.forum_id
       where f.slug = 'help' order by k.id`,
    );
    expect(rows).toEqual([
      { kind: 'dialogs', title: 'Also gone' },
      { kind: 'post_addresses', title: null },
      { kind: 'helpful_votes', title: null },
    ]);
  });

  it('cannot be erased again', async () => {
    expect((await surveyPerson(service.database, person, undefined)).forums).toEqual([]);
  });
});

describe('an export of a person', () => {
  it('contains as many posts as erasure removes, each as typed', () => {
    const sizes = exported.forums.map(({ slug, ...lists }) => ({
      slug,
      ...Object.fromEntries(
        Object.entries(lists)
          // Erasure keeps what posts said before, as it keeps posts, and sessions end with the confirmed address.
          .filter(([kind]) => kind !== 'originals' && kind !== 'sessions')
          .map(([kind, rows]) => [
            kind,
            rows.filter((row: { kind?: string }) => row.kind !== 'originals').length,
          ]),
      ),
    }));
    expect(survey.forums).toMatchObject(sizes);
    const [help] = exported.forums;
    const common = {
      archived: false,
      held: false,
      confirmed: false,
      work_title: null,
      metadata: null,
      state: null,
      former_state: null,
      accepted_comment: null,
    };
    expect(help?.dialogs).toContainEqual({
      ...common,
      id: expect.any(Number),
      topic: 'P',
      title: PERSON.title,
      text: PERSON.text,
      name: PERSON.name,
      useremail: PERSON.email,
      pub_date: expect.any(Date),
    });
    expect(help?.originals).toMatchObject([
      { title: `As ${PERSON.email}`, text: 'Again', metadata: { phone: `${PERSON.phone} ${PERSON.email}` } },
    ]);
    expect(help?.deleted).toMatchObject([
      // It is a comment by now; undoing the merge would restore it.
      { kind: 'dialogs', title: `As ${PERSON.email}`, text: 'Again' },
      { kind: 'dialogs', title: 'Gone', text: 'Goes.' },
      { kind: 'comments', text: 'Gone, too.' },
      { kind: 'votes' },
      { kind: 'reports', text: PERSON.email },
      { kind: 'originals', text: PERSON.text },
    ]);
    expect(help?.addresses).toContainEqual({
      kind: 'dialog',
      dialog_id: expect.any(Number),
      comment_id: null,
      claimed: PERSON.sender,
      sender: PERSON.sender,
      pub_date: expect.any(Date),
    });
  });

  it('contains everything they provided, and nothing of others', () => {
    const text = JSON.stringify(exported);
    const { name, nickname, workTitle, phone, comment, sender } = PERSON;
    const told = [name, nickname, workTitle, phone, comment, sender, 'Old', 'Held', 'Rude', 'Nameless'];
    expect(told.filter((word) => !text.includes(word))).toEqual([]);
    expect(['bo@', '+news', 'carl@', 'Mine.', 'spam@'].filter((word) => text.includes(word))).toEqual([]);
  });
});
