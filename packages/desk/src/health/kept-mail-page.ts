import { fill } from '@guidepost/i18n';
import type { DeskCall, DeskPage } from '../requests/calls.ts';

/** Mail that lies in a folder of this machine, while developing. */
export interface DeskKeptMail {
  folder: string;
  /** The newest messages of a tenant. */
  list(tenantId: number): Promise<readonly KeptMessage[]>;
}

interface KeptMessage {
  to: string;
  subject: string;
  text: string;
  date: Date;
}

/** A piece of a text: an address leads to itself. */
interface Piece {
  text: string;
  address?: string;
}

/**
 * The page of mail that is kept on this machine, for owners, where there is any to be shown. It shows texts only, never
 * their HTML, and reads no name from a request.
 */
export function keptMailPages<Call extends DeskCall>(
  kept: DeskKeptMail | undefined,
): Record<string, DeskPage<Call>> {
  if (!kept) return {};
  return {
    '/health/mail': {
      roles: ['owner'],
      async read({ tenant, phrasing: { words } }) {
        const messages = await kept.list(tenant.id);
        return {
          template: '@kept-mail',
          title: words.keptMail,
          section: 'health',
          content: {
            hint: fill(words.keptMailHint, { folder: kept.folder }),
            messages: messages.map(({ text, ...message }) => ({ ...message, pieces: piecesOf(text) })),
          },
        };
      },
    },
  };
}

const ADDRESS = /https?:\/\/[^\s<>"]+/g;
const CLOSING = new Set('.,;:!?)]');

/** Cuts a text at its web addresses. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found);
    pieces.push({ text: text.slice(from, index) }, { text: address, address });
    from = index + address.length;
  }
  return [...pieces, { text: text.slice(from) }];
}

/** Signs at the end belong to the sentence. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  while (CLOSING.has(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}
