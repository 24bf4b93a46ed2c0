import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

export type DiscourseRow = Readonly<Record<string, string | number | boolean | null>>;

export interface DiscourseBackup {
  /** Rows by table; columns that a row lacks have the value that is usual there. */
  tables: Readonly<Record<string, Iterable<DiscourseRow>>>;
  /** By their paths below `uploads/default/`. */
  files?: Readonly<Record<string, string | Uint8Array>>;
  /** Further names of files. */
  links?: Readonly<Record<string, string>>;
  /** Columns that the dump lacks, by table. */
  without?: Readonly<Record<string, readonly string[]>>;
}

const TIME = '2020-01-27 11:32:03.646';

/** The columns of Discourse's tables in their order, with usual values. */
const TABLES: Readonly<Record<string, DiscourseRow>> = {
  categories: {
    id: 1,
    name: 'Support',
    color: '0088CC',
    topic_id: null,
    topic_count: 0,
    created_at: TIME,
    updated_at: TIME,
    user_id: -1,
    slug: 'support',
    description: null,
    text_color: 'FFFFFF',
    read_restricted: false,
    position: 1,
    post_count: 0,
    parent_category_id: null,
  },
  group_users: {
    id: 1,
    group_id: 1,
    user_id: 1,
    created_at: TIME,
    updated_at: TIME,
    owner: false,
    notification_level: 2,
  },
  groups: {
    id: 1,
    name: 'team',
    created_at: TIME,
    updated_at: TIME,
    automatic: false,
    user_count: 0,
    title: null,
  },
  permalinks: {
    id: 1,
    url: 'old',
    topic_id: null,
    post_id: null,
    category_id: null,
    created_at: TIME,
    updated_at: TIME,
    external_url: null,
    tag_id: null,
    user_id: null,
  },
  poll_options: {
    id: 1,
    poll_id: 1,
    digest: 'd',
    html: 'A',
    anonymous_votes: null,
    created_at: TIME,
    updated_at: TIME,
  },
  poll_votes: { poll_id: 1, poll_option_id: 1, user_id: 1, created_at: TIME, updated_at: TIME, rank: 0 },
  polls: {
    id: 1,
    post_id: 1,
    name: 'poll',
    close_at: null,
    type: 0,
    status: 0,
    results: 0,
    visibility: 0,
    min: null,
    max: null,
    step: null,
    anonymous_voters: null,
    created_at: TIME,
    updated_at: TIME,
  },
  post_actions: {
    id: 1,
    post_id: 1,
    user_id: 1,
    post_action_type_id: 2,
    deleted_at: null,
    created_at: TIME,
    updated_at: TIME,
    deleted_by_id: null,
    related_post_id: null,
    staff_took_action: false,
  },
  posts: {
    id: 1,
    user_id: 1,
    topic_id: 1,
    post_number: 1,
    raw: 'Text',
    cooked: '<p>Text</p>',
    created_at: TIME,
    updated_at: TIME,
    reply_to_post_number: null,
    reply_count: 0,
    quote_count: 0,
    deleted_at: null,
    off_topic_count: 0,
    like_count: 0,
    incoming_link_count: 0,
    bookmark_count: 0,
    score: 0.2,
    reads: 1,
    post_type: 1,
    sort_order: 1,
    last_editor_id: 1,
    hidden: false,
    hidden_reason_id: null,
    last_version_at: TIME,
    user_deleted: false,
    reply_to_user_id: null,
    deleted_by_id: null,
    edit_reason: null,
    word_count: 1,
    version: 1,
    cook_method: 1,
    wiki: false,
    baked_at: TIME,
    baked_version: 2,
    self_edits: 0,
    via_email: false,
    raw_email: null,
    public_version: 1,
    action_code: null,
    image_upload_id: null,
  },
  discourse_solved_solved_topics: {
    id: 1,
    topic_id: 1,
    answer_post_id: null,
    accepter_user_id: null,
    topic_timer_id: null,
    created_at: TIME,
    updated_at: TIME,
  },
  discourse_solved_topic_answers: {
    id: 1,
    solved_topic_id: 1,
    answer_post_id: 1,
    accepter_user_id: 1,
    created_at: TIME,
    updated_at: TIME,
  },
  tag_group_memberships: { id: 1, tag_id: 1, tag_group_id: 1, created_at: TIME, updated_at: TIME },
  tag_group_permissions: {
    id: 1,
    tag_group_id: 1,
    group_id: 0,
    permission_type: 1,
    created_at: TIME,
    updated_at: TIME,
  },
  tags: { id: 1, name: 'linux', created_at: TIME, updated_at: TIME, pm_topic_count: 0, target_tag_id: null },
  topic_custom_fields: {
    id: 1,
    topic_id: 1,
    name: 'accepted_answer_post_id',
    value: '1',
    created_at: TIME,
    updated_at: TIME,
  },
  topic_tags: { id: 1, topic_id: 1, tag_id: 1, created_at: TIME, updated_at: TIME },
  topic_voting_votes: { id: 1, topic_id: 1, user_id: 1, archive: false, created_at: TIME, updated_at: TIME },
  topics: {
    id: 1,
    title: 'A topic',
    last_posted_at: TIME,
    created_at: TIME,
    updated_at: TIME,
    views: 12,
    posts_count: 1,
    user_id: 1,
    last_post_user_id: 1,
    reply_count: 0,
    deleted_at: null,
    highest_post_number: 1,
    like_count: 0,
    category_id: 1,
    visible: true,
    closed: false,
    archived: false,
    bumped_at: TIME,
    archetype: 'regular',
    slug: 'a-topic',
    word_count: 1,
    excerpt: null,
  },
  uploads: {
    id: 1,
    user_id: 1,
    original_filename: 'cat.png',
    filesize: 3,
    width: 690,
    height: 388,
    url: '/uploads/default/original/1X/a.png',
    created_at: TIME,
    updated_at: TIME,
    sha1: '0'.repeat(40),
    origin: null,
    extension: 'png',
  },
  user_emails: {
    id: 1,
    user_id: 1,
    email: 'anna@example.com',
    primary: true,
    created_at: TIME,
    updated_at: TIME,
    normalized_email: null,
  },
  users: {
    id: 1,
    username: 'anna',
    created_at: TIME,
    updated_at: TIME,
    name: 'Anna Berg',
    last_posted_at: null,
    active: true,
    username_lower: 'anna',
    admin: false,
    trust_level: 1,
    moderator: false,
    title: null,
    suspended_till: null,
    silenced_till: null,
    staged: false,
    approved: false,
  },
};

const BEFORE = `--
-- PostgreSQL database dump
--

SET statement_timeout = 0;
SET standard_conforming_strings = on;

CREATE FUNCTION public.raise_error() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'executed'; END $$;

DROP TABLE IF EXISTS public.dialogs;

COPY public.api_keys (id, key) FROM stdin;
1\tCOPY public.posts (id) FROM stdin;
\\.


`;

const AFTER = `SELECT pg_catalog.setval('public.posts_id_seq', 1, true);

ALTER TABLE ONLY public.posts ADD CONSTRAINT posts_pkey PRIMARY KEY (id);

--
-- PostgreSQL database dump complete
--
`;

/** The dump of a forum of Discourse as `pg_dump` writes it, piece by piece. */
export function* dumpOf({ tables, without = {} }: DiscourseBackup): Generator<string, void> {
  yield BEFORE;
  for (const [table, usual] of Object.entries(TABLES)) {
    const columns = Object.keys(usual).filter((column) => !without[table]?.includes(column));
    const names = columns.map((column) => (/^(?:primary|position)$/.test(column) ? `"${column}"` : column));
    yield `COPY public.${table} (${names.join(', ')}) FROM stdin;\n`;
    for (const row of tables[table] ?? []) {
      const values = columns.map((column) =>
        fieldOf(row[column] === undefined ? (usual[column] ?? null) : row[column]),
      );
      yield `${values.join('\t')}\n`;
    }
    yield '\\.\n\n\n';
  }
  yield AFTER;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
};

/** In the text format of COPY. */
function fieldOf(value: DiscourseRow[string]): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return String(value).replaceAll(/[\\\t\n\r\b\f\v]/g, (sign) => ESCAPES[sign] ?? sign);
}

/** Writes a backup whose name ends with `.tar.gz`, `.tar`, `.sql.gz` or `.sql`. */
export async function writeDiscourseBackup(path: string, backup: DiscourseBackup): Promise<void> {
  const zipped = path.endsWith('.gz') ? [createGzip({ level: 1 })] : [];
  if (/\.sql(?:\.gz)?$/.test(path)) {
    await pipeline(Readable.from(inPieces(dumpOf(backup))), ...zipped, createWriteStream(path));
    return;
  }
  const dump = `${path}.dump`;
  await pipeline(Readable.from(inPieces(dumpOf(backup))), createGzip({ level: 1 }), createWriteStream(dump));
  const archive = pack();
  const writing = pipeline(
    Readable.from(archive as AsyncIterable<Buffer>),
    ...zipped,
    createWriteStream(path),
  );
  const { size } = await stat(dump);
  await addFile(archive, { name: 'dump.sql.gz', size }, createReadStream(dump));
  for (const [name, content] of Object.entries(backup.files ?? {}))
    archive.entry(
      { name: `uploads/default/${name}`, pax: { mtime: '1580124723.646' } },
      Buffer.from(content),
    );
  for (const [name, linkname] of Object.entries(backup.links ?? {}))
    archive.entry(
      { name: `uploads/default/${name}`, type: 'link', linkname: `uploads/default/${linkname}` },
      '',
    );
  archive.finalize();
  await writing;
  await rm(dump);
}

async function addFile(
  archive: ReturnType<typeof pack>,
  header: { name: string; size: number },
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const entry = archive.entry(header);
  for await (const chunk of content)
    if (!entry.write(chunk)) await new Promise<void>((resolve) => entry.once('drain', () => resolve()));
  const closed = new Promise<void>((resolve) => entry.once('finish', () => resolve()));
  entry.end(Buffer.alloc(0));
  await closed;
}

/** Rows are small, and a chunk of a stream costs more than they do. */
function* inPieces(texts: Iterable<string>): Generator<string, void> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < 100_000) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
