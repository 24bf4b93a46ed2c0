import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { addressBlock, type Clients } from '@guidepost/http';
import type { Secret } from '@guidepost/postgres';
import type { PostCall } from '../http/reading/routes.ts';

/** Who votes, as hashes that are worth nothing without the secret; other in each knowledge base. */
export interface Voter {
  /** Of address and user agent. */
  voter: Buffer;
  /** Of the address alone, of which a few voters are believed. */
  address: Buffer;
}

export type IdentifyVoter = (call: Pick<PostCall, 'knowledgeBase' | 'request' | 'keyed'>) => Promise<Voter>;

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
