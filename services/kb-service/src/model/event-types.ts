/** What webhooks can be told of. */
export const EVENT_TYPES = ['guide.published', 'guide.updated', 'guide.unpublished', 'guide.voted'] as const;
