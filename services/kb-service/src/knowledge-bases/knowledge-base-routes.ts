import { findCategoryById } from '../categories/categories.ts';
import { findGuideById } from '../guides/guides.ts';
import { readOne } from '../reading/one.ts';
import { type Parent, parentOf } from '../reading/parent.ts';
import type { Reader } from '../reading/reader.ts';
import type { Call, Routes } from '../reading/routes.ts';
import { findTagById } from '../tags/tags.ts';

export function knowledgeBaseRoutes(reader: Reader): Routes {
  return {
    '/:host': (call) =>
      readOne(reader, call, { type: 'knowledge_base', find: async () => ({ ...call.knowledgeBase }) }),
    '/:host/guides/:id/knowledge_base': (call) => knowledgeBaseOf(reader, call, 'guide'),
    '/:host/categories/:id/knowledge_base': (call) =>
      knowledgeBaseOf(reader, call, 'knowledge_base_category'),
    '/:host/tags/:id/knowledge_base': (call) => knowledgeBaseOf(reader, call, 'tag'),
  };
}

/** The knowledge base is known; whether the resource that leads to it is there for clients is not. */
function knowledgeBaseOf(reader: Reader, call: Call, type: Parent['type']): Promise<string> {
  const parent = parentOf(call, { type, relationship: 'knowledge_base' });
  return readOne(reader, call, {
    type: 'knowledge_base',
    parent,
    find: async () => ((await isThere(reader, call, parent)) ? { ...call.knowledgeBase } : null),
  });
}

const FIND = { guide: findGuideById, knowledge_base_category: findCategoryById, tag: findTagById };
const NO_ATTRIBUTES: ReadonlySet<string> = new Set();

async function isThere(
  { database }: Reader,
  { knowledgeBase }: Call,
  { type, id }: Parent,
): Promise<boolean> {
  if (id === null) return false;
  const request = { knowledgeBaseId: knowledgeBase.id, attributes: NO_ATTRIBUTES, id };
  return (await FIND[type](database, request)) !== null;
}
