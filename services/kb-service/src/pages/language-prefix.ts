import type { IncomingMessage } from 'node:http';
import type { TenantDirectory } from '@guidepost/postgres';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import { createFindSite } from './site.ts';

/** `/site/:host` or nothing, a language tag in lower case, and the rest of the path with its query. */
const PREFIXED = /^(\/site\/([^/?]+))?\/([a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3})(?=[/?]|$)/;

/** Requests whose path begins with a language, which their URL has no more. */
const prefixes = new WeakMap<object, string>();

/** The language that the path of a request begins with, in lower case; undefined for the main one. */
export function languageOf(request: object): string | undefined {
  return prefixes.get(request);
}

/**
 * Finds pages of further languages below a folder, such as `/de/guides/akku`, by the routes of the main one. Paths that
 * begin with anything else are left alone.
 */
export function createReadPrefix(knowledgeBases: TenantDirectory<KnowledgeBase>) {
  const findSite = createFindSite(knowledgeBases);
  return async (
    request: IncomingMessage & { url: string },
    _response: unknown,
    next: () => void,
  ): Promise<void> => {
    const [prefix, before = '', host, language] = PREFIXED.exec(request.url) ?? [];
    if (prefix !== undefined && language !== undefined) {
      const site = await findSite({ host, hostHeader: request.headers.host });
      const [, ...others] = site?.knowledgeBase.languages ?? [];
      if (others.some((other) => other.language.toLowerCase() === language)) {
        prefixes.set(request, language);
        request.url = before + rooted(request.url.slice(prefix.length), before);
      }
    }
    next();
  };
}

function rooted(rest: string, before: string): string {
  return rest.startsWith('/') || before !== '' ? rest : `/${rest}`;
}
