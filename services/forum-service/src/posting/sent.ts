/** What people send with a form; the page that they are led to thanks them for it. */
export const SENT = ['dialog', 'comment', 'vote', 'report'] as const;
export type Sent = (typeof SENT)[number];

/** The address of a page where it thanks for what was sent. */
export function thankingFor(sent: Sent, page: string): string {
  return `${page}?posted=${sent}`;
}
