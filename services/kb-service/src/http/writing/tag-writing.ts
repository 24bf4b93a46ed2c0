import { declareParameters } from '@guidepost/http';
import { findAnyTag } from '../../content/tags.ts';
import type { Context } from '../../context.ts';
import { createTag, deleteTag, renameTag } from '../../writing/structure/tags.ts';
import { MEDIA_TYPE } from '../json-api/headers.ts';
import { ATTRIBUTES } from '../json-api/resource-types.ts';
import type { Routes, WriteCall, WriteDescription } from '../reading/endpoint.ts';
import { changeParameters } from '../reading/parameters.ts';
import type { Reader } from '../reading/reader.ts';
import type { MakeChange } from './make-change.ts';
import { createReadDocument, type RequestDocument, textIn } from './read-document.ts';
import { type RequestDocumentRule, requestSchema } from './request-documents.ts';
import { showChanged, showCreated, targetOf } from './written-resource.ts';

const MAX_BYTES = 100_000;

const { name, slug } = ATTRIBUTES.tag;

const RULE: RequestDocumentRule = {
  type: 'tag',
  creates: true,
  attributes: {
    name,
    slug: { type: 'string', description: `${slug.description} Without it made from the name.` },
  },
  required: ['name'],
};

const CHANGE_RULE: RequestDocumentRule = { ...RULE, creates: false };

const POINTERS = { name: '/data/attributes/name', slug: '/data/attributes/slug' };

const CREATE: WriteDescription = {
  summary: 'Create a tag',
  description: 'Readers see it as soon as it has a published guide.',
  parameters: changeParameters('tag'),
  body: {
    [MEDIA_TYPE]: {
      schema: requestSchema(RULE),
      example: { data: { type: 'tag', attributes: { name: 'Mobile' } } },
    },
  },
  status: 201,
  refusals: ['conflict', 'unprocessable'],
  answer: { type: 'tag' },
};

const CHANGE: WriteDescription = {
  summary: 'Change a tag',
  description: 'What is missing stays.',
  parameters: changeParameters('tag'),
  body: {
    [MEDIA_TYPE]: {
      schema: requestSchema(CHANGE_RULE),
      example: { data: { type: 'tag', id: '1', attributes: { name: 'Mobile apps' } } },
    },
  },
  status: 200,
  refusals: ['conflict', 'precondition-failed', 'unprocessable'],
  answer: { type: 'tag' },
};

const DELETE: WriteDescription = {
  summary: 'Delete a tag',
  description: 'Its guides stay.',
  parameters: declareParameters([]),
  status: 204,
  refusals: ['precondition-failed'],
};

export function tagWritingRoutes(
  { database }: Pick<Context, 'database'>,
  reader: Reader,
  makeChange: MakeChange,
): Routes {
  const limits = { mount: reader.mount, maximumBytes: MAX_BYTES };
  const readNew = createReadDocument(RULE, limits);
  const readChange = createReadDocument(CHANGE_RULE, limits);

  const show = ({ knowledgeBase }: WriteCall, id: number) => ({
    type: 'tag' as const,
    id,
    find: () => findAnyTag(database, { knowledgeBaseId: knowledgeBase.id, id }),
  });

  return {
    '/:host/tags': {
      post: {
        ...CREATE,
        async change(call) {
          const document = await readNew(call);
          const name = textIn(document, 'name');
          const tag = { host: call.knowledgeBase.host, ...valuesOf(document), name };
          return makeChange(call, POINTERS, async () => {
            const { id } = await createTag(database, call.writer, tag);
            return showCreated(reader, call, show(call, id));
          });
        },
      },
    },
    '/:host/tags/:id': {
      patch: {
        ...CHANGE,
        async change(call) {
          const values = valuesOf(await readChange(call));
          const { id, isExpected } = targetOf(call, 'tag');
          const edits = { host: call.knowledgeBase.host, tag: { id }, isExpected, ...values };
          return makeChange(call, POINTERS, async () => {
            await renameTag(database, call.writer, edits);
            return showChanged(reader, call, show(call, id));
          });
        },
      },
      delete: {
        ...DELETE,
        async change(call) {
          const { id, isExpected } = targetOf(call, 'tag');
          const deletion = { host: call.knowledgeBase.host, tag: { id }, isExpected };
          await makeChange(call, {}, () => deleteTag(database, call.writer, deletion));
          return { status: 204 };
        },
      },
    },
  };
}

function valuesOf({ attributes }: RequestDocument): { name?: string; slug?: string } {
  return attributes;
}
