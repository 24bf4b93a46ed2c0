/** The events that webhooks can get. */
export const EVENT_TYPES = ['guide.published', 'guide.updated', 'guide.unpublished', 'guide.voted'] as const;
