import type { IncomingMessage } from 'node:http';
import type { Clients } from '@guidepost/http';

/** Where a post comes from. */
export interface Origin {
  /** The address of whoever sent the request to us. */
  sender: string;
  /** The address that they say they send it for, else theirs. Anyone can say anything. */
  claimed: string;
}

export function originOf(
  request: IncomingMessage,
  { addressOf, claimedAddressOf }: Pick<Clients, 'addressOf' | 'claimedAddressOf'>,
): Origin {
  return { sender: addressOf(request), claimed: claimedAddressOf(request) };
}
