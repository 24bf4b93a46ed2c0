import { defineTool, needsKey, type Tool } from '@guidepost/mcp/tools';
import { AppError } from '@guidepost/service-kit';
import { z } from 'zod';
import { type KnowledgeBaseKey, writerOf } from '../../tenants/access-keys.ts';
import { addGuide, editGuide } from '../../writing/edit-guide.ts';
import { findPublished, namedGuide, type ProgramCall, type ProgramContext } from './program-call.ts';

/** Proposes a guide or a change of one; people decide about it at the desk. */
export function draftTool(context: ProgramContext): Tool<ProgramCall> {
  const { database, config, filesUrl } = context;
  return defineTool({
    name: 'write_draft',
    title: 'Propose a draft',
    description:
      'Proposes a new guide, or a new text of a published one, to the editors of the knowledge base. Readers see nothing of it until an editor publishes it. A new text replaces all of the old one: read the whole guide first.',
    writes: true,
    isFor: ({ key }) => mayWrite(key),
    input: {
      guide: z
        .string()
        .min(1)
        .max(2_000)
        .optional()
        .describe('The slug, the id or the URL of the guide to change.'),
      title: z.string().min(1).max(400),
      markdown: z.string().min(1).max(60_000).describe('The whole text, without its title.'),
    },
    output: {
      id: z.int(),
      state: z.literal('proposed'),
      desk: z.string().describe('Where editors see it.'),
    },
    async run({ guide: asked, title, markdown }, { site: main, key }) {
      const writer = key && writerOf(key, main.knowledgeBase);
      if (!writer) throw needsKey('write');
      const { site, guide } =
        asked === undefined ? { site: main, guide: undefined } : await namedGuide(context, main, asked);
      const { host } = site.knowledgeBase;
      const draft = { host, title, contentMarkdown: markdown, state: 'proposed', filesUrl } as const;
      const found = guide === undefined ? undefined : await findPublished(context, site, guide);
      const { id } = found
        ? await editGuide(database, writer, { ...draft, guideId: found.id }).catch(explainConflict)
        : await addGuide(database, writer, draft);
      const desk = `${config.DESK_URL}/desk/kb/${encodeURIComponent(host)}/guides/${id}`;
      return {
        text: `Proposed "${title}". Editors see it at ${desk} and decide whether to publish it.`,
        data: { id, state: 'proposed' as const, desk },
      };
    },
  });
}

function mayWrite(key: KnowledgeBaseKey | undefined): boolean {
  return key?.scope === 'write';
}

/** A program cannot see drafts, so it cannot decide about them. */
function explainConflict(error: unknown): never {
  if (!(error instanceof AppError) || error.kind !== 'conflict') throw error;
  const message =
    'This guide has changes already that are not published. Ask its editors to publish or discard them, then try again.';
  throw new AppError('conflict', message, { cause: error });
}
