import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { shortOfSha1 } from '@guidepost/fetch';
import type { Database } from '@guidepost/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CommandFixture, startCommandFixture } from '../../testing/command-fixture.ts';
import { type DiscourseBackup, dumpOf, writeDiscourseBackup } from '../../testing/discourse-backup.ts';
import { listWrongCounters } from '../../testing/posts.ts';

const CAT = 'a cat';
const SHA1 = createHash('sha1').update(CAT).digest('hex');
const UPLOAD = `original/1X/${SHA1}.png`;

/** A forum with one of everything. */
const FORUM: DiscourseBackup = {
  tables: {
    categories: [
      { id: 1, name: 'Support', slug: 'support' },
      { id: 2, name: 'Ideas', slug: 'ideas' },
      { id: 3, name: 'Staff', slug: 'staff', read_restricted: true },
      { id: 4, name: 'Plans', slug: 'plans', parent_category_id: 3 },
      { id: 5, name: 'Linux, BSD', slug: 'linux', parent_category_id: 1 },
    ],
    users: [
      { id: -1, username: 'system', name: null, admin: true },
      { id: 1, username: 'anna', name: 'Anna Berg', title: 'Customer' },
      { id: 2, username: 'bo.k', name: '', moderator: true },
      { id: 3, username: 'cia', name: 'Cia', active: false },
      { id: 4, username: 'spam', name: 'Spam', staged: true, silenced_till: '9999-01-01 00:00:00' },
      { id: 5, username: 'dan', name: 'Dan' },
    ],
    user_emails: [
      { id: 1, user_id: 1, email: 'anna@example.com' },
      { id: 2, user_id: 1, email: 'second@example.com', primary: false },
      { id: 3, user_id: 3, email: 'cia@example.com' },
      { id: 4, user_id: 5, email: 'dan@anonymized.invalid' },
    ],
    groups: [{ id: 41, name: 'experts' }],
    group_users: [{ id: 1, group_id: 41, user_id: 3 }],
    tags: [{ id: 1, name: 'install' }, { id: 2, name: 'secret' }],
    tag_group_memberships: [{ tag_id: 2, tag_group_id: 1 }],
    tag_group_permissions: [{ tag_group_id: 1, group_id: 3 }],
    topic_tags: [{ id: 1, topic_id: 10, tag_id: 1 }, { id: 2, topic_id: 10, tag_id: 2 }],
    topics: [
      { id: 10, title: 'How to\tinstall?', views: 34 },
      { id: 11, title: 'An idea', category_id: 2 },
      { id: 12, title: 'Private', archetype: 'private_message', category_id: null },
      { id: 13, title: 'Of staff', category_id: 3 },
      { id: 14, title: 'Of plans', category_id: 4 },
      { id: 15, title: 'Deleted', deleted_at: '2020-02-02 00:00:00' },
      { id: 16, title: 'Hidden' },
      { id: 17, title: 'Unlisted', visible: false, category_id: 5 },
      { id: 18, title: 'x'.repeat(255), category_id: null },
    ],
    posts: [
      { id: 100, topic_id: 10, user_id: 1, raw: `# Help\n@cia see ![cat|6x3](${shortOfSha1(SHA1, 'png')})\nC:\\new\\table\tx` },
      { id: 101, topic_id: 10, user_id: 2, post_number: 2, raw: '[quote="anna, post:1, topic:10"]\nHelp\n[/quote]\nSo. :smile:', reply_to_post_number: 1 },
      { id: 102, topic_id: 10, user_id: 3, post_number: 3, raw: 'Or so.', reply_to_post_number: 2 },
      { id: 103, topic_id: 10, user_id: 3, post_number: 4, raw: 'Gone', deleted_at: '2020-02-02 00:00:00' },
      { id: 104, topic_id: 10, user_id: 3, post_number: 5, raw: 'Withdrawn', user_deleted: true },
      { id: 105, topic_id: 10, user_id: 3, post_number: 6, raw: 'Rude', hidden: true },
      { id: 106, topic_id: 10, user_id: 2, post_number: 7, raw: '', post_type: 3 },
      { id: 107, topic_id: 10, user_id: 2, post_number: 8, raw: 'Whisper', post_type: 4 },
      { id: 108, topic_id: 10, user_id: 4, post_number: 9, raw: 'Buy' },
      { id: 109, topic_id: 10, user_id: 999, post_number: 10, raw: '', cooked: '<p>From <b>cooked</b></p>' },
      { id: 110, topic_id: 11, user_id: 1, raw: 'See /t/x/10 and [it](/t/x/10/2), not [this](/t/12)' },
      { id: 120, topic_id: 12, raw: 'Private' },
      { id: 130, topic_id: 13, raw: 'Of staff' },
      { id: 140, topic_id: 14, raw: 'Of plans' },
      { id: 150, topic_id: 15, raw: 'Deleted' },
      { id: 160, topic_id: 16, raw: 'Hidden', hidden: true },
      { id: 170, topic_id: 17, user_id: 5, raw: 'Unlisted' },
      { id: 180, topic_id: 18, raw: 'Long title' },
    ],
    post_actions: [
      { id: 1, post_id: 100, user_id: 2 },
      { id: 2, post_id: 100, user_id: 3, deleted_at: '2020-02-02 00:00:00' },
      { id: 3, post_id: 100, user_id: 3, post_action_type_id: 1 },
      { id: 4, post_id: 101, user_id: 1 },
    ],
    topic_voting_votes: [
      { id: 1, topic_id: 11, user_id: 1 },
      { id: 2, topic_id: 11, user_id: 3 },
    ],
    discourse_solved_solved_topics: [{ id: 7, topic_id: 10 }],
    discourse_solved_topic_answers: [{ solved_topic_id: 7, answer_post_id: 102 }],
    uploads: [{ id: 1, url: `/uploads/default/${UPLOAD}`, sha1: SHA1 }],
    permalinks: [{ id: 1, url: 'questions/1', topic_id: 10 }],
  },
  files: { [UPLOAD]: CAT, 'optimized/1X/thumb.png': 'x' },
};

let fixture: CommandFixture;
let database: Database;
let folder: string;
let forums = 0;

beforeAll(async () => {
  fixture = await startCommandFixture();
  ({ database } = fixture);
  folder = await mkdtemp(join(tmpdir(), 'guidepost-discourse-'));
  await fixture.forum('account', 'create', 'Example Ltd');
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await fixture.stop();
});

async function newForum(): Promise<string> {
  forums += 1;
  const slug = `forum-${forums}`;
  await fixture.forum('create', slug, '--account', 'Example Ltd', '--name', slug);
  return slug;
}

async function backupOf(content: DiscourseBackup, name = 'backup.tar.gz'): Promise<string> {
  const path = join(folder, name);
  await writeDiscourseBackup(path, content);
  return path;
}

interface Summary {
  dialogs: number;
  comments: number;
  votes: number;
  refused: number;
  files: number;
  left_out: Record<string, number>;
}

async function importTo(slug: string, path: string, ...options: string[]) {
  const { code, stdout, stderr } = await fixture.forum('import', slug, path, '--json', ...options);
  return { code, stderr, summary: JSON.parse(stdout || 'null') as Summary };
}

function dialogsOf(slug: string) {
  return database.any<Record<string, unknown>>(
    `select d.title, d.text, d.topic, d.author_name as name, d.views, d.state, d.archived, d.markdown,
       to_char(d.posted_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') as time
     from dialogs d join forums f on f.id = d.forum_id where f.slug = $1 order by d.title`,
    [slug],
  );
}

describe('forum import of a backup of Discourse', () => {
  it.each(['backup.tar.gz', 'backup.tar', 'backup.sql.gz', 'backup.sql'])(
    'imports what everyone may read from %s, and counts the rest',
    async (name) => {
      const slug = await newForum();
      const { code, stderr, summary } = await importTo(slug, await backupOf(FORUM, name));
      const hasFiles = name.includes('tar');
      expect([code, stderr]).toEqual([0, '']);
      expect(summary).toMatchObject({ dialogs: 4, comments: 3, votes: 3, refused: 0, files: hasFiles ? 1 : 0 });
      expect(summary.left_out).toEqual({
        private_messages: 1,
        restricted: 2,
        deleted_topics: 1,
        hidden_topics: 1,
        deleted_posts: 2,
        hidden_posts: 2,
        small_actions: 2,
        staged_spam: 1,
        likes_of_answers: 1,
        ...(!hasFiles && { missing_files: 1 }),
      });
      expect(await listWrongCounters(database)).toEqual([]);
    },
  );
});
