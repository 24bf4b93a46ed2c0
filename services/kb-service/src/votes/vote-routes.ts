import { type BodyRule, parseJson, readBody } from '@guidepost/http';
import type { Context } from '../context.ts';
import { MEDIA_TYPE } from '../json-api/headers.ts';
import type { Mount } from '../json-api/mount.ts';
import { readOne } from '../reading/one.ts';
import type { Reader } from '../reading/reader.ts';
import type { PostCall, PostRoutes } from '../reading/routes.ts';
import { castVote, findVotedGuide, type Vote } from './votes.ts';

/** What a vote says stands in its path. Clients that send a body are to send one that can be read, no more. */
function bodyRule({ negotiation }: Mount): BodyRule {
  return { accepts: negotiation.takes, expected: MEDIA_TYPE, maximumBytes: 10_000 };
}

export function voteRoutes({ identifyVoter }: Pick<Context, 'identifyVoter'>, reader: Reader): PostRoutes {
  const rule = bodyRule(reader.mount);
  const voteFor = (call: PostCall, guide: string | undefined, vote: Vote): Promise<string> => {
    const knowledgeBaseId = call.knowledgeBase.id;
    return readOne(reader, call, {
      type: 'guide',
      find: async (attributes) => {
        await judgeBody(call, rule);
        return findVotedGuide(reader.database, { knowledgeBaseId, attributes, guide });
      },
      meta: async ({ id }) => {
        const voter = await identifyVoter(call);
        return { ...(await castVote(reader.database, { knowledgeBaseId, guideId: id, vote, ...voter })) };
      },
    });
  };
  return {
    // For a guide whose slug is "slug": GET reads others at these two addresses, which stand with the guides' too.
    '/:host/guides/slug/upvote': (call) => voteFor(call, 'slug', 'up'),
    '/:host/guides/slug/downvote': (call) => voteFor(call, 'slug', 'down'),
    '/:host/guides/:guide/upvote': (call) => voteFor(call, call.path.guide, 'up'),
    '/:host/guides/:guide/downvote': (call) => voteFor(call, call.path.guide, 'down'),
  };
}

async function judgeBody({ request }: PostCall, rule: BodyRule): Promise<void> {
  const body = await readBody(request, rule);
  if (body) parseJson(body);
}
