import { pageOf } from '@guidepost/pages';
import type { ContentReader } from '@guidepost/postgres';
import type { Context } from '../../context.ts';
import { type CommentRow, listComments, NEWEST_FIRST } from '../../posts/comments.ts';
import type { DialogWithComments } from '../../posts/read-dialog.ts';
import { displayHtml } from '../../rendering/embed.ts';
import { NO_COMMENTS, readDialog } from '../dialog/read-dialog.ts';
import type { PageCall, PageKind } from '../page-kind.ts';
import { feedAddress, type Site } from '../site.ts';
import { type Feed, type FeedEntry, LONGEST_FEED, representFeed, SMALL_FEED_BYTES } from './feed.ts';
import { dialogEntry } from './forum-feed.ts';

/** `/:id/feed.atom`: the newest comments on a dialog. */
export function dialogFeed({ content }: Pick<Context, 'content'>): PageKind {
  return {
    isForAnybody: true,
    keptAs: ({ path }) => String(path.id),
    read: (call) =>
      pageOf(
        (mostBytes) => readNewest(content.of(call.site.forum), call, mostBytes),
        (newest) => representFeed(feedOf(call.site, newest)),
        SMALL_FEED_BYTES,
      ),
  };
}

interface Newest {
  dialog: DialogWithComments;
  comments: CommentRow[];
  isCut: boolean;
}

async function readNewest(content: ContentReader, call: PageCall, mostBytes: number): Promise<Newest> {
  const dialog = await readDialog(content, call, { ...NO_COMMENTS, mostBytes });
  const slice = { forumId: call.site.forum.id, dialogId: dialog.id, start: 0, limit: LONGEST_FEED - 1 };
  const order = NEWEST_FIRST;
  const comments = await listComments(content, { ...slice, order, keyed: false, mostBytes });
  return { dialog, comments: comments?.rows ?? [], isCut: dialog.isCut || (comments?.isCut ?? false) };
}

function feedOf(site: Site, { dialog, comments }: Newest): Feed {
  const page = site.addresses.dialogPage(dialog.id);
  return {
    language: site.language,
    title: `${dialog.title} · ${site.name}`,
    address: feedAddress(page),
    page,
    entries: [...comments.map((comment) => commentEntry(site, dialog, comment)), dialogEntry(site, dialog)],
  };
}

function commentEntry(site: Site, { title }: DialogWithComments, comment: CommentRow): FeedEntry {
  return {
    address: site.addresses.commentPage(comment.dialog_id, comment.id),
    title: `${comment.author_name}: ${title}`,
    published: comment.pub_date,
    author: comment.author_name,
    html: displayHtml(comment.text_html, site),
  };
}
