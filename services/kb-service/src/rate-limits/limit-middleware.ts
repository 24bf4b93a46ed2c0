import { limitBySubject } from '@guidepost/access';
import type { RequestHandler } from 'express';
import type { Context } from '../context.ts';

type Limited = Pick<Context, 'rateLimits' | 'clients'>;

/** What stands before the handler of a read; nothing where reads are not limited. */
export function limitReads({ rateLimits, clients }: Limited): RequestHandler[] {
  return limitBySubject(rateLimits.reads, clients);
}

/** What stands before everything that a vote does, its body included; nothing where votes are not limited. */
export function limitVotes({ rateLimits, clients }: Limited): RequestHandler[] {
  return limitBySubject(rateLimits.votes, clients);
}
