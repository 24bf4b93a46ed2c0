import type { Done, FormCall, Undo, View } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { createGuide } from '../../editing/create-guide.ts';
import { publishGuides, unpublishGuides } from '../../editing/publish-guides.ts';
import { listGuideStates } from '../../guides/guide-states.ts';
import { isPermitted } from '../../model/permissions.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

type GuidesCall = FormCall<KbCall>;

/** What a button of the list does. */
type Action = (call: GuidesCall, ids: number[]) => Promise<Done>;

/** All guides, published or not. */
export function guidesPage({ database }: Pick<Context, 'database'>): KbPage {
  async function list(call: KbCall, content: object = {}): Promise<View> {
    const rows = await listGuideStates(database, { host: call.tenant.key });
    const guides = rows.map((row, index) => ({
      ...row,
      id: index,
      state: row.published ? 'published' : 'draft',
      categories: [],
      changedAt: row.updated_at,
      helpful: '',
    }));
    return {
      template: 'guides/guides',
      title: call.phrasing.words.guides,
      section: 'guides',
      content: {
        guides,
        total: guides.length,
        filter: {},
        states: ['draft', 'proposed', 'scheduled', 'published'],
        categories: [],
        authors: [],
        columns: [],
        here: `${call.base}/guides`,
        pager: { pages: 1 },
        mayPublish: isPermitted(actorOf(call), 'guide publish'),
        problem: undefined,
        ...content,
      },
    };
  }

  const target = ({ tenant }: GuidesCall, ids: number[]) => ({ host: tenant.key, ids });

  const actions: Record<string, Action> = {
    async create(call) {
      const title = call.phrasing.words.untitled;
      const { id } = await createGuide(database, actorOf(call), { host: call.tenant.key, title });
      return { seeOther: `${call.base}/guides/${id}` };
    },
    async publish(call, ids) {
      await publishGuides(database, actorOf(call), target(call, ids));
      return { seeOther: hereOf(call), notice: 'noticePublished' };
    },
    async unpublish(call, ids) {
      await unpublishGuides(database, actorOf(call), target(call, ids));
      return { seeOther: hereOf(call), notice: 'noticeUnpublished', undo: undoOf(call, 'publish', ids) };
    },
  };

  return {
    read: (call) => list(call),
    async post(call) {
      const name = call.form.first('action') ?? '';
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) throw new AppError('invalid', 'There is no such action.');
      const ids = call.form.family('guide').map(([id]) => Number(id));
      if (name !== 'create' && ids.length === 0) {
        return { ...(await list(call, { problem: call.phrasing.words.nothingSelected })), status: 422 };
      }
      return action(call, ids);
    },
  };
}

function hereOf({ request }: Pick<KbCall, 'request'>): string {
  return request.originalUrl;
}

function undoOf(call: KbCall, action: string, ids: number[]): Undo {
  const guides = ids.map((id) => [`guide[${id}]`, 'on']);
  return { action: hereOf(call), fields: { action, ...Object.fromEntries(guides) } };
}
