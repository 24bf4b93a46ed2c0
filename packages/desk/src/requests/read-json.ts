import type { IncomingMessage } from 'node:http';
import { parseJson, readBody } from '@guidepost/http';

/** Reads a JSON body; undefined if there is none. @throws AppError as `readBody` and `parseJson` do */
export async function readJson(request: IncomingMessage, maximumBytes: number): Promise<unknown> {
  const body = await readBody(request, {
    accepts: (type) => type?.split(';')[0] === 'application/json',
    expected: 'application/json',
    maximumBytes,
  });
  return body && parseJson(body);
}
