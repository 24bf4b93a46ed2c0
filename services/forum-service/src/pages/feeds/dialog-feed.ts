import type { CommentRow } from '../../comments/comment-record.ts';
import { listComments, NEWEST_FIRST } from '../../comments/comments.ts';
import type { Context } from '../../context.ts';
import { shownHtml } from '../../text/shown-html.ts';
import { NO_COMMENTS, readDialog, type ShownDialog } from '../dialog/shown-dialog.ts';
import type { PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { type FeedEntry, feedAddress, LONGEST_FEED, representFeed } from './feed.ts';
import { dialogEntry } from './forum-feed.ts';

/** `/:id/feed.atom`: the newest comments of a dialog, and what they are comments on. */
export function dialogFeed({ database }: Pick<Context, 'database'>): PageKind {
  return {
    keptAs: ({ path }) => String(path.id),
    async read(call) {
      const { site } = call;
      const dialog = await readDialog(database, call, NO_COMMENTS);
      const section = {
        forumId: site.forum.id,
        dialogId: dialog.id,
        start: 0,
        limit: LONGEST_FEED - 1,
        keyed: false,
      };
      const comments = await listComments(database, { ...section, order: NEWEST_FIRST });
      const page = site.addresses.dialogPage(dialog.id);
      return representFeed({
        language: site.language,
        title: `${dialog.title} · ${site.name}`,
        address: feedAddress(page),
        page,
        entries: [
          ...(comments?.rows ?? []).map((comment) => commentEntry(site, dialog, comment)),
          dialogEntry(site, dialog),
        ],
      });
    },
  };
}

function commentEntry(site: Site, { title }: ShownDialog, comment: CommentRow): FeedEntry {
  return {
    address: site.addresses.commentPage(comment.dialog_id, comment.id),
    title: `${comment.author_name}: ${title}`,
    published: comment.pub_date,
    author: comment.author_name,
    html: shownHtml(comment.text_html, site),
  };
}
