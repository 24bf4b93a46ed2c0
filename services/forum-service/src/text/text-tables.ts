/** Tables with a text, its HTML and a renderer version. */
export const TEXT_TABLES = ['dialogs', 'comments'] as const;
