import { randomBytes } from 'node:crypto';
import type { Executor } from '@guidepost/postgres';
import { findGuideByReference } from '../../services/kb-service/src/content/find-guide.ts';
import { castVote, type Vote } from '../../services/kb-service/src/readers/votes.ts';
import { requireKnowledgeBase } from '../../services/kb-service/src/tenants/find-knowledge-base.ts';
import type { DemoKnowledgeBase } from './demo-content.ts';

export async function castDemoVotes(
  executor: Executor,
  { host, votes }: Pick<DemoKnowledgeBase, 'host' | 'votes'>,
): Promise<void> {
  const { id: knowledgeBaseId } = await requireKnowledgeBase(executor, host);
  for (const [slug, { up, down }] of Object.entries(votes)) {
    const guide = await findGuideByReference(executor, { knowledgeBaseId, reference: slug });
    if (!guide) throw new Error(`The demo content has no guide ${slug} to vote on.`);
    const ballots: Vote[] = [...Array<Vote>(up).fill('up'), ...Array<Vote>(down).fill('down')];
    for (const vote of ballots) {
      const voter = { voter: randomBytes(32), address: randomBytes(32) };
      await castVote(executor, { knowledgeBaseId, guideId: guide.id, ...voter, vote });
    }
  }
}
