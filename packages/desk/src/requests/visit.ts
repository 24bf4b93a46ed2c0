import { parseQuery, rawQueryString } from '@guidepost/http';
import { type DeskPhrasing, LANGUAGES } from '@guidepost/i18n';
import type { Request, Response } from 'express';
import type { Visit } from './calls.ts';

/** What browsers may ask for beside the languages of the desk, and what they get. */
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
