/** The events that webhooks can get. */
export const EVENT_TYPES = [
  'dialog.created',
  'dialog.updated',
  'dialog.archived',
  'dialog.merged',
  'dialog.deleted',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'report.created',
] as const;
