import { MOST_DOCUMENT_BYTES, parseQuery } from '@guidepost/http';
import { passageOf } from '@guidepost/mcp/passages';
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
  /** Where the next part begins. */
  next?: string;
}

/** Bytes of quoted Markdown and names in an answer, which leaves room for what stands around them. */
const MOST_BYTES = 38_000;

/** A long post begins where so many bytes are left; elsewhere it waits for the next part. */
const FEWEST_BYTES = 8_000;

/** Bytes around a post. */
const AROUND = 100;

/** The id of a dialog by itself or in the URL of its page. @throws AppError `invalid` */
export function namedDialog({ addresses, paths }: Site, name: string): number {
  const text = name.trim();
  const url = URL.parse(text);
  const homes = [addresses.home, new URL(paths.home, addresses.properties).href];
  const id = parseId(url ? dialogBelow(homes, url) : text);
  if (id !== undefined) return id;
  throw new AppError('invalid', `This is neither the id nor the URL of a dialog of ${addresses.home}.`);
}

/** The first part of a path below one of the URLs; undefined for the URL of another site. */
function dialogBelow(homes: readonly string[], { host, pathname }: URL): string | undefined {
  for (const home of homes.map((address) => new URL(address))) {
    const above = home.pathname.replace(/\/$/, '');
    if (host !== home.host || !pathname.startsWith(`${above}/`)) continue;
    return pathname
      .slice(above.length + 1)
      .split('/')[0]
      ?.replace(/\.md$/, '');
  }
  return undefined;
}

/** The beginning of a part of a dialog. */
interface Place {
  /** Whether posts are counted from what was asked and its answers, or from the first comment. */
  isAbove: boolean;
  /** How many of them to leave out. */
  posts: number;
  /** Where in the next one to begin. */
  offset: number;
}

/** Places in the answers of tools: `a1` is the first answer, `c7.400` the eighth comment from an offset on. */
export const PLACE = /^[ac]\d{1,7}(?:\.\d{1,7})?$/;
export const BEGINNING = 'a0';

function placeOf(text: string): Place {
  const [posts = 0, offset = 0] = text.slice(1).split('.').map(Number);
  return { isAbove: text.startsWith('a'), posts, offset };
}

interface PostsRequest {
  site: Site;
  id: number;
  /** A {@link PLACE}. */
  from: string;
}

/**
 * A dialog that readers find, with as many posts as fit: first what was asked and the answers that stand before the
 * others, then the others. A post that is too long goes on in the next part.
 * @throws AppError `not-found`, also for an archived dialog
 */
export async function readPosts(
  context: Pick<Context, 'content' | 'database'>,
  { site, id, from }: PostsRequest,
): Promise<ReadPosts> {
  const place = placeOf(from);
  const start = place.isAbove ? 0 : place.posts;
  const dialog = await findDialog(context, { site, id, start });
  // The first comment stays in its place even if it is an answer, so a part that begins later must not know it.
  const comments = start === 0 ? dialog.comments : [];
  const answers = await readAnswers(context.content.of(site.forum), pageOf(site, id), {
    ...dialog,
    comments,
  });
  const isAnswer = ({ id: comment }: CommentWithText) => answers.some((answer) => answer.id === comment);
  const above = place.isAbove ? [dialog, ...answers].map((post, index) => ({ post, at: `a${index}` })) : [];
  const below = dialog.comments
    .map((post, index) => ({ post, at: `c${start + index}` }))
    .filter(({ post }) => !isAnswer(post));
  const listed = [...above.slice(place.posts), ...below];
  const { posts, next = placeAfter(dialog, start) } = await fill(listed, place.offset, (post) =>
    writePost(site, dialog, post),
  );
  return { dialog, posts, ...(next !== undefined && { next }) };
}

/** Where to go on after all comments that were read; undefined at the end. */
function placeAfter({ comments, num_comments }: DialogWithComments, start: number): string | undefined {
  const read = start + comments.length;
  return comments.length > 0 && read < num_comments ? `c${read}` : undefined;
}

/** Posts until the answer is full, the first one from an offset on. */
async function fill<Post>(
  listed: readonly { post: Post; at: string }[],
  offset: number,
  write: (post: Post) => Promise<ReadPost>,
): Promise<Pick<ReadPosts, 'posts' | 'next'>> {
  const posts: ReadPost[] = [];
  let left = MOST_BYTES;
  for (const { post, at } of listed) {
    const written = await write(post);
    left -= AROUND + Buffer.byteLength(written.author);
    const isLong = quotedBytes(written.markdown) > left;
    if (isLong && posts.length > 0 && left < FEWEST_BYTES) return { posts, next: at };
    const from = posts.length === 0 ? offset : 0;
    const { markdown, next } = passageToQuote(written.markdown, from, left);
    posts.push({ ...written, markdown });
    if (next !== undefined) return { posts, next: `${at}.${next}` };
    left -= quotedBytes(markdown);
  }
  return { posts };
}

/** A passage that has at most so many bytes once it is quoted. */
function passageToQuote(text: string, from: number, mostBytes: number): ReturnType<typeof passageOf> {
  for (let most = mostBytes; ; ) {
    const passage = passageOf(text, { from, mostBytes: most });
    const bytes = quotedBytes(passage.markdown);
    if (bytes <= mostBytes) return passage;
    most = Math.floor((most * mostBytes) / bytes);
  }
}

/** Each line begins with `>`, so that nothing in a post passes for the heading of another one. */
export function quote(markdown: string): string {
  return markdown.replaceAll(/^/gm, '> ');
}

function quotedBytes(markdown: string): number {
  return Buffer.byteLength(quote(markdown));
}

async function findDialog(
  { content, database }: Pick<Context, 'content' | 'database'>,
  { site, id, start }: Pick<PostsRequest, 'site' | 'id'> & { start: number },
): Promise<DialogWithComments> {
  const read = async (dialogId: number) => {
    const slice = { start, limit: COMMENTS_PER_PAGE, mostBytes: MOST_DOCUMENT_BYTES };
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
    markdown,
  };
}
