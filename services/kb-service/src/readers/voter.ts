import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { addressBlock, type Clients } from '@guidepost/http';
import type { Secret } from '@guidepost/postgres';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

/** Hashes of the sender, keyed with the secret and different in each knowledge base. */
export interface Voter {
  /** The hash of the address and the user agent. */
  voter: Buffer;
  /** The hash of the address alone, which may have a few voters. */
  address: Buffer;
}

export interface VotingRequest {
  knowledgeBase: Pick<KnowledgeBase, 'main_id'>;
  request: IncomingMessage;
  /** Whether the request has a valid access key and may name the address of a visitor. */
  keyed: boolean;
}

export type IdentifyVoter = (voting: VotingRequest) => Promise<Voter>;

/** The voter is the visitor that a request with an access key names, otherwise the sender. */
export function createIdentifyVoter(
  secret: Secret,
  clients: Pick<Clients, 'addressOf' | 'claimedAddressOf'>,
): IdentifyVoter {
  return async ({ knowledgeBase, request, keyed }) => {
    const addressOf = keyed ? clients.claimedAddressOf : clients.addressOf;
    const block = addressBlock(addressOf(request));
    const key = await secret();
    // JSON keeps the parts apart.
    const hash = (...parts: string[]) =>
      createHmac('sha256', key)
        .update(JSON.stringify([knowledgeBase.main_id, ...parts]))
        .digest();
    return { voter: hash('voter', block, userAgent(request)), address: hash('address', block) };
  };
}

function userAgent({ headers }: IncomingMessage): string {
  return headers['user-agent'] ?? '';
}
