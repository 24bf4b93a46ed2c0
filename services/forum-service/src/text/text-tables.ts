/** What has a text, its HTML and the version of what rendered it. */
export const TEXT_TABLES = ['dialogs', 'comments'] as const;
