import type { Response } from 'supertest';

export function idsOf({ body }: Pick<Response, 'body'>): number[] {
  return (body as { id: number }[]).map(({ id }) => id);
}
