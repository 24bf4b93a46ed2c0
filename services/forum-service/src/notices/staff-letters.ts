import { catalogueOf, fill } from '@guidepost/i18n';
import { type MailContent, writeLetter } from '@guidepost/mail';
import { quoteBeginning } from '../letters/quote.ts';

interface InForum {
  language: string;
  /** The name of the forum. */
  forum: string;
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

/** Quotes texts as typed: staff see where a link leads, which may be why a post is held. */
export function writeNews(
  news: News,
  { isReport, desk, stop }: { isReport: boolean; desk: string; stop: string },
): MailContent {
  const { language, forum: name, title, author_name: author } = news;
  const words = catalogueOf(language).mail;
  const subject = news.held ? words.heldSubject : words.postSubject;
  return writeLetter({
    language,
    subject: fill(isReport ? words.reportSubject : subject, { name, title }),
    paragraphs: [
      fill(isReport ? words.reported : words.wrote, { name: author }),
      ...quoteBeginning(news.text),
    ],
    link: { label: words.openPost, url: desk },
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
