import { pageCount } from '@guidepost/http';
import { createPager, noSuchPage, type Pager, pageNumber } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { blankFields } from '../../forms/blank-fields.ts';
import { COMMENT_FIELDS, VOTE_FIELDS } from '../../posting/fields.ts';
import { topicHeading } from '../../topics/topic-headings.ts';
import type { PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { voteInvitations } from '../words/topic-words.ts';
import { COMMENTS_ON_A_PAGE } from './comment-place.ts';
import { headOf } from './dialog-head.ts';
import { foreignSources } from './foreign-content.ts';
import { sentFrom, thanksFor } from './sent.ts';
import { readDialog, type ShownDialog } from './shown-dialog.ts';

/** `/:id`: a dialog with what was said on it, and the forms to say something. */
export function dialogPage({ database, views }: Pick<Context, 'database' | 'views'>): PageKind {
  return {
    keptAs: ({ path, query }) => `${path.id} ${pageNumber(query)} ${sentFrom(query)}`,
    async read(call) {
      const { site, query } = call;
      const number = pageNumber(query);
      const section = { start: (number - 1) * COMMENTS_ON_A_PAGE, limit: COMMENTS_ON_A_PAGE };
      const dialog = await readDialog(database, call, section);
      const place = { number, pages: Math.max(1, pageCount(dialog.num_comments, COMMENTS_ON_A_PAGE)) };
      if (number > place.pages) throw noSuchPage();
      const sent = sentFrom(query);
      return {
        template: 'dialog/dialog',
        head: headOf(site, dialog, place),
        content: {
          ...contentOf(site, dialog),
          pager: pagerOf(site, dialog, place),
          sent,
          thanks: sent && thanksFor(sent, site),
        },
        foreign: foreignSources([dialog, ...dialog.comments].map(({ text_html }) => text_html)),
      };
    },
    onViewed: ({ forumId, path }, client) => views.count({ forumId, dialogId: Number(path.id), client }),
  };
}

function contentOf(site: Site, dialog: ShownDialog): object {
  const { paths, language, topicNames, phrasing } = site;
  const { topic } = dialog;
  return {
    dialog,
    trail: [{ address: paths.topicPage(topic), name: topicHeading(topic, language) }],
    topicName: topicNames[topic],
    voteInvitation: voteInvitations(phrasing.words)[topic],
    voteFields: blankFields(site, { table: VOTE_FIELDS }),
    commentFields: blankFields(site, { table: COMMENT_FIELDS }),
  };
}

/** Whoever turns a page has read the dialog. */
function pagerOf(site: Site, { id }: ShownDialog, place: Pick<Pager, 'number' | 'pages'>): Pager {
  const pager = createPager(site.paths.dialogPage(id), place);
  const toComments = (address: string | undefined) => address && `${address}#:comments`;
  return { ...pager, previous: toComments(pager.previous), next: toComments(pager.next) };
}
