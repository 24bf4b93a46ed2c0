import { parseQuery } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { DescribeEvent, QueuedEvent } from '@guidepost/webhooks';
import { describeMessage } from '../../contact/describe-message.ts';
import { findGuideById } from '../../content/find-guide.ts';
import type { Context } from '../../context.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { countVotes } from '../../readers/votes.ts';
import { listKnowledgeBasesById } from '../../tenants/find-knowledge-base.ts';
import { STANDARD_MOUNT } from '../json-api/mount.ts';
import { createResourceTexts } from '../json-api/resource-texts.ts';
import { oneParameters } from '../reading/parameters.ts';
import { readOne } from '../reading/read-resource.ts';
import { createReader, type Reader } from '../reading/reader.ts';

/** Facts about a guide that need no reading. */
interface AboutGuide {
  id: number;
  slug?: string | undefined;
  vote?: 'up' | 'down';
}

/** With what a guide belongs to, so that receivers need not ask. */
const WHOLE = parseQuery('include=categories,tags');

/** Anyone may vote, as often as they like, and content can have megabytes. */
const NAMED = parseQuery('fields[guide]=title,slug');

const PARAMETERS = oneParameters('guide');

/**
 * Describes events by the resource of their guide as the JSON:API mount shows it to readers, or by the message that a
 * reader wrote. Of a guide that readers do not see any more, only what was known of it remains.
 */
export function createDescribeEvent(context: Context): DescribeEvent {
  const database = context.background;
  const reader = createReader({
    ...context,
    database,
    content: { of: () => database },
    mount: STANDARD_MOUNT,
    texts: createResourceTexts(),
  });
  return async ({ tenantId, type, about }: QueuedEvent) => {
    if (type === 'contact.created') return describeMessage(database, tenantId, Number(about.message));
    const [knowledgeBase] = await listKnowledgeBasesById(database, [tenantId]);
    const { id, slug, vote } = about as unknown as AboutGuide;
    if (!knowledgeBase) throw new AppError('not-found', 'There is no such knowledge base.');
    const guide =
      (await readShown(reader, { knowledgeBase, type, id })) ??
      remainsOf(context, knowledgeBase, { id, slug });
    if (!vote) return guide;
    return { ...guide, meta: { ...(await countVotes(database, [tenantId, id])), vote } };
  };
}

/** The guide in an event, if readers still see it. */
async function readShown(
  reader: Reader,
  { knowledgeBase, type, id }: { knowledgeBase: KnowledgeBase; type: string; id: number },
): Promise<object | undefined> {
  if (type === 'guide.unpublished') return undefined;
  const query = type === 'guide.voted' ? NAMED : WHOLE;
  const call = { knowledgeBase, path: {}, query, parameters: PARAMETERS.read(query) };
  try {
    const answer = await readOne(reader, call, {
      type: 'guide',
      find: (request) =>
        findGuideById(reader.database, { ...request, knowledgeBaseId: knowledgeBase.id, id }),
    });
    return 'body' in answer ? JSON.parse(Buffer.from(answer.body).toString()).data : undefined;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

function remainsOf(
  { publicAddress }: Pick<Context, 'publicAddress'>,
  { host }: KnowledgeBase,
  { id, slug }: AboutGuide,
): object {
  const guide = { type: 'guide', id: String(id) };
  if (slug === undefined) return guide;
  return {
    ...guide,
    attributes: { slug },
    links: { public: publicAddress({ host, kind: 'guides', slug, id }) },
  };
}
