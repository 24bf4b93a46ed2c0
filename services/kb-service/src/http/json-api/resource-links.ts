import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import type { PublicPage } from '../../model/public-address.ts';
import type { Mount } from './mount.ts';
import type { Resource } from './resource-graph.ts';
import type { ResourceType } from './resource-types.ts';
import type { ResourceLinks } from './serialize-resource.ts';

const COLLECTIONS = {
  guide: 'guides',
  knowledge_base_category: 'categories',
  tag: 'tags',
} as const satisfies Partial<Record<ResourceType, string>>;

export interface LinkOptions {
  mountPath: string;
  knowledgeBase: Pick<KnowledgeBase, 'host' | 'main_host'>;
  /** The language that the request names, which links keep. */
  language?: string | undefined;
  publicAddress: (page: PublicPage) => string;
  /** The guide of a single-guide answer, the only one with a `public` link. */
  soleGuide?: Resource | undefined;
}

/**
 * The `links` of resources: `self` is relative, `public` is absolute where the contract has it. `join` avoids
 * ropes, any of which doubles the time of `JSON.stringify` for the whole document.
 */
export function createResourceLinks(options: LinkOptions): ResourceLinks {
  const { mountPath, knowledgeBase, language, publicAddress, soleGuide } = options;
  const { main_host: host } = knowledgeBase;
  const base = [mountPath, host].join('/');
  const query = language === undefined ? '' : `?language=${language}`;
  return (resource: Resource): Record<string, string> => {
    const { type, id } = resource;
    if (type === 'knowledge_base') return { self: base + query };
    const self = [base, COLLECTIONS[type], [id, query].join('')].join('/');
    if (type === 'tag' || (type === 'guide' && resource !== soleGuide)) return { self };
    const { slug: own, public_slug = own } = resource.attributes;
    const slug = String(public_slug);
    return { self, public: publicAddress({ host: knowledgeBase.host, kind: COLLECTIONS[type], slug, id }) };
  };
}

/** `/knowledge/v1/help.example.com/guides` */
export function collectionPath(mount: Mount, host: string, type: ResourceType): string {
  const base = `${mount.path}/${host}`;
  return type === 'knowledge_base' ? base : `${base}/${COLLECTIONS[type]}`;
}
