import { LRUCache } from 'lru-cache';
import type { Resource } from './resource-graph.ts';
import { RESOURCE_TYPES, type ResourceType } from './resource-types.ts';

/** The JSON of resource objects, kept in memory until something that they show changes. */
export interface ResourceTexts {
  /**
   * The text if it was made of the same attributes and linkage.
   * @param scope everything else that the text depends on
   */
  find(scope: string, resource: Resource): string | undefined;
  keep(scope: string, resource: Resource, text: string): void;
  /** Whether the content of lists is likely to be in memory: it was for the previous list. */
  expectsContent(scope: string): boolean;
  noteContent(scope: string, isKnown: boolean): void;
}

interface KeptText {
  facts: readonly unknown[];
  links: Resource['relationships'];
  text: string;
}

const MOST_BYTES = 32_000_000;

/** Bytes of an entry besides its text. */
const OVERHEAD = 600;

const MOST_SCOPES = 1_000;

/** The attributes that texts are compared by. The digest stands for content, which need not be read then. */
const FACTS = Object.fromEntries(
  Object.entries(RESOURCE_TYPES).map(([type, { attributes }]) => [
    type,
    attributes.map((name) => (name === 'content_html' ? 'content_digest' : name)),
  ]),
) as Record<ResourceType, string[]>;

export function createResourceTexts(): ResourceTexts {
  const kept = new LRUCache<string, KeptText>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ text }, key) => memoryOf(text) + key.length + OVERHEAD,
  });
  const scopes = new LRUCache<string, boolean>({ max: MOST_SCOPES });
  return {
    find(scope, resource) {
      const found = kept.get(keyOf(scope, resource));
      return found && isMadeOf(found, resource) ? found.text : undefined;
    },
    keep(scope, resource, text) {
      const { type, attributes, relationships } = resource;
      const facts = FACTS[type].map((name) => attributes[name]);
      kept.set(keyOf(scope, resource), { facts, links: relationships, text });
    },
    expectsContent: (scope) => scopes.get(scope) ?? false,
    noteContent: (scope, isKnown) => void scopes.set(scope, isKnown),
  };
}

function keyOf(scope: string, { type, id, relationships }: Resource): string {
  const linked = relationships.size === 0 ? '' : [...relationships.keys()].join();
  return `${type} ${id} ${linked} ${scope}`;
}

function isMadeOf({ facts, links }: KeptText, { type, attributes, relationships }: Resource): boolean {
  if (links.size !== relationships.size) return false;
  for (const [index, name] of FACTS[type].entries()) {
    if (facts[index] !== attributes[name]) return false;
  }
  for (const [name, linkage] of relationships) {
    if (!isSameLinkage(links.get(name), linkage)) return false;
  }
  return true;
}

type Linked = number[] | number | null | undefined;

function isSameLinkage(one: Linked, other: Linked): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

/** V8 uses one byte per character where it can, else two. */
function memoryOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
}
