import { declareParameters, entityTag, strongEntityTag } from '@guidepost/http';
import { AppError, isStoredId } from '@guidepost/service-kit';
import type { SchemaObject } from 'ajv';
import { addAddress, changeAddress, removeAddress } from '../../addresses/change-addresses.ts';
import {
  addressRevision,
  describeTarget,
  findAddress,
  type ListedAddress,
  listAddresses,
} from '../../addresses/list-addresses.ts';
import type { Context } from '../../context.ts';
import { availableLinks } from '../json-api/document.ts';
import { EDITING_HEADERS, MEDIA_TYPE } from '../json-api/headers.ts';
import type { Mount } from '../json-api/mount.ts';
import { PAGE_PARAMETERS, pageOf } from '../json-api/page.ts';
import { pageLinks } from '../json-api/page-links.ts';
import type { Answer, Routes, WriteCall, WriteDescription } from '../reading/endpoint.ts';
import { noSuchResource } from '../reading/parent.ts';
import type { Reader } from '../reading/reader.ts';
import { REVISION_SEPARATOR } from '../reading/revisions.ts';
import type { MakeChange } from './make-change.ts';
import { createReadDocument, type RequestDocument, textIn } from './read-document.ts';
import { type RequestDocumentRule, requestSchema } from './request-documents.ts';
import { targetOf } from './written-resource.ts';

const MAX_BYTES = 100_000;

const ADDRESS: SchemaObject = {
  type: 'string',
  description:
    'A path of the former site, decoded, or `scheme:kind:id` for all spellings of it. A URL, or a path that a scheme knows, becomes one of these.',
};
const TO: SchemaObject = {
  type: 'string',
  description:
    'Where it leads: the path of a page or a file, perhaps with a fragment, another address, whose target it gets, `contact`, or a URL of another site that begins with `https://`.',
};

/** The attributes that only the service sets. */
const READ_ONLY: Readonly<Record<string, SchemaObject>> = {
  visible: { type: 'boolean', description: 'Whether readers see the target.' },
  hits: { type: 'integer', minimum: 0, description: 'Readers whom it has led on in the last 30 days.' },
  made_by: { type: 'string', description: 'Who made it or changed it last.' },
  made_with: { type: 'string', enum: ['desk', 'api', 'cli', 'import'], description: 'With what.' },
  created_at: { type: 'string', format: 'date-time', description: 'When it was made.' },
};

const ATTRIBUTES = { address: ADDRESS, to: TO, ...READ_ONLY };

const RESOURCE: SchemaObject = {
  type: 'object',
  required: ['type', 'id', 'attributes', 'links'],
  properties: {
    type: { const: 'address' },
    id: { type: 'string' },
    attributes: {
      type: 'object',
      required: Object.keys(ATTRIBUTES),
      properties: ATTRIBUTES,
      additionalProperties: false,
    },
    links: {
      type: 'object',
      required: ['self'],
      properties: { self: { type: 'string', format: 'uri-reference' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const EXAMPLE = {
  type: 'address',
  id: '31',
  attributes: {
    address: 'zendesk:article:360047117032',
    to: '/guides/install#linux',
    visible: true,
    hits: 12,
    made_by: 'Import',
    made_with: 'import',
    created_at: '2026-11-23T12:00:00.000Z',
  },
  links: { self: '/jsonapi/knowledge/v1/help.example.com/addresses/31' },
};

const ignored = ({ description, ...schema }: SchemaObject): SchemaObject => ({
  ...schema,
  description: `Ignored. ${description}`,
});
const IGNORED = Object.fromEntries(Object.entries(READ_ONLY).map(([name, each]) => [name, ignored(each)]));

const RULE: RequestDocumentRule = {
  type: 'address',
  creates: true,
  attributes: { address: ADDRESS, to: TO, ...IGNORED },
  required: ['address', 'to'],
};
const CHANGE_RULE: RequestDocumentRule = {
  ...RULE,
  creates: false,
  attributes: { address: ignored(ADDRESS), to: TO, ...IGNORED },
};

const POINTERS = { address: '/data/attributes/address', to: '/data/attributes/to' };

const LIST: WriteDescription = {
  summary: 'List old addresses',
  description: 'Addresses of former sites that lead on, in their order.',
  parameters: declareParameters(PAGE_PARAMETERS),
  status: 200,
  refusals: [],
  answer: { schema: RESOURCE, example: EXAMPLE, list: true },
};

const BY_ID: WriteDescription = {
  summary: 'Get an old address by id',
  parameters: declareParameters([]),
  status: 200,
  refusals: [],
  answer: { schema: RESOURCE, example: EXAMPLE },
};

const CREATE: WriteDescription = {
  summary: 'Add an old address',
  description: 'Readers whom nothing else answers are led on with a 301.',
  parameters: declareParameters([]),
  body: {
    [MEDIA_TYPE]: {
      schema: requestSchema(RULE),
      example: {
        data: { type: 'address', attributes: { address: '/docs/setup.html', to: '/guides/install' } },
      },
    },
  },
  status: 201,
  refusals: ['conflict', 'unprocessable'],
  answer: { schema: RESOURCE, example: EXAMPLE },
};

const CHANGE: WriteDescription = {
  summary: 'Have an old address lead elsewhere',
  parameters: declareParameters([]),
  body: {
    [MEDIA_TYPE]: {
      schema: requestSchema(CHANGE_RULE),
      example: { data: { type: 'address', id: '1', attributes: { to: '/guides/install#linux' } } },
    },
  },
  status: 200,
  refusals: ['conflict', 'precondition-failed', 'unprocessable'],
  answer: { schema: RESOURCE, example: EXAMPLE },
};

const DELETE: WriteDescription = {
  summary: 'Remove an old address',
  description: 'It then leads nowhere.',
  parameters: declareParameters([]),
  status: 204,
  refusals: ['precondition-failed'],
};

export function addressWritingRoutes(
  { database }: Pick<Context, 'database'>,
  { mount }: Reader,
  makeChange: MakeChange,
): Routes {
  const limits = { mount, maximumBytes: MAX_BYTES };
  const readNew = createReadDocument(RULE, limits);
  const readChange = createReadDocument(CHANGE_RULE, limits);
  return {
    '/:host/addresses': {
      get: { ...LIST, change: (call) => showList(database, mount, call) },
      post: {
        ...CREATE,
        async change(call) {
          const document = await readNew(call);
          const { host } = call.knowledgeBase;
          const added = { host, address: textIn(document, 'address'), to: textIn(document, 'to') };
          return makeChange(call, POINTERS, async () => {
            const answer = showOne(mount, host, await addAddress(database, call.writer, added));
            return { ...answer, status: 201 };
          });
        },
      },
    },
    '/:host/addresses/:id': {
      get: {
        ...BY_ID,
        async change(call) {
          const { id } = targetOf(call, 'address');
          const request = { knowledgeBaseId: call.knowledgeBase.id, address: id };
          const found = isStoredId(id) ? await findAddress(database, request) : undefined;
          if (!found) throw noSuchResource('address');
          return withoutLocation(showOne(mount, call.knowledgeBase.host, found));
        },
      },
      patch: {
        ...CHANGE,
        async change(call) {
          const to = targetIn(await readChange(call));
          const { id, isExpected } = targetOf(call, 'address');
          const { host } = call.knowledgeBase;
          return makeChange(call, POINTERS, async () => {
            const change = { host, address: { id }, to, isExpected };
            return withoutLocation(showOne(mount, host, await changeAddress(database, call.writer, change)));
          });
        },
      },
      delete: {
        ...DELETE,
        async change(call) {
          const { id, isExpected } = targetOf(call, 'address');
          const removed = { host: call.knowledgeBase.host, address: { id }, isExpected };
          await makeChange(call, {}, () => removeAddress(database, call.writer, removed));
          return { status: 204 };
        },
      },
    },
  };
}

async function showList(database: Context['database'], mount: Mount, call: WriteCall): Promise<Answer> {
  const { host } = call.knowledgeBase;
  const page = pageOf(call.parameters);
  const { addresses, total } = await listAddresses(database, { host, limit: page.size, offset: page.offset });
  const body = JSON.stringify({
    jsonapi: { version: mount.shape.version },
    data: addresses.map((address) => resourceOf(mount, host, address)),
    links: availableLinks(pageLinks({ path: collectionOf(mount, host), parameters: [], page, total })),
    meta: { total, pages: Math.ceil(total / page.size) },
  });
  return { body };
}

/** The document of one address, with its own address. */
function showOne(mount: Mount, host: string, address: ListedAddress): Answer {
  const data = resourceOf(mount, host, address);
  const body = JSON.stringify({ jsonapi: { version: mount.shape.version }, data });
  const tag = strongEntityTag(addressRevision(address) + REVISION_SEPARATOR, entityTag(body));
  return { body, entityTag: tag, headers: { ...EDITING_HEADERS, Location: data.links.self } };
}

function withoutLocation({ headers: { Location: _, ...headers } = {}, ...answer }: Answer): Answer {
  return { ...answer, headers };
}

function resourceOf(mount: Mount, host: string, address: ListedAddress) {
  const { id, visible, hits, made_by, made_with, created_at } = address;
  return {
    type: 'address',
    id: String(id),
    attributes: {
      address: address.address,
      to: describeTarget(address),
      visible,
      hits,
      made_by,
      made_with,
      created_at,
    },
    links: { self: `${collectionOf(mount, host)}/${id}` },
  };
}

function collectionOf({ path }: Mount, host: string): string {
  return `${path}/${host}/addresses`;
}

/** @throws AppError `unprocessable`, since nothing else of an address can be changed */
function targetIn(document: RequestDocument): string {
  if (typeof document.attributes.to === 'string') return document.attributes.to;
  const source = { pointer: POINTERS.to };
  throw new AppError('unprocessable', 'Say where the address leads.', { source });
}
