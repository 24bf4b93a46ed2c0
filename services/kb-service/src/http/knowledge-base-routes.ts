import type { WrittenBody } from '@guidepost/http';
import { findCategoryById } from '../content/categories.ts';
import { findGuideById } from '../content/find-guide.ts';
import { findTagById } from '../content/tags.ts';
import { knowledgeBaseRow } from '../model/knowledge-base.ts';
import type { Call, EndpointDescription, Moved, Operations, Routes } from './reading/endpoint.ts';
import { showsFallbacks } from './reading/languages.ts';
import { oneParameters } from './reading/parameters.ts';
import { type Parent, parentOf } from './reading/parent.ts';
import { readOne } from './reading/read-resource.ts';
import type { Reader } from './reading/reader.ts';

const ONE: EndpointDescription = {
  summary: 'Get the knowledge base',
  parameters: oneParameters('knowledge_base'),
  answer: { type: 'knowledge_base' },
};

export function knowledgeBaseRoutes(reader: Reader): Routes {
  const knowledgeBase = (call: Call) =>
    readOne(reader, call, { type: 'knowledge_base', find: async () => knowledgeBaseRow(call.knowledgeBase) });
  const of = (type: Parent['type'], summary: string): Operations => ({
    get: { ...ONE, summary, handle: (call) => knowledgeBaseOf(reader, call, type) },
  });
  return {
    '/:host': { get: { ...ONE, handle: knowledgeBase } },
    '/:host/guides/:id/knowledge_base': of('guide', 'Get the knowledge base of a guide'),
    '/:host/categories/:id/knowledge_base': of(
      'knowledge_base_category',
      'Get the knowledge base of a category',
    ),
    '/:host/tags/:id/knowledge_base': of('tag', 'Get the knowledge base of a tag'),
  };
}

function knowledgeBaseOf(reader: Reader, call: Call, type: Parent['type']): Promise<WrittenBody | Moved> {
  const parent = parentOf(call, { type, relationship: 'knowledge_base' });
  return readOne(reader, call, {
    type: 'knowledge_base',
    parent,
    find: async () => ((await isThere(reader, call, parent)) ? knowledgeBaseRow(call.knowledgeBase) : null),
  });
}

const FIND = { guide: findGuideById, knowledge_base_category: findCategoryById, tag: findTagById };

async function isThere(reader: Reader, call: Call, { type, id }: Parent): Promise<boolean> {
  if (id === null) return false;
  const request = { knowledgeBaseId: call.knowledgeBase.id, id, withFallbacks: showsFallbacks(call) };
  return (await FIND[type](reader.contentFor(call), request)) !== null;
}
