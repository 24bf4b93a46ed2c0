import { hash, randomBytes } from 'node:crypto';
import { AppError } from '@guidepost/service-kit';
import { isSignatureOf, type ServiceName, sign } from './protocol.ts';

/** Lets a person who is signed in at one desk pass to the other one. */
export interface Ticket {
  from: ServiceName;
  to: ServiceName;
  /** The origin of the desk that the ticket is from. */
  desk: string;
  email: string;
  /** The name of the person; earlier releases do not tell it. */
  name?: string | undefined;
  /** The session at the desk that the ticket is from. */
  session: number;
  /** The knowledge base and the forum that belong together, between which the person passes. */
  host: string;
  slug: string;
}

/** A ticket as it was read. */
export interface ReadTicket extends Ticket {
  /** SHA-256 of the ticket, by which it is used once. */
  hash: Buffer;
  /** Milliseconds since the ticket was made. */
  age: number;
}

/** Milliseconds that a ticket is good for. */
const TICKET_LIFETIME = 30_000;

/** Milliseconds that the clock of the other machine may be ahead by. */
const AHEAD = 5_000;

const LONGEST_TICKET = 2_000;

/** Makes a ticket, which is good for 30 seconds. @returns text that is safe in forms */
export function signTicket(secret: string, ticket: Ticket, now = Date.now()): string {
  const claims = { ...ticket, at: now, nonce: randomBytes(16).toString('base64url') };
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${text}.${sign(secret, 'ticket', text)}`;
}

/**
 * Reads a ticket that was made with the same secret; whether it is for this service, in time and new is up to the
 * caller. @throws AppError `forbidden` for anything else
 */
export function readTicket(secret: string, ticket: string, now = Date.now()): ReadTicket {
  const [text = '', signature = '', ...more] = ticket.length > LONGEST_TICKET ? [] : ticket.split('.');
  if (more.length > 0 || !isSignatureOf(signature, { secret, purpose: 'ticket', text }))
    throw new AppError('forbidden', 'This ticket was not made with PAIR_SECRET.', { reason: 'passRefused' });
  const { at, nonce: _, ...claims } = JSON.parse(Buffer.from(text, 'base64url').toString());
  return { ...claims, hash: hash('sha256', ticket, 'buffer'), age: now - at };
}

export function isInTime({ age }: Pick<ReadTicket, 'age'>): boolean {
  return age <= TICKET_LIFETIME && age >= -AHEAD;
}
