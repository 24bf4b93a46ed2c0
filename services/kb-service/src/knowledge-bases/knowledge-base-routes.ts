import { readOne } from '../reading/one.ts';
import { oneParameters } from '../reading/parameters.ts';
import type { Reader } from '../reading/reader.ts';
import type { EndpointDescription, Routes } from '../reading/routes.ts';

const ONE: EndpointDescription = {
  summary: 'The knowledge base',
  parameters: oneParameters('knowledge_base'),
  answer: { type: 'knowledge_base' },
};

export function knowledgeBaseRoutes(reader: Reader): Routes {
  return {
    '/:host': {
      get: {
        ...ONE,
        handle: (call) =>
          readOne(reader, call, { type: 'knowledge_base', find: async () => ({ ...call.knowledgeBase }) }),
      },
    },
  };
}
