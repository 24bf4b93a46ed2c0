import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendRepresentation } from '@guidepost/http';
import { leadTo } from '@guidepost/pages';
import type { TenantDirectory } from '@guidepost/postgres';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import { createFindSite } from './site.ts';

/** `/site/:host` or nothing, a language tag, and the rest of the path with its query. */
const PREFIXED = /^(\/site\/([^/?]+))?\/([a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3})(?=[/?]|$)/i;

/** Requests whose path begins with a language, which their URL has no more. */
const prefixes = new WeakMap<object, string>();

/** The language that the path of a request begins with, in lower case; undefined for the main one. */
export function languageOf(request: object): string | undefined {
  return prefixes.get(request);
}

/**
 * Finds pages of further languages below a folder, such as `/de/guides/akku`, by the routes of the main one. `/DE`
 * leads there, and the folder of the main language, which has none, to the page itself. Other paths are left alone.
 */
export function createReadPrefix(knowledgeBases: TenantDirectory<KnowledgeBase>) {
  const findSite = createFindSite(knowledgeBases);
  return async (
    request: IncomingMessage & { url: string },
    response: ServerResponse,
    next: () => void,
  ): Promise<void> => {
    const [prefix, before = '', host, written] = PREFIXED.exec(request.url) ?? [];
    if (prefix !== undefined && written !== undefined) {
      const language = written.toLowerCase();
      const site = await findSite({ host, hostHeader: request.headers.host });
      const languages = site?.knowledgeBase.languages ?? [];
      const place = languages.findIndex((other) => other.language.toLowerCase() === language);
      const rest = request.url.slice(prefix.length);
      const inMain = before + rooted(rest, before);
      if (place > 0 && written === language) {
        prefixes.set(request, language);
        request.url = inMain;
      } else if (place === 0 && languages.length > 1) {
        return sendRepresentation(request, response, leadTo(301, inMain));
      } else if (place > 0) {
        return sendRepresentation(request, response, leadTo(301, `${before}/${language}${rest}`));
      }
    }
    next();
  };
}

function rooted(rest: string, before: string): string {
  return rest.startsWith('/') || before !== '' ? rest : `/${rest}`;
}
