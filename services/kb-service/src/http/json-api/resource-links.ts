import type { PublicPage } from '../../model/public-address.ts';
import type { Mount } from './mount.ts';
import type { Resource } from './resource-graph.ts';
import type { ResourceType } from './resource-types.ts';

/** Names in paths, below the mount and the host. */
const COLLECTIONS = {
  guide: 'guides',
  knowledge_base_category: 'categories',
  tag: 'tags',
} as const satisfies Partial<Record<ResourceType, string>>;

export interface LinkOptions {
  /** Where the API is mounted, e.g. `/knowledge/v1`. */
  mountPath: string;
  host: string;
  publicAddress: (page: PublicPage) => string;
  /** The guide that a single-guide answer is about: the only guide that shows its public address. */
  soleGuide?: Resource | undefined;
}

/**
 * `links` of a resource: `self` relative to the service, `public` absolute where the contract has it.
 *
 * Parts are joined, not concatenated: V8 keeps a concatenation as a tree of its parts, and one such string anywhere
 * in a document makes `JSON.stringify` leave its fast path, which then takes twice the time for all of it.
 */
export function createResourceLinks({ mountPath, host, publicAddress, soleGuide }: LinkOptions) {
  const base = [mountPath, host].join('/');
  return (resource: Resource): Record<string, string> => {
    const { type, id } = resource;
    if (type === 'knowledge_base') return { self: base };
    const self = [base, COLLECTIONS[type], id].join('/');
    if (type === 'tag' || (type === 'guide' && resource !== soleGuide)) return { self };
    const slug = String(resource.attributes.slug);
    return { self, public: publicAddress({ host, kind: COLLECTIONS[type], slug, id }) };
  };
}

/** The path of a type's list, e.g. `/knowledge/v1/help.example.com/guides`. */
export function collectionPath(mount: Mount, host: string, type: ResourceType): string {
  const base = `${mount.path}/${host}`;
  return type === 'knowledge_base' ? base : `${base}/${COLLECTIONS[type]}`;
}
