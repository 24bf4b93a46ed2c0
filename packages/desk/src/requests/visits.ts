import type { IncomingHttpHeaders } from 'node:http';
import { parseQuery, rawQueryString } from '@guidepost/http';
import { type DeskPhrasing, LANGUAGES } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import { isLoopback } from '@guidepost/staff';
import type { Request, Response } from 'express';
import type { Visit } from './calls.ts';

/** Further codes that browsers ask for, and the languages that they get. */
const ALIASES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' };

const ACCEPTED = [...LANGUAGES, ...Object.keys(ALIASES)];

/** A request, in the language that the browser prefers of those that the desk speaks. */
export function visitOf<Words extends object>(
  request: Request,
  response: Response,
  phrasingOf: (language: string) => DeskPhrasing<Words>,
): Visit<Words> {
  const language = request.acceptsLanguages(ACCEPTED) || 'en';
  return {
    request,
    response,
    path: request.params as Record<string, string>,
    query: parseQuery(rawQueryString(request.url)),
    phrasing: phrasingOf(ALIASES[language] ?? language),
  };
}

/**
 * Refuses requests from other machines to a desk without TLS, whose cookies could be read on the way. A proxy that
 * terminates TLS passes on the public host name, which `DESK_URL` has to name.
 * @throws AppError `forbidden`
 */
export function requireOwnAddress({ host = '' }: IncomingHttpHeaders, deskUrl: string): void {
  const address = `http://${host}`;
  if (deskUrl.startsWith('https:') || (URL.canParse(address) && isLoopback(address))) return;
  throw new AppError('forbidden', 'Set DESK_URL to the https address at which people open the desk.', {
    reason: 'noSecureAddress',
  });
}
