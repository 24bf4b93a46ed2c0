import type { Routes } from '../endpoint.ts';
import { readParameters } from '../parameters.ts';
import { propertiesRecord } from '../records/properties-record.ts';

export function forumRoutes(): Routes {
  return {
    '/properties/:slug': {
      get: {
        summary: 'The properties of a forum, as an array of one record',
        parameters: readParameters(),
        answer: { record: 'Properties', list: 'all' },
        handle: async (read) => ({ content: [propertiesRecord(read)] }),
      },
    },
  };
}
