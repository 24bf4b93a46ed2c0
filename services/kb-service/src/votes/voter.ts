import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { addressBlock, type Clients } from '@guidepost/http';
import type { Secret } from '@guidepost/postgres';

/** Who votes, as hashes that are worth nothing without the secret; other in each knowledge base. */
export interface Voter {
  /** Of address and user agent. */
  voter: Buffer;
  /** Of the address alone, of which a few voters are believed. */
  address: Buffer;
}

/** A request with a vote. */
export interface VotingRequest {
  knowledgeBase: { id: number };
  request: IncomingMessage;
  /** Whether it carries a valid access key, so that it is believed whom it speaks for. */
  keyed: boolean;
}

export type IdentifyVoter = (voting: VotingRequest) => Promise<Voter>;

/** A request with a valid access key is believed for which visitor it speaks; any other speaks for its sender. */
export function createIdentifyVoter(
  secret: Secret,
  clients: Pick<Clients, 'addressOf' | 'claimedAddressOf'>,
): IdentifyVoter {
  return async ({ knowledgeBase, request, keyed }) => {
    const addressOf = keyed ? clients.claimedAddressOf : clients.addressOf;
    const block = addressBlock(addressOf(request));
    const key = await secret();
    // As JSON, so that no address and user agent read like two others.
    const hash = (...parts: string[]) =>
      createHmac('sha256', key)
        .update(JSON.stringify([knowledgeBase.id, ...parts]))
        .digest();
    return { voter: hash('voter', block, userAgent(request)), address: hash('address', block) };
  };
}

function userAgent({ headers }: IncomingMessage): string {
  return headers['user-agent'] ?? '';
}
