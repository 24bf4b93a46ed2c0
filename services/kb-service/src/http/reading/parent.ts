import { AppError, parseId } from '@guidepost/service-kit';
import type { Mount } from '../json-api/mount.ts';
import { collectionPath } from '../json-api/resource-links.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { Call } from './endpoint.ts';

/** The resource before a relationship, such as the guide in `/guides/:id/tags`. */
export interface Parent {
  type: Exclude<ResourceType, 'knowledge_base'>;
  /** Null if the path has no valid ID. */
  id: number | null;
  relationship: string;
}

export function parentOf(call: Call, parent: Pick<Parent, 'type' | 'relationship'>): Parent {
  return { ...parent, id: parseId(call.path.id) ?? null };
}

/** `/knowledge/v1/help.example.com/guides/31/tags` */
export function relatedPath(mount: Mount, host: string, { type, id, relationship }: Parent): string {
  return [collectionPath(mount, host, type), id, relationship].join('/');
}

export function noSuchResource(type: ResourceType | 'address' | 'translation'): AppError {
  return new AppError('not-found', `There is no such ${type.replaceAll('_', ' ')}.`);
}
