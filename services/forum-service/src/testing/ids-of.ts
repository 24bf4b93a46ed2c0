import type { Response } from 'supertest';

/** The ids of a list in JSON, in its order. */
export function idsOf({ body }: Pick<Response, 'body'>): number[] {
  return (body as { id: number }[]).map(({ id }) => id);
}
