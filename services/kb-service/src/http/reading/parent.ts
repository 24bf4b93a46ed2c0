import { parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Mount } from '../json-api/mount.ts';
import { collectionPath } from '../json-api/resource-links.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { Call } from './endpoint.ts';

/** The resource that a related address begins with, such as the guide of `/guides/:id/tags`. */
export interface Parent {
  type: Exclude<ResourceType, 'knowledge_base'>;
  /** Null for what stands in the path and can be no id: nothing has that. */
  id: number | null;
  relationship: string;
}

/** The parent of the resources that a request asks for. */
export function parentOf(call: Call, parent: Pick<Parent, 'type' | 'relationship'>): Parent {
  return { ...parent, id: parseId(call.path.id) ?? null };
}

/** Where a relationship is read, e.g. `/knowledge/v1/help.example.com/guides/31/tags`. */
export function relatedPath(mount: Mount, host: string, { type, id, relationship }: Parent): string {
  return [collectionPath(mount, host, type), id, relationship].join('/');
}

/** For a resource that is not there, or not for clients. */
export function noSuch(type: ResourceType): AppError {
  return new AppError('not-found', `There is no such ${type.replaceAll('_', ' ')}.`);
}
