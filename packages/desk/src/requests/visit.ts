import { parseQuery, rawQueryString } from '@guidepost/http';
import { DESK_LANGUAGES, type DeskPhrasing } from '@guidepost/i18n';
import type { Request, Response } from 'express';
import type { Visit } from './calls.ts';

/** What browsers may ask for beside the languages of the desk, and what they get. */
const ALIASES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' };

const ACCEPTED = [...DESK_LANGUAGES, ...Object.keys(ALIASES)];

/** A request, in the language that the browser prefers of those that the desk speaks. */
export async function visitOf<Words extends object>(
  request: Request,
  response: Response,
  phrasingOf: (language: string) => Promise<DeskPhrasing<Words>>,
): Promise<Visit<Words>> {
  const language = request.acceptsLanguages(ACCEPTED) || 'en';
  return {
    request,
    response,
    path: request.params as Record<string, string>,
    query: parseQuery(rawQueryString(request.url)),
    phrasing: await phrasingOf(ALIASES[language] ?? language),
  };
}
