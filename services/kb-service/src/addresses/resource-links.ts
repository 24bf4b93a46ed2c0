import type { Resource } from '../json-api/resource-graph.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { PublicPage } from './public-address.ts';

/** Names in paths, below the mount and the host. */
export const COLLECTIONS = {
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

/** `links` of a resource: `self` relative to the service, `public` absolute where the contract has it. */
export function createResourceLinks({ mountPath, host, publicAddress, soleGuide }: LinkOptions) {
  const base = `${mountPath}/${host}`;
  return (resource: Resource): Record<string, string> => {
    const { type, id } = resource;
    if (type === 'knowledge_base') return { self: base };
    const self = `${base}/${COLLECTIONS[type]}/${id}`;
    if (type === 'tag' || (type === 'guide' && resource !== soleGuide)) return { self };
    const slug = String(resource.attributes.slug);
    return { self, public: publicAddress({ host, kind: COLLECTIONS[type], slug, id }) };
  };
}
