import { declareParameters } from '@guidepost/http';
import { findAnyCategory, LONGEST_DESCRIPTION } from '../../content/categories.ts';
import type { Context } from '../../context.ts';
import { CATEGORY_ICON_NAMES } from '../../look/category-icons.ts';
import {
  type CategoryEdits,
  changeAndPlaceCategory,
  createCategoryAt,
} from '../../writing/structure/change-and-place-category.ts';
import { deleteCategory } from '../../writing/structure/change-categories.ts';
import { MEDIA_TYPE } from '../json-api/headers.ts';
import { ATTRIBUTES } from '../json-api/resource-types.ts';
import type { Routes, WriteCall, WriteDescription } from '../reading/endpoint.ts';
import { changeParameters } from '../reading/parameters.ts';
import type { Reader } from '../reading/reader.ts';
import type { MakeChange } from './make-change.ts';
import { createReadDocument, problem, type RequestDocument, storedId, textIn } from './read-document.ts';
import { type RequestDocumentRule, requestSchema } from './request-documents.ts';
import { showChanged, showCreated, targetOf } from './written-resource.ts';

const MAX_BYTES = 100_000;

const TYPE = 'knowledge_base_category';

const { name, slug, multiple_guides_name, parent_category_id } = ATTRIBUTES[TYPE];

const RULE: RequestDocumentRule = {
  type: TYPE,
  creates: true,
  attributes: {
    name,
    slug: { type: 'string', description: `${slug.description} Without it made from the name.` },
    multiple_guides_name,
    description: {
      type: 'string',
      maxLength: LONGEST_DESCRIPTION,
      description: 'The text below its name on pages; empty for none. Documents leave it out.',
    },
    icon: {
      type: 'string',
      enum: ['', ...CATEGORY_ICON_NAMES],
      description: 'The icon beside its name on pages; empty for none. Documents leave it out.',
    },
    position: {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The place among its siblings; by default the last one.',
    },
    parent_category_id,
  },
  required: ['name'],
  relationships: {
    parent: { type: TYPE, many: false, description: 'The parent; the same as `parent_category_id`.' },
  },
};

const CHANGE_RULE: RequestDocumentRule = { ...RULE, creates: false };

const POINTERS = {
  name: '/data/attributes/name',
  slug: '/data/attributes/slug',
  multipleGuidesName: '/data/attributes/multiple_guides_name',
  description: '/data/attributes/description',
  icon: '/data/attributes/icon',
};

const CREATE: WriteDescription = {
  summary: 'Create a category',
  description: 'Readers see it as soon as it has a published guide.',
  parameters: changeParameters(TYPE),
  body: {
    [MEDIA_TYPE]: {
      schema: requestSchema(RULE),
      example: { data: { type: TYPE, attributes: { name: 'Billing' } } },
    },
  },
  status: 201,
  refusals: ['conflict', 'unprocessable'],
  answer: { type: TYPE },
};

const CHANGE: WriteDescription = {
  summary: 'Change or move a category',
  description: 'What is missing stays.',
  parameters: changeParameters(TYPE),
  body: {
    [MEDIA_TYPE]: {
      schema: requestSchema(CHANGE_RULE),
      example: { data: { type: TYPE, id: '1', attributes: { position: 1 } } },
    },
  },
  status: 200,
  refusals: ['conflict', 'precondition-failed', 'unprocessable'],
  answer: { type: TYPE },
};

const DELETE: WriteDescription = {
  summary: 'Delete a category',
  description: 'It must have no categories below it.',
  parameters: declareParameters([
    {
      name: 'guides_to',
      description: 'Where its guides go: the id of a category, or `none`. Needed if it has guides.',
      schema: {
        type: 'string',
        pattern: '^([1-9][0-9]{0,14}|none)$',
        description: 'the id of a category, or none',
      },
      example: 'none',
    },
  ]),
  status: 204,
  refusals: ['conflict', 'precondition-failed', 'unprocessable'],
};

export function categoryWritingRoutes(
  { database }: Pick<Context, 'database'>,
  reader: Reader,
  makeChange: MakeChange,
): Routes {
  const limits = { mount: reader.mount, maximumBytes: MAX_BYTES };
  const readNew = createReadDocument(RULE, limits);
  const readChange = createReadDocument(CHANGE_RULE, limits);

  const show = ({ knowledgeBase }: WriteCall, id: number) => ({
    type: TYPE as typeof TYPE,
    id,
    find: () => findAnyCategory(database, { knowledgeBaseId: knowledgeBase.id, id }),
  });

  return {
    '/:host/categories': {
      post: {
        ...CREATE,
        async change(call) {
          const document = await readNew(call);
          const category = {
            host: call.knowledgeBase.host,
            ...readEdits(document),
            name: textIn(document, 'name'),
          };
          return makeChange(call, pointersFor(document), async () => {
            const { id } = await createCategoryAt(database, call.writer, category);
            return showCreated(reader, call, show(call, id));
          });
        },
      },
    },
    '/:host/categories/:id': {
      patch: {
        ...CHANGE,
        async change(call) {
          const document = await readChange(call);
          const target = targetOf(call, TYPE);
          const edits = { host: call.knowledgeBase.host, ...target, ...readEdits(document) };
          return makeChange(call, pointersFor(document), async () => {
            await changeAndPlaceCategory(database, call.writer, edits);
            return showChanged(reader, call, show(call, target.id));
          });
        },
      },
      delete: {
        ...DELETE,
        async change(call) {
          const to = call.parameters.text('guides_to');
          const guidesTo = to === undefined ? undefined : to === 'none' ? null : { id: Number(to) };
          const { id, isExpected } = targetOf(call, TYPE);
          const deletion = { host: call.knowledgeBase.host, category: { id }, isExpected, guidesTo };
          await makeChange(call, {}, () => deleteCategory(database, call.writer, deletion));
          return { status: 204 };
        },
      },
    },
  };
}

function pointersFor({ linkage }: RequestDocument) {
  const parent =
    linkage.parent === undefined ? '/data/attributes/parent_category_id' : '/data/relationships/parent';
  return { ...POINTERS, parent };
}

interface SentAttributes extends Pick<CategoryEdits, 'name' | 'slug' | 'description' | 'icon' | 'position'> {
  multiple_guides_name?: string;
  parent_category_id?: number | null;
}

/** @throws AppError `unprocessable` for two different parents */
function readEdits({ attributes, linkage }: RequestDocument): CategoryEdits {
  const { multiple_guides_name, parent_category_id, ...values } = attributes as SentAttributes;
  const linked = linkage.parent as { id: string } | null | undefined;
  const related = linked ? storedId(linked.id, 'category', '/data/relationships/parent') : linked;
  if (related !== undefined && parent_category_id !== undefined && related !== parent_category_id) {
    const message = 'This differs from parent_category_id.';
    throw problem('unprocessable', '/data/relationships/parent', message);
  }
  const parent = related === undefined ? parent_category_id : related;
  return { ...values, multipleGuidesName: multiple_guides_name, parent };
}
