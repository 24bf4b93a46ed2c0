import type { Visit } from '../requests/calls.ts';

const PATH_OF_DESK = /^\/desk(?:\/[\w.:%-]+)*(?:\?[\w.~:%&=+-]*)?$/;

/** A path of the desk; the beginning in place of anything else that a link could name. */
export function pathOfDesk(path: string | undefined): string {
  return path !== undefined && PATH_OF_DESK.test(path) ? path : '/desk';
}

/** Where someone wanted to go who had to sign in first. */
export function nextAddress({ query }: Pick<Visit, 'query'>): string {
  return pathOfDesk(query.first('next'));
}
