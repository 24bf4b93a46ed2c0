import { readIfMatch } from '@guidepost/http';
import { parseId } from '@guidepost/service-kit';
import type { Precondition } from '../../model/precondition.ts';
import { collectionPath } from '../json-api/resource-links.ts';
import type { Answer, WriteCall } from '../reading/endpoint.ts';
import { noSuchResource } from '../reading/parent.ts';
import { type OneResource, readOne } from '../reading/read-resource.ts';
import type { Reader } from '../reading/reader.ts';
import { expecting } from '../reading/revisions.ts';

/** The resource of a request's path, and the revisions of it that its client knows. */
export interface Target {
  id: number;
  isExpected: Precondition | undefined;
}

/** @throws AppError `not-found` for what cannot be an ID */
export function targetOf({ path, request }: WriteCall, type: OneResource['type'] | 'address'): Target {
  const id = parseId(path.id);
  if (!id) throw noSuchResource(type);
  const tags = readIfMatch(request.headers['if-match']);
  return { id, isExpected: tags && expecting(tags) };
}

/** The document of a resource that was changed. */
export async function showChanged(reader: Reader, call: WriteCall, one: OneResource): Promise<Answer> {
  const answer = await readOne(reader, call, one);
  if ('movedTo' in answer) throw noSuchResource(one.type);
  return answer;
}

/** The same with the address of a resource that was created. */
export async function showCreated(
  reader: Reader,
  call: WriteCall,
  { id, ...one }: OneResource & { id: number },
): Promise<Answer> {
  const answer = await showChanged(reader, call, one);
  const path = collectionPath(reader.mount, call.knowledgeBase.main_host, one.type);
  return { ...answer, status: 201, headers: { ...answer.headers, Location: `${path}/${id}` } };
}
