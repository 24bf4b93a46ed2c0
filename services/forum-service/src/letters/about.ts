/** A dialog, or one of its comments. */
export interface PostPlace {
  dialog_id: number;
  /** Null for the dialog itself. */
  comment_id: number | null;
}

const pathOf = ({ dialog_id, comment_id }: PostPlace): string =>
  `dialogs/${dialog_id}${comment_id === null ? '' : `/comments/${comment_id}`}`;

/** What messages are about, for their withdrawal. */
export const aboutForum = (forumId: number): string => `forums/${forumId}`;

/** All mail to followers. */
export const aboutAnswers = (forumId: number): string => `${aboutForum(forumId)}/dialogs`;

/** Mail to followers. */
export const aboutAnswer = (forumId: number, place: PostPlace): string =>
  `${aboutForum(forumId)}/${pathOf(place)}`;

/** All mail to the staff of a forum; apart from other mail, since people who follow turn it off by itself. */
export const aboutNotices = (forumId: number): string => `${aboutForum(forumId)}/staff`;

/** Mail to staff. */
export const aboutNews = (forumId: number, place: PostPlace): string =>
  `${aboutNotices(forumId)}/${pathOf(place)}`;

/** All mail about a post. */
export const aboutPost = (forumId: number, place: PostPlace): string[] => [
  aboutAnswer(forumId, place),
  aboutNews(forumId, place),
];
