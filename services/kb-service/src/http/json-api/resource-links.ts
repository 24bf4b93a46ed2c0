import type { PublicPage } from '../../model/public-address.ts';
import type { Mount } from './mount.ts';
import type { Resource } from './resource-graph.ts';
import type { ResourceType } from './resource-types.ts';

const COLLECTIONS = {
  guide: 'guides',
  knowledge_base_category: 'categories',
  tag: 'tags',
} as const satisfies Partial<Record<ResourceType, string>>;

export interface LinkOptions {
  mountPath: string;
  host: string;
  publicAddress: (page: PublicPage) => string;
  /** The guide of a single-guide answer, the only one with a `public` link. */
  soleGuide?: Resource | undefined;
}

/**
 * The `links` of resources: `self` is relative, `public` is absolute where the contract has it. `join` avoids
 * ropes, any of which doubles the time of `JSON.stringify` for the whole document.
 */
export function createResourceLinks({ mountPath, host, publicAddress, soleGuide }: LinkOptions) {
  const base = [mountPath, host].join('/');
  return (resource: Resource): Record<string, string> => {
    const { type, id } = resource;
    if (type === 'knowledge_base') return { self: base };
    const self = [base, COLLECTIONS[type], id].join('/');
    if (type === 'tag' || (type === 'guide' && resource !== soleGuide)) return { self };
    const { slug: own, public_slug = own } = resource.attributes;
    const slug = String(public_slug);
    return { self, public: publicAddress({ host, kind: COLLECTIONS[type], slug, id }) };
  };
}

/** `/knowledge/v1/help.example.com/guides` */
export function collectionPath(mount: Mount, host: string, type: ResourceType): string {
  const base = `${mount.path}/${host}`;
  return type === 'knowledge_base' ? base : `${base}/${COLLECTIONS[type]}`;
}
