import type { IncomingMessage } from 'node:http';
import type { Clients } from '@guidepost/http';

export interface Origin {
  /** IP address of the request. */
  sender: string;
  /** The address the sender claims to post for, else its own. Unverified. */
  claimed: string;
}

export function originOf(
  request: IncomingMessage,
  { addressOf, claimedAddressOf }: Pick<Clients, 'addressOf' | 'claimedAddressOf'>,
): Origin {
  return { sender: addressOf(request), claimed: claimedAddressOf(request) };
}
