import { MOST_DOCUMENT_BYTES, parseQuery } from '@guidepost/http';
import { writeContent } from '@guidepost/pages';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { type CommentWithText, type DialogWithComments, findMergedInto } from '../../posts/read-dialog.ts';
import type { ForumKey } from '../../tenants/access-keys.ts';
import { COMMENTS_PER_PAGE, readAnswers, readDialog } from '../dialog/read-dialog.ts';
import type { Site } from '../site.ts';

/** An admitted message of a program. */
export interface ProgramCall {
  /** As readers see it who are not signed in. */
  site: Site;
  key: ForumKey | undefined;
}

/** A post as programs read it. */
export interface ReadPost {
  written_by: 'reader' | 'organization';
  author: string;
  date: string;
  accepted: boolean;
  markdown: string;
}

export interface ReadPosts {
  dialog: DialogWithComments;
  posts: ReadPost[];
  /** How many comments come before those of the next part. */
  next?: number;
}

/** Bytes of Markdown in an answer, and of one post, which leaves room for an answer beside a question. */
const MOST_BYTES = 38_000;
const LONGEST = 18_000;

/** The id of a dialog by itself or in the URL of its page. @throws AppError `invalid` */
export function namedDialog({ addresses, paths }: Site, name: string): number {
  const text = name.trim();
  const url = URL.parse(text);
  const isOurs =
    !url ||
    [addresses.home, paths.home].some((home) => text.startsWith(home) || url.pathname.startsWith(home));
  const last = url ? url.pathname.replace(/\.md$/, '').split('/').at(-1) : text;
  const id = isOurs ? parseId(last) : undefined;
  if (id !== undefined) return id;
  throw new AppError('invalid', `This is neither the id nor the URL of a dialog of ${addresses.home}.`);
}

interface PostsRequest {
  site: Site;
  id: number;
  /** How many comments to leave out. */
  from: number;
}

/**
 * A dialog that readers find, with as many comments as fit: first what was asked and the answers that stand before the
 * others, then the others from `from` on.
 * @throws AppError `not-found`, also for an archived dialog
 */
export async function readPosts(
  context: Pick<Context, 'content' | 'database'>,
  { site, id, from }: PostsRequest,
): Promise<ReadPosts> {
  const dialog = await findDialog(context, { site, id, from });
  const answers =
    from === 0 ? await readAnswers(context.content.of(site.forum), pageOf(site, id), dialog) : [];
  const posts: ReadPost[] = [];
  let bytes = 0;
  for (const post of from === 0 ? [dialog, ...answers] : [])
    bytes += add(posts, await writePost(site, dialog, post));
  const isFirst = (comment: CommentWithText) => answers.some((answer) => answer.id === comment.id);
  let next = from;
  for (const comment of dialog.comments) {
    if (!isFirst(comment)) {
      const post = await writePost(site, dialog, comment);
      if (bytes + Buffer.byteLength(post.markdown) > MOST_BYTES && posts.length > 0) break;
      bytes += add(posts, post);
    }
    next += 1;
  }
  return { dialog, posts, ...(next < dialog.num_comments && { next }) };
}

async function findDialog(
  { content, database }: Pick<Context, 'content' | 'database'>,
  { site, id, from }: PostsRequest,
): Promise<DialogWithComments> {
  const read = async (dialogId: number) => {
    const slice = { start: from, limit: COMMENTS_PER_PAGE, mostBytes: MOST_DOCUMENT_BYTES };
    try {
      return await readDialog(content.of(site.forum), pageOf(site, dialogId), slice);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not-found') return undefined;
      throw error;
    }
  };
  const present = (await read(id)) ?? (await readMerged());
  if (present && !present.archived && !present.isCut) return present;
  throw new AppError('not-found', `There is no dialog ${id}. Find one with search_dialogs.`);

  async function readMerged() {
    const target = await findMergedInto(database, site.forum.id, id);
    return target === undefined ? undefined : read(target);
  }
}

function pageOf(site: Site, id: number) {
  return { site, path: { id: String(id) }, query: parseQuery('') };
}

function add(posts: ReadPost[], post: ReadPost): number {
  posts.push(post);
  return Buffer.byteLength(post.markdown);
}

async function writePost(
  { language, addresses }: Site,
  dialog: DialogWithComments,
  post: DialogWithComments | CommentWithText,
): Promise<ReadPost> {
  const markdown = await writeContent({ html: post.text_html, language, base: addresses.home });
  return {
    written_by: 'is_org_reply' in post && post.is_org_reply ? 'organization' : 'reader',
    author: post.author_name,
    date: post.pub_date.slice(0, 10),
    accepted: post !== dialog && post.id === dialog.accepted_comment,
    markdown: shortened(markdown),
  };
}

function shortened(markdown: string): string {
  const bytes = Buffer.from(markdown);
  if (bytes.length <= LONGEST) return markdown;
  const fitting = new TextDecoder().decode(bytes.subarray(0, LONGEST), { stream: true });
  return `${fitting} […]`;
}
