import { type DeskEndpoint, scriptAnswer } from '@guidepost/desk';
import type { Context } from '../../context.ts';
import type { Guide } from '../../knowledge-base/knowledge-base.ts';
import { escapeMarkdown } from '../../rendering/escape.ts';
import type { ForumCall, ForumPage } from '../forum-tenant.ts';
import { addressOf } from './dialog-call.ts';

/** Milliseconds that someone who answers waits for the knowledge base. */
const WAIT = 1_000;

type Needs = Pick<Context, 'guidesOf'>;

/** Guides to link, for those without scripts. */
export function guidePages(context: Needs): Record<string, ForumPage> {
  return {
    '/dialogs/:dialog/guides': {
      async read(call) {
        const { words } = call.phrasing;
        const query = queryOf(call);
        return {
          template: 'dialog/guides',
          title: words.guides,
          section: 'queue',
          content: { query, guides: await find(context, call), dialogAddress: addressOf(call) },
        };
      },
    },
  };
}

/** The same for the script of a dialog's page. */
export function guideEndpoints(context: Needs): Record<string, DeskEndpoint<ForumCall>> {
  return {
    '/dialogs/:dialog/guides/found': {
      async get(call) {
        const guides = await find(context, call);
        return scriptAnswer(200, { guides: guides?.map((guide) => ({ ...guide, link: linkTo(guide) })) });
      },
    },
  };
}

/** Undefined without an answer. */
async function find({ guidesOf }: Needs, call: ForumCall): Promise<readonly Guide[] | undefined> {
  return guidesOf(call.tenant.forum)?.find(queryOf(call), WAIT);
}

function queryOf({ query }: ForumCall): string {
  return query.first('q') ?? '';
}

/** The link that goes into an answer, in Markdown. */
function linkTo({ title, address }: Guide): string {
  return `[${escapeMarkdown(title)}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}
