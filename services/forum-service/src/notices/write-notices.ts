import { catalogueOf, fill } from '@guidepost/i18n';
import { type Mail, type MailContent, writeLetter } from '@guidepost/mail';
import type { Database, Secret } from '@guidepost/postgres';
import { stopNoticesTokenOf } from '../mail/mailed-links.ts';
import { createAddresses } from '../model/addresses.ts';
import { mailedText, type PostText } from '../rendering/render-posts.ts';

/** Code points. */
const LONGEST_QUOTE = 2_000;

/** The paragraphs with which a text begins. */
function quoteBeginning(text: string): string[] {
  const characters = Array.from(text);
  const beginning = characters.slice(0, LONGEST_QUOTE).join('');
  return (characters.length > LONGEST_QUOTE ? `${beginning.trimEnd()} …` : beginning).split(/\n+/);
}

interface InForum {
  language: string;
  /** The name of the forum, which the mail comes from. */
  forum: string;
}

export interface Answer extends InForum, PostText {
  title: string;
  author_name: string;
}

/** Nothing in it was written by who asked for it: it may reach a stranger. */
export function writeConfirmation(
  { language, name }: { language: string; name: string },
  url: string,
): MailContent {
  const words = catalogueOf(language).mail;
  return writeLetter({
    language,
    from: name,
    subject: fill(words.confirmSubject, { name }),
    paragraphs: [fill(words.confirm, { name })],
    link: { label: words.confirmAddress, url },
    notes: [words.once, words.ignore, words.automatic],
  });
}

export function writeAnswer(answer: Answer, links: { comment: string; stop: string }): MailContent {
  const { language, forum: from, title, author_name: name } = answer;
  const words = catalogueOf(language).mail;
  return writeLetter({
    language,
    from,
    subject: `Re: ${title}`,
    paragraphs: [fill(words.answered, { name, title }), ...quoteBeginning(mailedText(answer))],
    link: { label: words.readAnswer, url: links.comment },
    notes: [words.automatic],
    lastLink: { label: words.stopAnswers, url: links.stop },
  });
}

export interface NoticeOrigins {
  publicUrl: string;
  deskUrl: string;
  secret: Secret;
}

export interface NoticeOptions extends NoticeOrigins {
  database: Database;
  mail: Mail;
}

/** Pages of the desk, for links in mail. */
export function deskAddresses(deskUrl: string, slug: string) {
  const desk = `${deskUrl}/desk/forum/${slug}`;
  return { queue: `${desk}/queue`, dialog: (id: number) => `${desk}/dialogs/${id}` };
}

/** The page that turns mail to someone off. It is public: mail programs send the POST themselves, without a session. */
export async function stopAddress(
  { publicUrl, secret }: NoticeOrigins,
  forum: { id: number; slug: string; host: string },
  personId: number,
): Promise<string> {
  const token = await stopNoticesTokenOf(secret, { forumId: forum.id, id: personId });
  return createAddresses(publicUrl, forum).stopNotices(personId, token);
}

/** A post, or a report with its reason as text. */
export interface News extends InForum {
  title: string;
  author_name: string;
  text: string;
  held: boolean;
}

export interface Sum {
  /** New ones. */
  posts: number;
  reports: number;
  open_reports: number;
  /** Dialogs that have waited for more than a day. */
  waiting_long: number;
  /** Those with something new, not all if there are many. */
  dialogs: readonly { id: number; title: string }[];
}

/** The texts about each kind of news: its subject, unless it is held for review, and its first line. */
const NEWS = {
  post: ['postSubject', 'wrotePost'],
  comment: ['commentSubject', 'wroteComment'],
  report: ['reportSubject', 'reported'],
} as const;

interface NewsLinks {
  kind: keyof typeof NEWS;
  desk: string;
  stop: string;
}

/** Quotes texts as typed: staff see where a link leads, which may be why a post is held. */
export function writeNews(news: News, { kind, desk, stop }: NewsLinks): MailContent {
  const { language, forum: name, title, author_name: author } = news;
  const words = catalogueOf(language).mail;
  const [subject, line] = NEWS[kind];
  return writeLetter({
    language,
    from: name,
    subject: fill(news.held ? words.heldSubject : words[subject], { name, title }),
    paragraphs: [fill(words[line], { name: author, title }), ...quoteBeginning(news.text)],
    link: { label: words.openPost, url: desk },
    notes: [words.automatic],
    lastLink: { label: words.stopNotices, url: stop },
  });
}

interface Assignment extends InForum {
  /** The name of the colleague. */
  by: string;
  dialogs: readonly { id: number; title: string }[];
}

/** Several dialogs have no titles: some may be deleted before the mail is read. */
export function writeAssignment(
  { language, forum: name, by, dialogs: [dialog, ...others] }: Assignment,
  { queue, dialog: addressOf, stop }: Omit<SumLinks, 'isDaily'>,
): MailContent {
  const words = catalogueOf(language).mail;
  const one = others.length === 0 ? dialog : undefined;
  return writeLetter({
    language,
    from: name,
    subject: one
      ? fill(words.assignedSubject, { name, title: one.title })
      : fill(words.assignedSeveralSubject, { name }),
    paragraphs: one ? [fill(words.assigned, { by }), one.title] : [fill(words.assignedSeveral, { by })],
    link: one
      ? { label: words.openPost, url: addressOf(one.id) }
      : { label: words.openQueue, url: `${queue}?assignee=me` },
    notes: [words.automatic],
    lastLink: { label: words.stopNotices, url: stop },
  });
}

/** A daily message, or one that sums up an hour with too many. */
export function writeSum(
  { language, forum: name }: InForum,
  sum: Sum,
  { isDaily, queue, dialog, stop }: SumLinks,
): MailContent {
  const words = catalogueOf(language).mail;
  const counts: [string, number][] = [
    [words.newPosts, sum.posts],
    [words.newReports, sum.reports],
    ...(isDaily
      ? ([
          [words.openReports, sum.open_reports],
          [words.waitingLong, sum.waiting_long],
        ] as [string, number][])
      : []),
  ];
  return writeLetter({
    language,
    from: name,
    subject: fill(isDaily ? words.dailySubject : words.summarySubject, { name }),
    paragraphs: [
      ...(isDaily ? [] : [words.manyPosts]),
      ...counts.flatMap(([text, n]) => (n > 0 ? [fill(text, { n })] : [])),
    ],
    links: sum.dialogs.map(({ id, title }) => ({ label: title, url: dialog(id) })),
    link: { label: words.openQueue, url: queue },
    notes: [words.automatic],
    lastLink: { label: words.stopNotices, url: stop },
  });
}

interface SumLinks {
  isDaily: boolean;
  queue: string;
  dialog: (id: number) => string;
  stop: string;
}
