import { aboutForum } from '../followers/about.ts';

/** A post, or a report of it. */
export interface NewsPlace {
  forum_id: number;
  dialog_id: number;
  /** Null for the dialog itself. */
  comment_id: number | null;
}

const MESSAGE = /\/(daily|summary|\d+)-to-(\d+)$/;

/** What mail to the staff of a forum is about, for its withdrawal. */
export const aboutNotices = (forumId: number): string => `${aboutForum(forumId)}/staff`;

export const aboutPlace = ({ forum_id, dialog_id, comment_id }: NewsPlace): string =>
  `${aboutNotices(forum_id)}/dialogs/${dialog_id}${comment_id === null ? '' : `/comments/${comment_id}`}`;

export const aboutNews = (place: NewsPlace, newsId: number, personId: number): string =>
  `${aboutPlace(place)}/${newsId}-to-${personId}`;

export const aboutSum = (forumId: number, isDaily: boolean, personId: number): string =>
  `${aboutNotices(forumId)}/${isDaily ? 'daily' : 'summary'}-to-${personId}`;

/** To whom withdrawn messages were: those with daily ones, and all others. */
export function recipientsOf(abouts: readonly string[]): { daily: number[]; atOnce: number[] } {
  const found = abouts.map((about) => {
    const [, kind, person] = MESSAGE.exec(about) ?? [];
    return { isDaily: kind === 'daily', person: Number(person) };
  });
  return {
    daily: found.filter(({ isDaily }) => isDaily).map(({ person }) => person),
    atOnce: found.filter(({ isDaily }) => !isDaily).map(({ person }) => person),
  };
}
