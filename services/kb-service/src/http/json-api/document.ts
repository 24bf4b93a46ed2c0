import type { DocumentShape } from './mount.ts';
import type { PageLinks } from './page-links.ts';
import type { Resource, ResourceGraph } from './resource-graph.ts';
import { RESOURCE_TYPES } from './resource-types.ts';

export interface DocumentParts {
  /** JSON of the resource objects. */
  primary: readonly string[];
  list: boolean;
  /** Undefined unless the request has `include`; present even if empty then (JSON:API 1.1, Inclusion). */
  included: readonly string[] | undefined;
  pageLinks?: PageLinks;
  meta?: Record<string, unknown>;
}

/**
 * A document as chunks of JSON: primary data, inclusions, then members of lists. {@link documentEnd} adds `meta` of
 * single resources.
 */
export function* documentPieces(
  { primary, list, included, pageLinks }: DocumentParts,
  shape: DocumentShape,
): Generator<string> {
  yield `{"jsonapi":{"version":"${shape.version}"},"data":${list ? '[' : ''}`;
  yield* separated(primary, ['', '']);
  if (list) yield ']';
  if (included) {
    yield ',"included":[';
    yield* separated(included, shape.wrapping);
    yield ']';
  }
  if (pageLinks) yield `,"links":${JSON.stringify(availableLinks(pageLinks))}`;
}

export function documentEnd(meta: DocumentParts['meta']): string {
  return meta ? `,"meta":${JSON.stringify(meta)}}` : '}';
}

/** Texts stay as they are: each piece that was joined to another would have to be copied once more. */
function* separated(texts: readonly string[], [before, after]: DocumentShape['wrapping']): Generator<string> {
  let separator = before;
  for (const text of texts) {
    yield separator;
    yield text;
    separator = `${after},${before}`;
  }
  if (texts.length > 0) yield after;
}

/** Omits links that are null, because versions of JSON:API disagree about them. */
export function availableLinks(links: PageLinks): Partial<PageLinks> {
  return Object.fromEntries(Object.entries(links).filter(([, link]) => link !== null));
}

/** Breadth first: linkage of the primary data, then linkage of its targets. */
export function includedResources({ primary, find }: ResourceGraph): Resource[] {
  const met = new Set(primary);
  for (const resource of met) {
    if (resource.relationships.size === 0) continue;
    for (const [name, { type }] of Object.entries(RESOURCE_TYPES[resource.type].relationships)) {
      for (const id of linkedIds(resource, name)) {
        const target = find({ type, id });
        if (target) met.add(target);
      }
    }
  }
  return [...met].slice(primary.length);
}

function linkedIds({ relationships }: Resource, name: string): number[] {
  const linkage = relationships.get(name) ?? [];
  return Array.isArray(linkage) ? linkage : [linkage];
}
