import { fill } from '@guidepost/i18n';
import {
  escapeMarkdown,
  type LargePage,
  noSuchPage,
  type PageAnswer,
  pageAddress,
  pageNumber,
  pageOf,
  representMarkdown,
  writeContent,
} from '@guidepost/pages';
import type { Context } from '../../context.ts';
import type { CommentWithText, DialogWithComments } from '../../posts/read-dialog.ts';
import type { PageCall } from '../page-kind.ts';
import type { Site } from '../site.ts';
import { COMMENTS_PER_PAGE, readAnswers, readDialog } from './read-dialog.ts';

/** A dialog for programs: what was asked, official and accepted answers, then the other comments of the page. */
export async function readDialogMarkdown(
  { content }: Pick<Context, 'content'>,
  call: PageCall,
): Promise<PageAnswer | LargePage> {
  const { site, query } = call;
  const number = pageNumber(query);
  const slice = { start: (number - 1) * COMMENTS_PER_PAGE, limit: COMMENTS_PER_PAGE };
  const reader = content.of(site.forum);
  return pageOf(
    async (mostBytes) => {
      const dialog = await readDialog(reader, call, { ...slice, mostBytes });
      return { ...dialog, answers: await readAnswers(reader, call, dialog) };
    },
    (dialog) => representDialog(site, dialog, number),
  );
}

type ReadDialog = DialogWithComments & { answers: readonly CommentWithText[] };

async function representDialog(site: Site, dialog: ReadDialog, number: number): Promise<PageAnswer> {
  const pages = Math.max(1, Math.ceil(dialog.num_comments / COMMENTS_PER_PAGE));
  if (number > pages) throw noSuchPage();
  const { language, addresses, topicNames } = site;
  const { answers } = dialog;
  const others = dialog.comments.filter(({ id }) => !answers.some((answer) => answer.id === id));
  const posts = [
    { post: dialog, marks: [topicNames[dialog.topic], dialog.state && site.stateName(dialog.state)] },
    ...[...answers, ...others].map((comment) => ({ post: comment, marks: marksOf(site, dialog, comment) })),
  ];
  const texts: string[] = [];
  for (const { post, marks } of posts) texts.push(await writePost(site, post, marks));
  if (number < pages) texts.push(`Page ${number} of ${pages}; the next one has \`?page=${number + 1}\`.`);
  return representMarkdown({
    title: dialog.title,
    address: pageAddress(addresses.dialogPage(dialog.id), number),
    updated: new Date(dialog.last_activity),
    language,
    text: texts.join('\n\n'),
  });
}

function marksOf({ phrasing, organization }: Site, dialog: DialogWithComments, comment: CommentWithText) {
  const { words } = phrasing;
  return [
    comment.is_org_reply && fill(words.orgReply, { organization }),
    comment.id === dialog.accepted_comment && words.members.accepted,
  ];
}

type Post = Pick<CommentWithText, 'author_name' | 'pub_date' | 'text_html'>;

/** Posts are by readers unless they are marked as official. */
async function writePost(
  { language, addresses }: Site,
  { author_name: name, pub_date: date, text_html: html }: Post,
  marks: readonly (string | false | null)[],
): Promise<string> {
  const heading = [...marks, `${name}, ${date.slice(0, 10)}`].filter(Boolean).join(' · ');
  const text = await writeContent({ html, language, base: addresses.home });
  return `## ${escapeMarkdown(heading)}\n\n${text}`;
}
