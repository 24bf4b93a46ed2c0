import { declareParameters } from '@guidepost/http';
import { parseLanguageTag } from '@guidepost/i18n/language-tag';
import { parseId } from '@guidepost/service-kit';
import type { SchemaObject } from 'ajv';
import type { Context } from '../../context.ts';
import { editionName } from '../../model/knowledge-base.ts';
import { requireKnowledgeBase } from '../../tenants/find-knowledge-base.ts';
import {
  confirmTranslation,
  listTranslations,
  type Translation,
} from '../../writing/translations/translations.ts';
import { GUIDE_STATES } from '../json-api/editing-members.ts';
import type { Answer, Routes, WriteCall, WriteDescription, WriteEndpoint } from '../reading/endpoint.ts';
import { noSuchResource } from '../reading/parent.ts';
import type { Reader } from '../reading/reader.ts';
import { CHANGE_TRANSLATION, DELETE_GUIDE } from './guide-descriptions.ts';
import type { MakeChange } from './make-change.ts';

const ATTRIBUTES: Readonly<Record<string, SchemaObject>> = {
  title: {
    type: 'string',
    description: 'The title in the language, or that of the main language until there is one.',
  },
  slug: { type: 'string' },
  state: {
    type: ['string', 'null'],
    enum: [...GUIDE_STATES, null],
    description: 'The state of the text; null while there is none.',
  },
  published: { type: 'boolean', description: 'Whether readers see it.' },
  has_draft: { type: 'boolean', description: 'Whether there is a working copy beside what readers see.' },
  outdated: {
    type: 'boolean',
    description: 'Whether the main language was published after this text was published or last found right.',
  },
  updated_at: { type: 'string', format: 'date-time' },
  author: { type: ['string', 'null'], description: 'Who changed it last.' },
};

const RESOURCE: SchemaObject = {
  type: 'object',
  required: ['type', 'id', 'attributes', 'links'],
  properties: {
    type: { const: 'translation' },
    id: { type: 'string', description: 'The language, by BCP 47.' },
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

const LIST: WriteDescription = {
  summary: 'List the translations of a guide',
  description: 'One for each language of the knowledge base, the main one first.',
  parameters: declareParameters([]),
  status: 200,
  refusals: [],
  answer: {
    schema: { type: 'array', items: RESOURCE },
    example: [
      {
        type: 'translation',
        id: 'pt-BR',
        attributes: {
          title: 'Trocar a senha',
          slug: 'trocar-a-senha',
          state: 'published',
          published: true,
          has_draft: false,
          outdated: true,
          updated_at: '2026-11-23T12:00:00.000Z',
          author: 'Eva',
        },
        links: { self: '/jsonapi/knowledge/v1/help.example.com/guides/1/translations/pt-BR' },
      },
    ],
  },
};

const CONFIRM: WriteDescription = {
  summary: 'Confirm a translation',
  description: 'It says what the main language does now, so that it is no longer outdated.',
  parameters: declareParameters([]),
  status: 204,
  refusals: ['conflict'],
};

/** @param guide how guides are changed and deleted, whose changes of a translation are the same */
export function translationWritingRoutes(
  { database }: Pick<Context, 'database'>,
  { mount }: Reader,
  { makeChange, guide }: { makeChange: MakeChange; guide: Record<'patch' | 'delete', WriteEndpoint> },
): Routes {
  const translated = (endpoint: WriteEndpoint): WriteEndpoint['change'] => {
    return async (call) => endpoint.change(await inLanguageOfPath(database, call));
  };
  return {
    '/:host/guides/:id/translations': {
      get: {
        ...LIST,
        async change(call) {
          const id = parseId(call.path.id);
          const found = id ? await listTranslations(database, call.knowledgeBase, [id]) : [];
          if (found.length === 0) throw noSuchResource('guide');
          return showList(
            `${mount.path}/${call.knowledgeBase.main_host}/guides/${id}/translations`,
            mount.shape.version,
            found,
          );
        },
      },
    },
    '/:host/guides/:id/translations/:language': {
      patch: { ...CHANGE_TRANSLATION, change: translated(guide.patch) },
      delete: {
        ...DELETE_GUIDE,
        summary: 'Delete a translation',
        description:
          'Readers of the language get the text that stands in for it. The guide itself cannot be deleted so.',
        change: translated(guide.delete),
      },
    },
    '/:host/guides/:id/translations/:language/confirm': {
      post: {
        ...CONFIRM,
        async change(call) {
          const id = parseId(call.path.id);
          const edition = await inLanguageOfPath(database, call);
          if (!id) throw noSuchResource('guide');
          const { host } = edition.knowledgeBase;
          await makeChange(edition, {}, () =>
            confirmTranslation(database, call.writer, { host, guideId: id }),
          );
          return { status: 204 };
        },
      },
    },
  };
}

/** @throws AppError `not-found` for what is not another language of the knowledge base */
async function inLanguageOfPath(database: Context['database'], call: WriteCall): Promise<WriteCall> {
  const { languages, host } = call.knowledgeBase;
  const tag = parseLanguageTag(call.path.language ?? '');
  const found = languages.slice(1).find(({ language }) => language === tag);
  if (!found) throw noSuchResource('translation');
  const knowledgeBase = await requireKnowledgeBase(database, editionName(host, found.language));
  return { ...call, knowledgeBase, language: found.language };
}

function showList(path: string, version: string, translations: readonly Translation[]): Answer {
  const data = translations.map(
    ({ language, title, slug, state, published, has_draft, outdated, ...rest }) => ({
      type: 'translation',
      id: language,
      attributes: {
        title,
        slug,
        state,
        published,
        has_draft,
        outdated,
        updated_at: rest.changed_at,
        author: rest.changed_by,
      },
      links: { self: `${path}/${language}` },
    }),
  );
  return { body: JSON.stringify({ jsonapi: { version }, data }) };
}
