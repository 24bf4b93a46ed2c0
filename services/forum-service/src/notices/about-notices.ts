import { aboutNews, aboutNotices, type PostPlace } from '../letters/about.ts';

const MESSAGE = /\/(daily|summary|\d+)-to-(\d+)$/;

export const aboutNewsTo = (
  forumId: number,
  place: PostPlace,
  { newsId, personId }: { newsId: number; personId: number },
): string => `${aboutNews(forumId, place)}/${newsId}-to-${personId}`;

export const aboutSum = (forumId: number, isDaily: boolean, personId: number): string =>
  `${aboutNotices(forumId)}/${isDaily ? 'daily' : 'summary'}-to-${personId}`;

/** To whom a message was, by what it was about. */
export function recipientOf(about: string): { isDaily: boolean; personId: number } {
  const [, kind, person] = MESSAGE.exec(about) ?? [];
  return { isDaily: kind === 'daily', personId: Number(person) };
}
