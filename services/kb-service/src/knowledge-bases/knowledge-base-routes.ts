import { readOne } from '../reading/one.ts';
import type { Reader } from '../reading/reader.ts';
import type { Routes } from '../reading/routes.ts';

export function knowledgeBaseRoutes(reader: Reader): Routes {
  return {
    '/:host': (call) =>
      readOne(reader, call, { type: 'knowledge_base', find: async () => ({ ...call.knowledgeBase }) }),
  };
}
