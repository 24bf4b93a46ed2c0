import { untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { personOf } from '../model/person.ts';
import { addNote, listNotes } from '../moderation/notes.ts';
import { undeleteComments } from '../moderation/undelete-comments.ts';
import { findPosters } from '../people/posters.ts';
import { deleteComments, deleteDialogs } from '../posts/delete-posts.ts';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { recordEvents } from '../tenants/audit.ts';
import { writeComments, writeDialogs, writeForum } from '../testing/content.ts';
import { COMMENT, DIALOG, listWrongCounters, operatorNamed, REPORT, VOTE } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { erasePerson } from './erase-person.ts';
import { erasePosts } from './erase-posts.ts';

const { signal } = new AbortController();

let service: TestService;
let database: TestService['database'];
/** The first dialog of each forum; a post never gets poster ids from here on. */
const DIALOG_ID = 1_000_001;
const POSTER_ID = 999_999;

let people = 0;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  ({ database } = service);
});
afterAll(() => service.stop());

/** A forum with a dialog by another author, and a new address. */
async function newForum() {
  people += 1;
  const slug = `forum-${people}`;
  const id = await writeForum(database, { slug });
  await writeDialogs(database, id, [{ id: DIALOG_ID }]);
  const useremail = `person-${people}@example.com`;
  const person = personOf(useremail);
  const moderation = { slug, actor: operatorNamed('Eva'), action: 'erase' } as const;
  const erase = () => erasePerson(database, { moderation, person, signal });
  const forum = await service.context.forums.find(slug);
  if (!forum) throw new Error('no forum');
  return { slug, id, forum, useremail, person, moderation, erase };
}

const writeEmail = (forumId: number, useremail: string) =>
  database.none('update posters set email = $3 where forum_id = $1 and id = $2', [
    forumId,
    POSTER_ID,
    useremail,
  ]);

const post = (path: string, body: object) => service.request.post(path).send(body);

const addressesOf = async (forumId: number) =>
  (
    await database.any('select email from posters where forum_id = $1 and email ilike $2', [
      forumId,
      'person%',
    ])
  ).map(({ email }) => email);

describe('posts of an erased person', () => {
  it('have one author per dialog, different between dialogs', async () => {
    const { slug, id, useremail, erase } = await newForum();
    const poster_id = POSTER_ID;
    const [second, third] = [DIALOG_ID + 1, DIALOG_ID + 2];
    await writeDialogs(database, id, [
      { id: second, poster_id },
      { id: third, poster_id },
    ]);
    await writeComments(database, id, [
      { id: DIALOG_ID + 3, dialog_id: DIALOG_ID, poster_id },
      { id: DIALOG_ID + 4, dialog_id: DIALOG_ID },
      { id: DIALOG_ID + 5, dialog_id: second, poster_id },
      { id: DIALOG_ID + 6, dialog_id: third, poster_id },
    ]);
    await writeEmail(id, useremail);
    expect(await erase()).toMatchObject({ slug, identities: 1, dialogs: 2, comments: 3 });
    const posts = await database.any(
      `select id, poster_id, author_name as name from dialogs where forum_id = $1
       union all select id, poster_id, author_name from comments where forum_id = $1 order by id`,
      [id],
    );
    const [own, inSecond, inThird, inOwn] = posts.map((row) => row.poster_id);
    expect(posts.map((row) => [row.poster_id, row.name])).toEqual([
      [own, 'Anna'],
      [inSecond, 'removed'],
      [inThird, 'removed'],
      [inOwn, 'removed'],
      [DIALOG_ID + 4, 'Bertil'],
      [inSecond, 'removed'],
      [inThird, 'removed'],
    ]);
    expect(new Set([own, inSecond, inThird, inOwn, poster_id]).size).toBe(5);
  });

  it('are found in every spelling of the address, and in no other', async () => {
    const { id, forum } = await newForum();
    const spellings = {
      'İnci.Öz@example.com': true,
      'i̇NCI.o\u0308Z@EXAMPLE.COM': true,
      'Inci <İNCI.ÖZ@example.com>': false,
      '<i̇nci.öz@Example.com>': true,
      'ainci.öz@example.com': false,
      'a.i̇nci.öz@example.com': false,
      'i̇nci.öz@example.com.tr': false,
      'i̇nci.öz+news@example.com': false,
      'i̇nci_öz@example.com': false,
    };
    await database.none(
      `insert into posters (forum_id, identity, email) select $1, random_hash(), e from unnest($2::text[]) e`,
      [id, Object.keys(spellings)],
    );
    const found = await findPosters(database, forum, personOf('İNCI.ÖZ@EXAMPLE.COM'));
    const rows = await database.any('select email from posters where id = any ($1::bigint[]) order by id', [
      found,
    ]);
    expect(rows.map(({ email }) => email)).toEqual(
      Object.entries(spellings).flatMap(([email, same]) => (same ? [email] : [])),
    );
  });

  it('may be posted again: votes, reports and comments', async () => {
    const { slug, id, useremail, erase } = await newForum();
    const they = { name: 'Eva', useremail };
    const send = async () => [
      (await post(`/api/vote/${slug}/${DIALOG_ID}`, { ...VOTE, ...they })).status,
      (await post(`/api/comment/${slug}/${DIALOG_ID}`, { ...COMMENT, ...they })).status,
      (await post(`/api/report-dialog/${slug}/${DIALOG_ID}`, { ...REPORT, ...they })).status,
    ];
    expect(await send()).toEqual([201, 201, 201]);
    expect(await erase()).toMatchObject({ votes: 1, comments: 1, reports: 1, addresses: 3 });
    expect(await send()).toEqual([201, 201, 201]);
    const { num_votes } = (await service.get(`/api/dialog/${slug}/${DIALOG_ID}.json`)).body;
    expect(num_votes).toBe(2);
    expect(await addressesOf(id)).toEqual([useremail, useremail, useremail]);
  });

  it('are no longer named in internal notes', async () => {
    const { slug, id, useremail, moderation, erase } = await newForum();
    await post(`/api/${slug}`, { ...DIALOG, useremail });
    const text = `Call ${useremail.toUpperCase()}, not x${useremail}.`;
    await addNote(database, moderation, { dialogId: DIALOG_ID, text });
    await erase();
    const [note] = await listNotes(database, id, { dialogId: DIALOG_ID });
    expect(note?.text).toMatch(/^Call (?!PERSON-\d)[^,]+, not xperson-\d+@example\.com\.$/);
  });

  it('disappear from caches: every instance builds a new response', async () => {
    const { slug, useremail, erase } = await newForum();
    await post(`/api/${slug}`, { ...DIALOG, useremail });
    expect((await service.get(`/api/${slug}.json`)).text).toContain('Anna Berg');
    await erase();
    await service.settled(slug);
    expect((await service.get(`/api/${slug}.json`)).text).not.toContain('Anna Berg');
  });

  it('may be deleted already: a poster without posts is erased, too', async () => {
    const { id, useremail, erase } = await newForum();
    await database.none('insert into posters (forum_id, identity, email) values ($1, random_hash(), $2)', [
      id,
      useremail,
    ]);
    expect(await erase()).toMatchObject({ identities: 1, dialogs: 0 });
    expect(await addressesOf(id)).toEqual([]);
  });
});

describe('an erasure', () => {
  async function writeMany(id: number, useremail: string): Promise<void> {
    const many = Array.from({ length: 250 }, (_, index) => ({
      id: DIALOG_ID + 1 + index,
      poster_id: POSTER_ID,
    }));
    await writeDialogs(database, id, many);
    await writeEmail(id, useremail);
  }

  it('is completed by the next run after an interruption', async () => {
    const { moderation, id, person, useremail, erase } = await newForum();
    await writeMany(id, useremail);
    const wrong = await listWrongCounters(database);
    const interruption = new AbortController();
    const watched = Object.assign(Object.create(database), {
      tx: (...words: [string, () => Promise<unknown>]) =>
        database.tx(...words).finally(() => interruption.abort(new Error('interrupted'))),
    });
    const half = erasePerson(watched, { moderation, person, signal: interruption.signal });
    await expect(half).rejects.toThrow('interrupted');
    expect(await addressesOf(id)).toEqual([useremail]);
    expect(await erase()).toMatchObject({ identities: 1, dialogs: 50 });
    expect(await addressesOf(id)).toEqual([]);
    expect(await listWrongCounters(database)).toEqual(wrong);
  });

  it('includes a post in progress when it starts', async () => {
    const { slug, id, useremail, erase } = await newForum();
    const they = { ...DIALOG, useremail };
    await post(`/api/${slug}`, they).expect(201);
    const { posted, erased } = await database.tx(async (transaction) => {
      await transaction.any('select from topic_counts where forum_id = $1 for update', [id]);
      const posted = post(`/api/${slug}`, { ...they, title: 'On its way' }).then(({ status }) => status);
      await untilBlocked(database, 1);
      const erased = erase();
      await untilBlocked(database, 2);
      return { posted, erased };
    });
    expect([await posted, await erased]).toEqual([201, expect.objectContaining({ dialogs: 2 })]);
    expect(await addressesOf(id)).toEqual([]);
  });

  it('includes posts without a key that arrive meanwhile', async () => {
    const { slug, id, useremail, erase } = await newForum();
    const they = { ...DIALOG, useremail };
    await post(`/api/${slug}`, they).expect(201);
    const erased = await database.tx(async (transaction) => {
      await transaction.any('select from dialogs where forum_id = $1 for update', [id]);
      const erased = erase();
      await untilBlocked(database, 1);
      await post(`/api/${slug}`, { ...they, title: 'Late' }).expect(201);
      return { erased };
    });
    expect(await erased.erased).toMatchObject({ dialogs: 2 });
    expect(await addressesOf(id)).toEqual([]);
  });

  it('delays posts with a key, which get a new poster', async () => {
    const { slug, id, forum, moderation, person, useremail } = await newForum();
    const { key } = await issueAccessKey(database, slug, { name: 'test' });
    const path = `/api/${slug}?key=${key}`;
    const they = { ...DIALOG, useremail };
    await post(path, they).expect(201);
    const posters = await findPosters(database, forum, person);
    const { late, erased } = await database.tx(async (transaction) => {
      await transaction.any('select from dialogs where forum_id = $1 for update', [id]);
      const erased = erasePosts(database, moderation, posters);
      await untilBlocked(database, 1);
      const late = post(path, { ...they, title: 'Late' }).then(({ status }) => status);
      await untilBlocked(database, 2);
      return { late, erased };
    });
    expect(await erased).toMatchObject({ finished: true, counts: { dialogs: 1 } });
    expect(await late).toBe(201);
    const names = await database.any(
      'select title, author_name from dialogs where forum_id = $1 and id < 1000 order by id',
      [id],
    );
    expect(names).toEqual([
      { title: DIALOG.title, author_name: 'removed' },
      { title: 'Late', author_name: DIALOG.name },
    ]);
    const [poster] = await findPosters(database, forum, person);
    expect(posters).not.toContain(poster);
  });

  it('does not deadlock with posts, and keeps all counters right', async () => {
    const { slug, id, useremail, person, erase } = await newForum();
    await writeMany(id, useremail);
    const wrong = await listWrongCounters(database);
    const posts = Array.from({ length: 40 }, (_, index) => {
      const they = {
        name: `Eva ${index % 3}`,
        useremail: index % 2 ? useremail : `other-${index}@example.com`,
      };
      const dialog = DIALOG_ID + (index % 5);
      return [
        post(`/api/comment/${slug}/${dialog}`, { ...COMMENT, ...they, text: `To ${person.email}: ${index}` }),
        post(`/api/vote/${slug}/${dialog}`, { ...VOTE, ...they }),
        post(`/api/report-dialog/${slug}/${dialog}`, { ...REPORT, ...they }),
      ];
    }).flat();
    const [answers] = await Promise.all([Promise.all(posts), erase(), erase()]);
    expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([201, 409]);
    expect(await listWrongCounters(database)).toEqual(wrong);
    await erase();
    expect(await addressesOf(id)).toEqual([]);
    expect(
      await database.any('select from comments where forum_id = $1 and text like $2', [id, `%${useremail}%`]),
    ).toEqual([]);
  });
});

describe('others whose posts are deleted for good with those of an erased person', () => {
  it.each([
    ['wrote below a dialog of theirs', { poster_id: POSTER_ID }],
    ['quoted their address', {}],
  ])('and who %s are deleted, too, even while they post', async (_what, author) => {
    const { slug, id, useremail, erase } = await newForum();
    const [dialogId, bo] = [DIALOG_ID + 1, DIALOG_ID + 2];
    await writeDialogs(database, id, [{ id: dialogId, ...author }]);
    const text = 'poster_id' in author ? 'Roses' : `Ask ${useremail}`;
    await writeComments(database, id, [{ id: bo, dialog_id: dialogId, text }]);
    await writeEmail(id, useremail);
    const by = { slug, actor: operatorNamed('Nils'), action: 'dialog delete' } as const;
    await deleteDialogs(database, by, [dialogId]);
    const { erased } = await database.tx(async (transaction) => {
      await transaction.one('select from posters where forum_id = $1 and id = $2 for update', [id, bo]);
      const erased = erase();
      await untilBlocked(database, 1);
      return { erased };
    });
    await erased;
    expect(await database.any('select from posters where forum_id = $1 and id = $2', [id, bo])).toEqual([]);
  });
});

describe('an e-mail address in a text', () => {
  const ADDRESS = 'a-b.c+d@example.com';

  it.each([
    ['Ask a-b.c+d@example.com.', 'Ask […].'],
    ['A-B.C+D@Example.COM', '[…]'],
    ['<a-b.c+d@example.com>, mailto:a-b.c+d@example.com?', '<[…]>, mailto:[…]?'],
    ['a-b.c+d@example.com|a-b.c+d@example.com', '[…]|[…]'],
    ['xa-b.c+d@example.com', undefined],
    ['x.a-b.c+d@example.com', undefined],
    ["x'a-b.c+d@example.com", undefined],
    ['x{a-b.c+d@example.com', undefined],
    ["'a-b.c+d@example.com', **a-b.c+d@example.com**", "'[…]', **[…]**"],
    ['a-b.c+d@example.com.au', undefined],
    ['a-b.c+d@example.community', undefined],
    ['a-bxc+d@example.com', undefined],
    ['a-b.ccd@example.com', undefined],
  ])('is removed and nothing else: %s', async (text, expected = text) => {
    const { moderation, id } = await newForum();
    await writeDialogs(database, id, [{ id: DIALOG_ID + 1, text, title: text }]);
    await writeComments(database, id, [{ id: 3, dialog_id: DIALOG_ID + 1, text }]);
    await erasePerson(database, { moderation, person: personOf(ADDRESS), signal });
    const stored = await database.one(
      `select d.title, d.text, c.text as comment, d.text_html = c.text_html as same_html
       from dialogs d join comments c on c.forum_id = d.forum_id and c.dialog_id = d.id where d.forum_id = $1`,
      [id],
    );
    expect(stored).toEqual({ title: expected, text: expected, comment: expected, same_html: true });
  });

  it('is removed from JSON columns too, on any line', async () => {
    const { slug, id, useremail, erase } = await newForum();
    const values = (email: string) => ({ intro: `Ask\n${email}\tor\n"${email}"`, other: `not\nx${email}` });
    const event = { details: values(useremail) };
    await recordEvents(database, { id, slug, actor: operatorNamed('Eva'), action: 'set' }, [event]);
    expect(await erase()).toMatchObject({ mentions: 1 });
    const [{ details }] = await database.any(
      "select details from audit_entries where forum_id = $1 and action = 'set'",
      [id],
    );
    expect(details).toEqual({ intro: 'Ask\n[…]\tor\n"[…]"', other: `not\nx${useremail}` });
  });

  it.each([
    ['deleted', [undeleteComments, deleteComments]],
    ['restored', [deleteComments, undeleteComments]],
  ] as const)('is removed from a post that is being %s', async (_what, [before, meanwhile]) => {
    const { slug, id, useremail, erase } = await newForum();
    const commentId = DIALOG_ID + 1;
    await writeComments(database, id, [{ id: commentId, dialog_id: DIALOG_ID, text: `Ask ${useremail}` }]);
    const by = { slug, actor: operatorNamed('Nils'), action: 'comment delete' } as const;
    await before(database, by, [commentId]);
    const { erased } = await database.tx(async (transaction) => {
      await meanwhile(transaction, by, [commentId]);
      const erased = erase();
      await untilBlocked(database, 1);
      return { erased };
    });
    await erased;
    const rows = await database.any(
      `select from deleted_rows where forum_id = $1 and stored ->> 'text' ~ $2
       union all select from comments where forum_id = $1 and text ~ $2`,
      [id, useremail],
    );
    expect(rows).toEqual([]);
  });

  it('may leave duplicate dialogs', async () => {
    const { slug, id, person, useremail, erase } = await newForum();
    for (const email of [useremail, '[…]']) {
      await post(`/api/${slug}`, { ...DIALOG, text: `Write to ${email}` }).expect(201);
    }
    expect(await erase()).toMatchObject({ mentions: 1 });
    const rows = await database.any(
      'select text, content_hash is null as twice from dialogs where forum_id = $1 and id < 1000 order by id',
      [id],
    );
    expect(rows).toEqual([
      { text: 'Write to […]', twice: true },
      { text: 'Write to […]', twice: false },
    ]);
    expect(person.email).toBe(useremail);
  });
});
