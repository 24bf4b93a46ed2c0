import type { TestContent } from './content.ts';

/** Part of all unpublished content; it must never reach a client. */
export const CANARY = 'canary-7f3a';

/**
 * One of everything: nested and empty categories, a category with only an unpublished guide, and tags likewise.
 */
export const EXAMPLE: TestContent = {
  host: 'help.example.com',
  name: 'Example Help',
  categories: [
    { id: 11, slug: 'start', position: 2 },
    { id: 12, slug: 'money', position: 1 },
    { id: 13, slug: 'invoices', parent: 12, position: 3 },
    { id: 14, slug: 'empty', position: 4 },
    { id: 15, slug: `drafts-${CANARY}`, position: 5 },
  ],
  tags: [
    { id: 21, slug: 'new', name: 'New' },
    { id: 22, slug: 'basics', name: 'basics' },
    { id: 23, slug: `hidden-${CANARY}` },
    { id: 24, slug: 'unused' },
  ],
  guides: [
    { id: 33, slug: 'refunds', title: 'Refunds', categories: [13], tags: [21] },
    { id: 31, slug: 'install', title: 'Install it', categories: [11], tags: [22, 21] },
    { id: 32, slug: 'apples', title: 'äpples', categories: [11, 13], tags: [22] },
    { id: 34, slug: '31', title: 'Zebra' },
    {
      id: 35,
      slug: `draft-${CANARY}`,
      title: CANARY,
      content: CANARY,
      published: false,
      categories: [11, 15],
      tags: [22, 23],
    },
  ],
};

/** Another tenant. */
export const OTHER: TestContent = {
  host: 'other.example.com:8443',
  categories: [{ id: 51, slug: 'start' }],
  tags: [{ id: 52, slug: 'basics' }],
  guides: [{ id: 53, slug: 'install', categories: [51], tags: [52] }],
};

export const DISABLED: TestContent = { host: 'disabled.example.com', access: 'disabled' };
export const KEYED: TestContent = { host: 'keyed.example.com', access: 'key' };
