import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importForum } from '../archive/import/import-forum.ts';
import { addCannedAnswer } from '../moderation/canned-answers.ts';
import { mergeDialogs } from '../moderation/merge-dialogs.ts';
import { createPosterSecret } from '../people/posters.ts';
import { deleteDialogs } from '../posts/delete-posts.ts';
import { editComment, editDialog } from '../posts/edit-posts.ts';
import { tagDialog } from '../posts/tag-dialogs.ts';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { setProperties } from '../tenants/administration.ts';
import { accountWebhooks } from '../tenants/webhooks.ts';
import { writeForum } from './content.ts';
import { writeFollowers } from './person-who-follows.ts';
import { operatorNamed } from './posts.ts';
import type { TestService } from './test-service.ts';

/** A person with data in every place the forum has. */
export const PERSON = {
  /** An alternative spelling. */
  email: 'Vaclav.Zebrowski@Example.com',
  folded: 'vaclav.zebrowski@example.com',
  name: 'Vaclav Zebrowski',
  nickname: 'Vazebro',
  workTitle: 'Zebra keeper',
  phone: 'Zoo 77',
  sender: '203.0.113.99',
  comment: 'Do it so.',
  commentByNickname: 'Or so.',
  title: 'Call Vaclav.Zebrowski@Example.com',
  text: '(vaclav.zebrowski@example.com)',
};

/** People whose posts are next to theirs. */
export const OTHERS = ['bo@example.com', 'vaclav.zebrowski+news@example.com'];

const OTHER_SENDER = '198.51.100.7';
const THEY = { name: PERSON.name, useremail: PERSON.email };
const ALIAS = { name: PERSON.nickname, useremail: PERSON.folded.toUpperCase() };

/** Posts as one person and returns the id. */
type Send = (path: string, body: object) => Promise<string>;

interface Senders {
  slug: string;
  key: string;
  asPerson: Send;
  asOthers: Send;
}

/**
 * Creates a forum with the person in every table, among others.
 * @returns its id
 */
export async function writePersonEverywhere(
  service: TestService,
  { slug, language, hooks }: { slug: string; language: string; hooks: string },
): Promise<number> {
  const { database } = service;
  const forumId = await writeForum(database, { slug, language });
  await database.none(
    `insert into metadata_fields (forum_id, name, type, maximum) values ($1, 'phone', 'text', 99)`,
    [forumId],
  );
  const { key } = await issueAccessKey(database, slug, { name: 'test' });
  const change = { account: slug, actor: operatorNamed('Eva') };
  await accountWebhooks(database).add(change, { url: hooks, types: [] });
  const senders = {
    slug,
    key,
    asPerson: sendFrom(service, PERSON.sender),
    asOthers: sendFrom(service, OTHER_SENDER),
  };
  for (const useremail of OTHERS) await writeConversation(senders, useremail);
  const dialogId = await writeDialogs(senders);
  await service.request
    .post(`/api/file/${slug}?key=${key}`)
    .attach('file', Buffer.from('A receipt'), `${PERSON.folded}.txt`)
    .expect(201);
  await tagDialog(
    database,
    { slug, actor: operatorNamed('Eva'), action: 'tag add' },
    { dialogId, tags: [PERSON.email] },
  );
  await writeEdited(service, senders, dialogId);
  await writeHeld(service, senders);
  await writeBorrowed(senders);
  await importArchive(service, slug);
  await writeDeleted(service, senders);
  await writeFollowers(service, { forumId, dialogId, person: PERSON, other: OTHERS[0] ?? '' });
  await database.none('insert into blocked_senders (forum_id, email) values ($1, $2), ($1, $3)', [
    forumId,
    PERSON.folded,
    'spam@example.com',
  ]);
  return forumId;
}

/** Deleted posts that can be restored: a dialog of theirs, and one of someone else with all that they can add. */
async function writeDeleted({ database }: TestService, senders: Senders): Promise<void> {
  const { slug, asPerson, asOthers } = senders;
  const [useremail = ''] = OTHERS;
  const topic = 'Q';
  const own = await asPerson(`/api/${slug}`, { ...THEY, topic, title: 'Gone', text: PERSON.text });
  const other = await asOthers(`/api/${slug}`, {
    name: 'Bo',
    useremail,
    topic,
    title: 'Also gone',
    text: '-',
  });
  await asPerson(`/api/comment/${slug}/${other}`, { ...THEY, text: 'Gone, too.' });
  await asPerson(`/api/vote/${slug}/${other}`, ALIAS);
  await asPerson(`/api/report-dialog/${slug}/${other}`, { ...ALIAS, report_reason: PERSON.email });
  await asOthers(`/api/comment/${slug}/${other}`, {
    name: 'Eve',
    useremail: 'eve@example.com',
    text: `Line\n${PERSON.email}`,
  });
  const edit = { slug, actor: operatorNamed('Eva'), action: 'dialog edit' } as const;
  await editDialog(database, edit, { id: Number(own), text: 'Goes.', publicUrl: 'https://forum.example' });
  const moderation = { ...edit, action: 'dialog delete' } as const;
  await deleteDialogs(database, moderation, [Number(own), Number(other)]);
}

function sendFrom({ request }: TestService, sender: string): Send {
  return async (path, body) => {
    const { headers } = await request.post(path).set('X-Forwarded-For', sender).send(body).expect(201);
    return /(\d+)\.json$/.exec(String(headers.location))?.[1] ?? '';
  };
}

/** Another author's dialog, with replies of both. */
async function writeConversation(
  { slug, key, asPerson, asOthers }: Senders,
  useremail: string,
): Promise<void> {
  const other = { name: `Not ${useremail.length}`, useremail };
  const id = await asOthers(`/api/${slug}`, {
    ...other,
    topic: 'Q',
    title: `By ${useremail}`.slice(0, 5),
    text: useremail.slice(0, 2),
  });
  const comment = await asOthers(`/api/comment/${slug}/${id}`, { ...other, text: 'Mine.' });
  await asOthers(`/api/vote/${slug}/${id}`, other);
  await asPerson(`/api/comment/${slug}/${id}`, { ...THEY, text: PERSON.comment });
  const keyed = { ...ALIAS, text: PERSON.commentByNickname, work_title: PERSON.workTitle };
  await asPerson(`/api/comment/${slug}/${id}?key=${key}`, keyed);
  await asPerson(`/api/vote/${slug}/${id}`, ALIAS);
  await asPerson(`/api/report-dialog/${slug}/${id}`, { ...THEY, report_reason: 'Rude' });
  const reason = `Answer ${PERSON.email}`;
  await asPerson(`/api/report-comment/${slug}/${comment}`, { ...ALIAS, report_reason: reason });
}

/**
 * A visible dialog, and an archived one with every field that requires a key.
 * @returns the id of the first
 */
async function writeDialogs({ slug, key, asPerson }: Senders): Promise<number> {
  const { title, text, phone, email, folded, workTitle: work_title } = PERSON;
  const id = await asPerson(`/api/${slug}`, { ...THEY, topic: 'P', title, text });
  const hidden = { archived: true, work_title, tags: `common,${folded}`, phone: `${phone} ${email}` };
  await asPerson(`/api/${slug}?key=${key}`, {
    ...ALIAS,
    topic: 'S',
    title: 'Archived',
    text: 'T',
    ...hidden,
  });
  return Number(id);
}

/** Posts that staff change, merge and keep. */
async function writeEdited(
  { database }: TestService,
  { slug, key, asPerson }: Senders,
  into: number,
): Promise<void> {
  const publicUrl = 'https://forum.example';
  const actor = operatorNamed('Eva');
  const conversation = await database.one<{ id: number; comment: number; text: string; said: string }>(
    `select d.id, d.text, c.id as comment, c.text as said
     from dialogs d join forums f on f.id = d.forum_id join comments c on c.forum_id = f.id and c.dialog_id = d.id
     where f.slug = $1 order by d.id, c.id limit 1`,
    [slug],
  );
  const { id, comment, text, said } = conversation;
  for (const now of [`Ask ${PERSON.email}`, text])
    await editDialog(database, { slug, actor, action: 'dialog edit' }, { id, text: now, publicUrl });
  for (const now of [`Ask ${PERSON.email}`, said])
    await editComment(
      database,
      { slug, actor, action: 'comment edit' },
      { id: comment, text: now, publicUrl },
    );
  const { phone, email } = PERSON;
  const merged = { ...ALIAS, topic: 'Q', title: `As ${email}`, text: 'Again', phone: `${phone} ${email}` };
  const other = Number(await asPerson(`/api/${slug}?key=${key}`, merged));
  await mergeDialogs(database, { slug, actor, action: 'dialog merge' }, { ids: [other], into, publicUrl });
  const canned = { name: `Ask ${email}`, text: `Ask {name} or ${email}` };
  await addCannedAnswer(database, { slug, actor, action: 'canned add' }, canned);
}

async function writeHeld({ database, settled }: TestService, { slug, asPerson }: Senders): Promise<void> {
  await setProperties(database, slug, { hold: 'links' });
  await settled(slug);
  await asPerson(`/api/${slug}`, { ...THEY, topic: 'B', title: 'Held', text: 'https://example.com' });
  await setProperties(database, slug, { hold: 'none' });
  await settled(slug);
}

/** Another author who uses the person's address. */
async function writeBorrowed({ slug, key, asOthers }: Senders): Promise<void> {
  const borrower = { name: PERSON.email, useremail: 'carl@example.com' };
  const post = { ...borrower, work_title: `With ${PERSON.email}`, text: 'By Carl' };
  const id = await asOthers(`/api/${slug}?key=${key}`, { ...post, topic: 'Q', title: 'Carl' });
  await asOthers(`/api/comment/${slug}/${id}?key=${key}`, post);
  await asOthers(`/api/vote/${slug}/${id}`, borrower);
  await asOthers(`/api/report-dialog/${slug}/${id}`, { ...borrower, report_reason: 'Rude' });
}

async function importArchive({ database }: TestService, slug: string): Promise<void> {
  const { email, folded, name } = PERSON;
  const they = { name, useremail: folded };
  const common = { topic: 'Q', text: 'T', name: 'Bo' };
  const lines = [
    { ...common, ...they, title: 'Imported', votes: [they], comments: [{ ...they, text: 'Old' }] },
    { ...common, name: email, title: 'Nameless', votes: [{ name: email }], state: `asked ${email}` },
    { ...common, title: 'Asks', comments: [{ name: 'Bo', text: `Ask <${email}>.` }] },
    { ...common, title: 'Refused', [email]: 1 },
  ];
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-person-'));
  const path = join(folder, 'archive.ndjson');
  await writeFile(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  const secret = createPosterSecret(database, undefined);
  const { signal } = new AbortController();
  await importForum(database, { slug, path, secret, publicUrl: 'https://forum.example', signal });
  await rm(folder, { recursive: true });
}
