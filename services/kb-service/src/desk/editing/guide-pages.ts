import { fieldErrorsOf, requireConfirmation, type View } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import { deleteGuides } from '../../content/change-guides.ts';
import { discardDraft } from '../../writing/discard-draft.ts';
import { EditConflict } from '../../writing/edit-conflict.ts';
import { type EditableGuide, readForEditing } from '../../writing/read-for-editing.ts';
import { actorOf, type KbPage } from '../kb-tenant.ts';
import { type EditingContext, editingView, refusedView } from './editing-view.ts';
import { createGuideActions } from './guide-actions.ts';
import { type GuideCall, guideCallOf } from './guide-call.ts';
import { formOf, MAX_FORM_BYTES, readGuideForm } from './guide-form.ts';

/** A guide's editing page, and what asks before it is done. */
export function guidePages(context: EditingContext): Record<string, KbPage> {
  const { database } = context;
  const actions = createGuideActions(context);

  async function read(call: GuideCall): Promise<EditableGuide> {
    return readForEditing(database, { host: call.tenant.key, guideId: call.guideId });
  }

  return {
    '/guides/:guide': {
      maximumBytes: MAX_FORM_BYTES,
      async read(call) {
        const guide = await read(guideCallOf(call));
        return editingView(context, guideCallOf(call), {
          guide,
          form: formOf(guide, call.phrasing.words.untitled),
        });
      },
      async post({ form, ...call }) {
        const name = form.first('action') ?? 'save';
        const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
        if (!action) throw new AppError('invalid', 'There is no such action.');
        const typed = readGuideForm(form);
        const guideCall = guideCallOf(call);
        try {
          return await action(guideCall, typed);
        } catch (error) {
          return refusedView(context, guideCall, { guide: await read(guideCall), form: typed, error });
        }
      },
    },
    '/guides/:guide/discard': {
      async read(call) {
        const guide = await read(guideCallOf(call));
        return confirmView(guideCallOf(call), guide, 'discard');
      },
      async post({ form, ...call }) {
        const { tenant, guideId, here } = guideCallOf(call);
        const revision = Number(form.first('revision'));
        try {
          await discardDraft(database, actorOf(call), { host: tenant.key, guideId, revision });
        } catch (error) {
          if (!(error instanceof EditConflict)) throw error;
          const guide = await read(guideCallOf(call));
          const view = confirmView(guideCallOf(call), guide, 'discard', { conflict: error.current });
          return { ...view, status: 409 };
        }
        return { seeOther: here, notice: 'noticeDiscarded' };
      },
    },
    '/guides/:guide/delete': {
      roles: ['owner', 'editor'],
      async read(call) {
        const guide = await read(guideCallOf(call));
        return confirmView(guideCallOf(call), guide, 'delete');
      },
      async post(call) {
        const guideCall = guideCallOf(call);
        const guide = await read(guideCall);
        try {
          requireConfirmation(call, guide.title || guide.slug);
        } catch (error) {
          return { ...confirmView(guideCall, guide, 'delete', { wrong: fieldErrorsOf(error) }), status: 422 };
        }
        await deleteGuides(database, actorOf(call), { host: call.tenant.key, ids: [guideCall.guideId] });
        return { seeOther: `${call.base}/guides`, notice: 'noticeDeleted' };
      },
    },
  };
}

function confirmView(
  call: GuideCall,
  guide: EditableGuide,
  what: 'delete' | 'discard',
  content: object = {},
): View {
  return {
    template: `editing/${what}`,
    title: guide.title,
    section: 'guides',
    content: {
      guide,
      name: guide.title || guide.slug,
      here: call.here,
      wrong: {},
      conflict: undefined,
      ...content,
    },
  };
}
