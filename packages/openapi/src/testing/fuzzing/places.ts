import type { OpenApiDocument } from '../../document.ts';
import { listOperations } from '../document-mistakes.ts';
import type { FuzzedRequest } from './request.ts';

/** Where the document describes something. */
export interface Place {
  method: string;
  /** As the document writes it. */
  path: string;
}

/** Finds the operation that a request is for, if the document has one; HEAD is for what GET is for. */
export function createFindPlace(document: OpenApiDocument): (request: FuzzedRequest) => Place | undefined {
  const places = listOperations(document)
    .map(({ method, path }) => ({ method, path, pattern: patternOf(path) }))
    // What is written out comes before what stands open.
    .toSorted((one, other) => fixedLength(other.path) - fixedLength(one.path));
  return ({ method, target }) => {
    const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
    const [path = ''] = target.split('?');
    return places.find((place) => place.method === wanted && place.pattern.test(path));
  };
}

/** One slash at the end is tolerated; before an ending, nothing is a name, too. */
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
