import { type BodyRule, parseJson, readBody } from '@guidepost/http';
import { findGuideById, findGuideByReference } from '../content/find-guide.ts';
import { findIdInAnyLanguage } from '../content/former-slugs.ts';
import type { Context } from '../context.ts';
import { castVote, type Vote } from '../readers/votes.ts';
import { MEDIA_TYPE } from './json-api/headers.ts';
import type { Mount } from './json-api/mount.ts';
import type { EndpointDescription, PostCall, Routes } from './reading/endpoint.ts';
import { showsFallbacks } from './reading/languages.ts';
import { oneParameters } from './reading/parameters.ts';
import { readOne } from './reading/read-resource.ts';
import type { Reader } from './reading/reader.ts';

/** A vote needs no body. One that is sent must have the right type and parse, and changes nothing. */
function bodyRule({ negotiation }: Mount): BodyRule {
  return { accepts: negotiation.takes, expected: MEDIA_TYPE, maximumBytes: 10_000 };
}

const STANDING = {
  type: 'object',
  properties: {
    upvotes: { type: 'integer', minimum: 0 },
    downvotes: { type: 'integer', minimum: 0 },
    vote: {
      enum: ['up', 'down', null],
      description: 'The vote of the voter; null if five others have voted from the same address.',
    },
  },
  required: ['upvotes', 'downvotes', 'vote'],
  examples: [{ upvotes: 12, downvotes: 1, vote: 'up' }],
  additionalProperties: false,
};

const DESCRIPTION: Omit<EndpointDescription, 'summary'> = {
  description:
    'One vote per voter and guide; the opposite vote replaces it. A body is not needed; if one is sent, it must be readable.',
  parameters: oneParameters('guide'),
  answer: { type: 'guide', meta: STANDING },
};

export function voteRoutes({ identifyVoter }: Pick<Context, 'identifyVoter'>, reader: Reader): Routes {
  const rule = bodyRule(reader.mount);
  const voteFor = (call: PostCall, reference: string | undefined, vote: Vote) => {
    const knowledgeBaseId = call.knowledgeBase.id;
    let checked: Promise<void> | undefined;
    return readOne(reader, call, {
      type: 'guide',
      find: async (request) => {
        // The body can be read only once, but a large guide is read twice.
        checked ??= checkBody(call, rule);
        await checked;
        const withFallbacks = showsFallbacks(call);
        const wanted = { ...request, knowledgeBaseId, withFallbacks };
        const found = await findGuideByReference(reader.database, { ...wanted, reference });
        if (found || !withFallbacks || !reference) return found;
        const id = await findIdInAnyLanguage(reader.database, { ...call, slug: reference });
        return id === undefined ? null : findGuideById(reader.database, { ...wanted, id });
      },
      meta: async (id) => {
        const voter = await identifyVoter(call);
        // A guide has its votes in the main language.
        const guide = { knowledgeBaseId: call.knowledgeBase.main_id, guideId: id };
        return { ...(await castVote(reader.database, { ...guide, vote, ...voter })) };
      },
    });
  };
  const up = { ...DESCRIPTION, summary: 'Vote for a guide' };
  const down = { ...DESCRIPTION, summary: 'Vote against a guide' };
  return {
    // A guide with the slug "slug"; GET reads other guides at these paths.
    '/:host/guides/slug/upvote': {
      alias: true,
      post: { ...up, handle: (call) => voteFor(call, 'slug', 'up') },
    },
    '/:host/guides/slug/downvote': {
      alias: true,
      post: { ...down, handle: (call) => voteFor(call, 'slug', 'down') },
    },
    '/:host/guides/:guide/upvote': {
      post: { ...up, handle: (call) => voteFor(call, call.path.guide, 'up') },
    },
    '/:host/guides/:guide/downvote': {
      post: { ...down, handle: (call) => voteFor(call, call.path.guide, 'down') },
    },
  };
}

async function checkBody({ request }: PostCall, rule: BodyRule): Promise<void> {
  const body = await readBody(request, rule);
  if (body) parseJson(body);
}
