import type { Visitor } from '@guidepost/staff/sign-in';
import type { Visit } from '../requests/calls.ts';
import type { SignInOptions } from './sign-in-options.ts';

export function visitorOf(
  { request }: Pick<Visit, 'request'>,
  { clients, sessions }: Pick<SignInOptions, 'clients' | 'sessions'>,
): Visitor {
  return {
    sender: clients.addressOf(request),
    userAgent: request.headers['user-agent'],
    token: sessions.secretOf(request),
  };
}
