import type { OpenApiDocument } from '../../document.ts';
import { listOperations } from '../document-mistakes.ts';
import type { FuzzedRequest } from './area.ts';

export interface Place {
  method: string;
  path: string;
}

/** Finds a request's operation; HEAD uses that of GET. */
export function createFindPlace(document: OpenApiDocument): (request: FuzzedRequest) => Place | undefined {
  return findAmong(listOperations(document));
}

/** @param all methods in lower case, paths with names in braces */
export function findAmong(all: readonly Place[]): (request: FuzzedRequest) => Place | undefined {
  const places = all
    .map(({ method, path }) => ({ method, path, pattern: patternOf(path) }))
    // Literal paths precede templates.
    .toSorted((one, other) => fixedLength(other.path) - fixedLength(one.path));
  return ({ method, target }) => {
    const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
    const [path = ''] = target.split('?');
    return places.find((place) => place.method === wanted && place.pattern.test(path));
  };
}

/** Allows a trailing slash, and an empty name before a file extension. */
function patternOf(path: string): RegExp {
  const [first = '', ...others] = path
    .split(/\{\w+\}/)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const rest = others.map((text) => (text.startsWith('\\.') ? `[^/]*${text}` : `[^/]+${text}`));
  return new RegExp(`^${first}${rest.join('')}/?$`);
}

function fixedLength(path: string): number {
  return path.replaceAll(/\{\w+\}/g, '').length;
}
