import { LRUCache } from 'lru-cache';
import type { Resource } from './resource-graph.ts';
import { RESOURCE_TYPE_NAMES, RESOURCE_TYPES, type ResourceType } from './resource-types.ts';

/** Documents of the same kind: everything that their texts depend on besides the resources. */
export interface TextScope {
  /** A short name for keys. */
  readonly number: number;
  /** Whether the content of the previous list was in memory, so that of the next probably is. */
  expectsContent: boolean;
}

/** The JSON of resource objects, kept in memory until something that they show changes. */
export interface ResourceTexts {
  scope(name: string): TextScope;
  /** The text if it was made of the same attributes and linkage. */
  find(scope: TextScope, resource: Resource): string | undefined;
  keep(scope: TextScope, resource: Resource, text: string): void;
}

interface KeptText {
  facts: readonly unknown[];
  links: Resource['relationships'];
  text: string;
}

const MOST_TEXT_BYTES = 32_000_000;

/** Bytes of an entry besides its text. */
const OVERHEAD = 600;

const MOST_SCOPES = 1_000;

/** The languages of a guide in its `meta`. */
const LANGUAGE_FACTS = ['shown_from', 'published_in'];

/** The attributes that texts are compared by. The digest stands for content, which need not be read then. */
const FACTS = Object.fromEntries(
  Object.entries(RESOURCE_TYPES).map(([type, { attributes }]) => [
    type,
    [...attributes.map((name) => (name === 'content_html' ? 'content_digest' : name)), ...LANGUAGE_FACTS],
  ]),
) as Record<ResourceType, string[]>;

export function createResourceTexts(): ResourceTexts {
  const kept = new LRUCache<string, KeptText>({
    maxSize: MOST_TEXT_BYTES,
    sizeCalculation: ({ text }, key) => memoryOf(text) + key.length + OVERHEAD,
  });
  const scopes = new LRUCache<string, TextScope>({ max: MOST_SCOPES });
  let scopeCount = 0;
  return {
    scope(name) {
      const known = scopes.get(name);
      if (known) return known;
      scopeCount += 1;
      const scope = { number: scopeCount, expectsContent: false };
      scopes.set(name, scope);
      return scope;
    },
    find(scope, resource) {
      // The oldest is evicted, not the least recently used: noting each use took a fifteenth of the time of a list.
      const found = kept.peek(keyOf(scope, resource));
      return found && isMadeOf(found, resource) ? found.text : undefined;
    },
    keep(scope, resource, text) {
      const { type, attributes, relationships } = resource;
      const facts = FACTS[type].map((name) => attributes[name]);
      kept.set(keyOf(scope, resource), { facts, links: relationships, text });
    },
  };
}

/** Short, since a list looks up hundreds. */
function keyOf({ number }: TextScope, { type, id, relationships }: Resource): string {
  const key = `${RESOURCE_TYPE_NAMES.indexOf(type)} ${id} ${number}`;
  return relationships.size === 0 ? key : `${key} ${[...relationships.keys()].join()}`;
}

function isMadeOf({ facts, links }: KeptText, { type, attributes, relationships }: Resource): boolean {
  const names = FACTS[type];
  for (let index = 0; index < names.length; index += 1) {
    if (facts[index] !== attributes[names[index] ?? '']) return false;
  }
  if (links.size !== relationships.size) return false;
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
