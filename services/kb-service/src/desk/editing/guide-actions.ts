import type { Done } from '@guidepost/desk';
import type { Context } from '../../context.ts';
import { proposeDraft, returnDraft } from '../../writing/propose-draft.ts';
import { publishGuide, scheduleGuide } from '../../writing/publish-guide.ts';
import { unpublishGuides } from '../../writing/publish-guides.ts';
import { saveDraft } from '../../writing/save-draft.ts';
import { actorOf } from '../kb-tenant.ts';
import type { GuideCall } from './guide-call.ts';
import { type GuideForm, timeOf } from './guide-form.ts';

/** What a button of the editing form does. */
export type GuideAction = (call: GuideCall, form: GuideForm) => Promise<Done>;

export function createGuideActions({ database }: Pick<Context, 'database'>): Record<string, GuideAction> {
  /** The form goes on from what has been saved, even if what follows fails. */
  const save = async (call: GuideCall, form: GuideForm): Promise<number> => {
    const { revision, title, slug, contentHtml, categories, tags } = form;
    const { tenant, guideId } = call;
    const draft = { host: tenant.key, guideId, revision, title, slug, contentHtml, categories, tags };
    form.revision = (await saveDraft(database, actorOf(call), draft)).revision;
    return form.revision;
  };

  const saveOnly: GuideAction = async (call, form) => {
    await save(call, form);
    return { seeOther: call.here, notice: 'noticeDraftSaved' };
  };

  const target = ({ tenant, guideId }: GuideCall) => ({ host: tenant.key, guideId });

  return {
    save: saveOnly,
    overwrite: saveOnly,
    async publish(call, form) {
      const revision = await save(call, form);
      const edit = { ...target(call), revision };
      if (form.publishAt) {
        await scheduleGuide(database, actorOf(call), { ...edit, publishAt: timeOf(form.publishAt) });
        return { seeOther: call.here, notice: 'noticeScheduled' };
      }
      await publishGuide(database, actorOf(call), edit);
      return { seeOther: call.here, notice: 'noticePublished' };
    },
    async propose(call, form) {
      const revision = await save(call, form);
      await proposeDraft(database, actorOf(call), { ...target(call), revision });
      return { seeOther: call.here, notice: 'noticeProposed' };
    },
    async withdraw(call) {
      await returnDraft(database, actorOf(call), target(call));
      return { seeOther: call.here, notice: 'noticeWithdrawn' };
    },
    async unschedule(call) {
      await returnDraft(database, actorOf(call), target(call));
      return { seeOther: call.here, notice: 'noticeUnscheduled' };
    },
    async unpublish(call) {
      const guides = { host: call.tenant.key, ids: [call.guideId] };
      const slugs = await unpublishGuides(database, actorOf(call), guides);
      const fields = { action: 'republish', slugs: slugs.join(' ') };
      const undo = { action: `${call.base}/guides`, fields };
      return { seeOther: call.here, notice: 'noticeUnpublished', undo };
    },
  };
}
