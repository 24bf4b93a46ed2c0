import { fill } from '@guidepost/i18n';
import {
  breadcrumbsRecord,
  createPager,
  descriptionOf,
  type Head,
  leadTo,
  noSuchPage,
  type Page,
  type Pager,
  pageAddress,
  pageNumber,
  pageOf,
} from '@guidepost/pages';
import { parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { idsOf } from '../../model/listing.ts';
import type { Author } from '../../model/person.ts';
import { topicHeading } from '../../model/topics.ts';
import { countCommentsBefore } from '../../posts/comments.ts';
import { originOf } from '../../posts/new-post.ts';
import { COMMENT_FIELDS } from '../../posts/post-fields.ts';
import {
  type CommentWithText,
  type DialogWithComments,
  type MemberView,
  readMemberView,
} from '../../posts/read-dialog.ts';
import { type Receipt, readReceipt, type Sent } from '../../posts/receipts.ts';
import { blankFields } from '../forms/form-fields.ts';
import type { PageCall, PageKind } from '../page-kind.ts';
import { foreignSources } from '../represent-page.ts';
import { feedAddress, type Site, voteInvitations } from '../site.ts';
import { readDialogMarkdown } from './dialog-markdown.ts';
import { ANSWER, type Answered, quoteOf, readAnswered } from './quote.ts';
import { COMMENTS_PER_PAGE, readAnswers, readDialog } from './read-dialog.ts';

/** `/:id`: a dialog with its comments and forms. */
export function dialogPage({
  database,
  content: reads,
  views,
  receipts,
  followers,
  clients,
}: Pick<Context, 'database' | 'content' | 'views' | 'receipts' | 'followers' | 'clients'>): PageKind {
  return {
    keptAs: ({ path, query }) =>
      query.first('posted') === undefined && query.first(ANSWER) === undefined
        ? `${path.id} ${pageNumber(query)}`
        : undefined,
    markdown: (call) => readDialogMarkdown({ content: reads }, call),
    async read(call) {
      const { site, path, query } = call;
      const dialogId = parseId(path.id);
      if (dialogId === undefined) throw noSuchPage();
      const number = pageNumber(query);
      const posted = query.first('posted');
      const receipt = await readReceipt(receipts, posted, { forumId: site.forum.id, dialogId });
      if (posted !== undefined && !receipt)
        return leadTo(303, pageAddress(site.paths.dialogPage(dialogId), number));
      const slice = { start: (number - 1) * COMMENTS_PER_PAGE, limit: COMMENTS_PER_PAGE };
      // People who have just posted may have done so on another instance.
      const content = site.member || receipt ? database : reads.of(site.forum);
      return pageOf(
        async (mostBytes) => {
          const dialog = await readDialog(content, call, { ...slice, mostBytes });
          const readMine = async () => {
            const answers = await readAnswers(content, call, dialog);
            return { answers, mine: await readView({ database, clients }, call, { ...dialog, answers }) };
          };
          const [{ answers, mine }, answered] = await Promise.all([
            readMine(),
            readAnswered(content, call, dialogId),
          ]);
          return { ...dialog, mine, answers, answered };
        },
        (dialog) => showDialog(call, dialog, { receipt, canFollow: followers.isOffered }),
      );
    },
    onViewed: ({ forumId, path }, client) => views.count({ forumId, dialogId: Number(path.id), client }),
  };
}

type ReadDialog = DialogWithComments & {
  /** The view of the member who reads. */
  mine: MemberView | undefined;
  /** The accepted and the official answer, unless they come first anyway. */
  answers: readonly CommentWithText[];
  /** The comment that the form quotes. */
  answered: Answered | undefined;
};

async function readView(
  { database, clients }: Pick<Context, 'database' | 'clients'>,
  { site: { forum, member }, request }: PageCall,
  { answers, ...dialog }: DialogWithComments & Pick<ReadDialog, 'answers'>,
): Promise<MemberView | undefined> {
  if (!member || dialog.isCut) return undefined;
  const posts = {
    dialogId: dialog.id,
    commentIds: idsOf([...dialog.comments, ...answers]),
    origin: originOf(request, clients),
  };
  return readMemberView(database, forum.id, member, posts);
}

function showDialog(
  { site, query }: PageCall,
  { mine, answers, answered, ...dialog }: ReadDialog,
  { receipt, canFollow }: { receipt: Receipt | undefined; canFollow: boolean },
): Page {
  const number = pageNumber(query);
  const place = { number, pages: Math.max(1, Math.ceil(dialog.num_comments / COMMENTS_PER_PAGE)) };
  if (number > place.pages) throw noSuchPage();
  return {
    template: 'dialog/dialog',
    head: { ...headOf(site, dialog, place), ...((receipt || answered) && { indexed: false }) },
    isPersonal: receipt !== undefined,
    content: {
      ...contentOf(site, dialog, answered),
      answerTo: (id: number) =>
        `${pageAddress(`${site.paths.dialogPage(dialog.id)}?${ANSWER}=${id}`, number)}#:write`,
      signInFrom: dialog.id,
      pager: pagerOf(site, dialog, place),
      mine,
      answers,
      sent: receipt?.sent,
      foundHelpful: receipt?.commentId,
      canFollow,
      thanks: receipt && thanksFor(receipt.sent, site),
      asksToConfirm: receipt?.asksToConfirm,
    },
    foreign: foreignSources(
      [dialog, ...dialog.comments, ...answers].map(({ text_html }) => text_html),
      site,
    ),
  };
}

function contentOf(site: Site, dialog: DialogWithComments, answered: Answered): object {
  const { paths, language, topicNames, phrasing } = site;
  const { topic } = dialog;
  return {
    dialog,
    trail: [{ address: paths.topicPage(topic), name: topicHeading(topic, language) }],
    topicName: topicNames[topic],
    voteInvitation: voteInvitations(phrasing.words)[topic],
    commentFields: blankFields(site, {
      table: COMMENT_FIELDS,
      ...(answered && { values: new Map([['text', quoteOf(answered)]]) }),
    }),
    answered: answered?.id,
  };
}

/** Following pages do not count another view. */
function pagerOf(site: Site, { id }: DialogWithComments, place: Pick<Pager, 'number' | 'pages'>): Pager {
  const pager = createPager(site.paths.dialogPage(id), place);
  const toComments = (address: string | undefined) => address && `${address}#:comments`;
  return { ...pager, previous: toComments(pager.previous), next: toComments(pager.next) };
}

function thanksFor(sent: Sent, { forum, phrasing: { words } }: Site): string {
  if (sent === 'vote' || sent === 'guest-vote' || sent === 'helpful') return words.voted;
  if (sent === 'report') return words.reported;
  if (sent === 'edited') return words.noticeEdited;
  return (sent === 'dialog' && forum.thankyou_message) || words.thanks;
}

/** Metadata of a dialog's page; archived dialogs are not indexed. */
function headOf(
  site: Site,
  dialog: DialogWithComments,
  { number, pages }: Pick<Pager, 'number' | 'pages'>,
): Head {
  const { addresses, phrasing, language } = site;
  const { words } = phrasing;
  const { id, title, text, topic, archived } = dialog;
  const first = addresses.dialogPage(id);
  const address = pageAddress(first, number);
  const steps = [
    { name: words.home, address: addresses.home },
    { name: topicHeading(topic, language), address: addresses.topicPage(topic) },
    { name: title, address },
  ];
  return {
    type: 'article',
    title: number === 1 ? title : `${title} – ${fill(words.pageOf, { n: number, total: pages })}`,
    description: descriptionOf(text),
    address,
    indexed: !archived,
    markdown: pageAddress(`${site.paths.dialogPage(id)}.md`, number),
    feeds: [{ title: words.commentFeed, address: feedAddress(first) }],
    records: archived ? [] : [postingRecord(site, dialog), breadcrumbsRecord(steps)],
  };
}

/**
 * Structured data for search engines: a question with replies is https://schema.org/QAPage, anything else
 * https://schema.org/DiscussionForumPosting.
 */
function postingRecord(site: Site, dialog: DialogWithComments): object {
  const url = site.addresses.dialogPage(dialog.id);
  const page = { '@context': 'https://schema.org', url, inLanguage: site.language };
  const comments = (type: 'Answer' | 'Comment') =>
    dialog.comments.map((comment) => commentRecord(site, comment, type));
  if (dialog.topic === 'Q') {
    const question = { '@type': 'Question', name: dialog.title, ...postProperties(dialog) };
    const counts = { upvoteCount: dialog.num_votes, answerCount: dialog.num_comments };
    const mainEntity = { ...question, ...counts, ...answersTo(dialog, comments('Answer')) };
    return { ...page, '@type': 'QAPage', mainEntity };
  }
  return {
    ...page,
    '@type': 'DiscussionForumPosting',
    headline: dialog.title,
    ...postProperties(dialog),
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: dialog.num_votes,
    },
    commentCount: dialog.num_comments,
    comment: comments('Comment'),
  };
}

/** The accepted answer, if it is among these, and the others. */
function answersTo({ accepted_comment, comments }: DialogWithComments, records: readonly object[]): object {
  const isAccepted = (_: object, index: number) => comments[index]?.id === accepted_comment;
  const accepted = records.find(isAccepted);
  return {
    ...(accepted && { acceptedAnswer: accepted }),
    suggestedAnswer: records.filter((record) => record !== accepted),
  };
}

function commentRecord({ addresses }: Site, comment: CommentWithText, type: 'Answer' | 'Comment'): object {
  const url = addresses.commentPage(comment.dialog_id, comment.id);
  const { helpful } = comment;
  return { '@type': type, url, ...postProperties(comment), ...(helpful > 0 && { upvoteCount: helpful }) };
}

function postProperties(post: Author & { text: string; pub_date: string }): object {
  return { text: post.text, datePublished: post.pub_date, author: authorRecord(post) };
}

function authorRecord({ author_name: name, work_title }: Author): object {
  return { '@type': 'Person', name, jobTitle: work_title ?? undefined };
}

/**
 * `/:id/comments/:comment`: the permanent address of a comment. Redirects to its place on the current page of comments.
 */
export function commentRedirect({ database }: Pick<Context, 'database'>): PageKind {
  return {
    async read({ site, path, query }) {
      const [dialogId, id] = [parseId(path.id), parseId(path.comment)];
      if (dialogId === undefined || id === undefined) throw noSuchPage();
      const before = await countCommentsBefore(database, { forumId: site.forum.id, dialogId, id });
      if (before === undefined) throw noSuchPage();
      const posted = query.first('posted');
      const thanks = posted === undefined ? '' : `?posted=${encodeURIComponent(posted)}`;
      const number = 1 + Math.floor(before / COMMENTS_PER_PAGE);
      const page = pageAddress(site.paths.dialogPage(dialogId) + thanks, number);
      return leadTo(303, `${page}#comment-${id}`);
    },
  };
}
