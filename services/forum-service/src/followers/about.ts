/** What messages are about, for their withdrawal. */
export const aboutForum = (forumId: number): string => `forums/${forumId}`;

export const aboutAnswers = (forumId: number): string => `${aboutForum(forumId)}/dialogs`;

export const aboutDialog = (forumId: number, dialogId: number): string =>
  `${aboutAnswers(forumId)}/${dialogId}`;

export const aboutComment = (forumId: number, { dialog_id, id }: { dialog_id: number; id: number }): string =>
  `${aboutDialog(forumId, dialog_id)}/comments/${id}`;
