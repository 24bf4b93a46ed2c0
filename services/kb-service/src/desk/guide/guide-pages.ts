import type { Done, View } from '@guidepost/desk';
import { AppError, parseId } from '@guidepost/service-kit';
import { findIdInAnyLanguage } from '../../content/former-slugs.ts';
import type { Context } from '../../context.ts';
import { parseSlug } from '../../model/slug.ts';
import { confirmGuides, setGuideProperties } from '../../reviews/set-properties.ts';
import { deleteGuides } from '../../writing/deleted/delete-guides.ts';
import { findDeleted } from '../../writing/deleted/deleted-guides.ts';
import { EditConflict } from '../../writing/drafts/change-draft.ts';
import { discardDraft, proposeDraft, returnDraft } from '../../writing/drafts/propose-draft.ts';
import { type EditableGuide, readForEditing } from '../../writing/drafts/read-for-editing.ts';
import { saveDraft } from '../../writing/drafts/save-draft.ts';
import { publishGuide, scheduleGuide } from '../../writing/publishing/publish-guide.ts';
import { unpublishGuides } from '../../writing/publishing/publish-guides.ts';
import { writeNote } from '../../writing/review/notes.ts';
import { sendBackDraft } from '../../writing/review/send-back.ts';
import { confirmTranslation } from '../../writing/translations/translations.ts';
import { afterDeletion } from '../deleted/deleted-pages.ts';
import { mayChange } from '../desk-permissions.ts';
import { actorOf, type GuideCall, guideCallOf, type KbCall, type KbPage } from '../kb-tenant.ts';
import { type EditingContext, editingView, refusedView } from './editing-view.ts';
import {
  formOf,
  type GuideForm,
  isTextUnsaved,
  isTypedApart,
  MAX_FORM_BYTES,
  propertiesIn,
  readGuideForm,
  timeOf,
} from './guide-form.ts';
import { readingView } from './reading-view.ts';

/** The action of a button of the editing form. */
type GuideAction = (call: GuideCall, form: GuideForm) => Promise<Done | View>;

/** A guide's editing page, and what asks before it is done. */
export function guidePages(context: EditingContext): Record<string, KbPage> {
  const { database } = context;
  const actions = createGuideActions(context);
  const read = (call: GuideCall) => readGuide(context, call);

  return {
    '/guides/:guide': {
      maximumBytes: MAX_FORM_BYTES,
      async read(call) {
        const named = await leadToNamed(context, call);
        if (named) return named;
        const guideCall = guideCallOf(call);
        try {
          const guide = await read(guideCall);
          if (!mayChange(call, 'draft save')) return await readingView(context, guideCall, guide);
          const form = formOf(guide, call.phrasing.words.untitled);
          return await editingView(context, guideCall, { guide, form });
        } catch (error) {
          return leadToDeleted(context, guideCall, error);
        }
      },
      async post({ form, ...call }) {
        const name = form.first('action') ?? 'save';
        const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
        if (!action) throw new AppError('invalid', 'There is no such action.');
        const typed = readGuideForm(form);
        const guideCall = guideCallOf(call);
        try {
          return await keepTyped(context, guideCall, { form: typed, done: await action(guideCall, typed) });
        } catch (error) {
          return refusedView(context, guideCall, {
            guide: await read(guideCall),
            form: typed,
            error,
            noteField: 'decision',
          });
        }
      },
    },
    '/guides/:guide/discard': {
      purpose: 'draft discard',
      async read(call) {
        const guide = await read(guideCallOf(call));
        return discardView(guideCallOf(call), guide);
      },
      async post({ form, ...call }) {
        const { tenant, guideId, here } = guideCallOf(call);
        const revision = Number(form.first('revision'));
        try {
          await discardDraft(database, actorOf(call), { host: tenant.key, guideId, revision });
        } catch (error) {
          if (!(error instanceof EditConflict)) throw error;
          const guide = await read(guideCallOf(call));
          const view = discardView(guideCallOf(call), guide, error.current);
          return { ...view, status: 409 };
        }
        return { seeOther: here, notice: 'noticeDiscarded' };
      },
    },
  };
}

export function readGuide({ database }: Pick<Context, 'database'>, call: GuideCall): Promise<EditableGuide> {
  return readForEditing(database, { host: call.tenant.key, guideId: call.guideId });
}

/** From a link in a text, which has a slug. */
async function leadToNamed(
  { database }: Pick<Context, 'database'>,
  { path, tenant, base }: KbCall,
): Promise<Done | undefined> {
  const slug = parseId(path.guide ?? '') === undefined ? parseSlug(path.guide) : undefined;
  const { knowledgeBase } = tenant;
  const id = slug && (await findIdInAnyLanguage(database, { knowledgeBase, slug }));
  return id ? { seeOther: `${base}/guides/${id}` } : undefined;
}

/** From a guide that has been deleted to where it can be restored. */
async function leadToDeleted(
  { database }: Pick<Context, 'database'>,
  call: GuideCall,
  error: unknown,
): Promise<Done> {
  const isMissing = error instanceof AppError && error.kind === 'not-found';
  const { tenant, base, guideId } = call;
  const mayRestore = mayChange(call, 'guide restore');
  const wanted = { knowledgeBaseId: tenant.knowledgeBase.id, guideId };
  if (!isMissing || !mayRestore || !(await findDeleted(database, wanted))) throw error;
  return { seeOther: `${base}/deleted/${guideId}`, notice: 'noticeDeleted' };
}

function discardView({ here }: GuideCall, guide: EditableGuide, conflict?: EditConflict['current']): View {
  return {
    template: 'guide/discard',
    title: guide.title,
    section: 'guides',
    content: { guide, name: guide.title || guide.slug, here, wrong: {}, conflict },
  };
}

/** After a button that saves no text: the page again, with what is typed and not saved. */
export async function goOn(
  context: EditingContext,
  call: GuideCall,
  { form, notice }: { form: GuideForm; notice: string },
): Promise<Done | View> {
  const guide = await readGuide(context, call);
  const isTyped = isTextUnsaved(form, formOf(guide, call.phrasing.words.untitled));
  if (isTyped) return { ...(await editingView(context, call, { guide, form })), notice };
  return keepTyped(context, call, { form, done: { seeOther: call.here, notice } });
}

/** The page with what was typed beside the text and is not saved, in place of one without it. */
async function keepTyped(
  context: EditingContext,
  call: GuideCall,
  { form, done }: { form: GuideForm; done: Done | View },
): Promise<Done | View> {
  if (!('seeOther' in done) || done.seeOther !== call.here || !isTypedApart(form)) return done;
  const guide = await readGuide(context, call);
  const { properties, shownProperties, remarks } = form;
  const kept = { ...formOf(guide, call.phrasing.words.untitled), properties, shownProperties, remarks };
  const { notice, undo } = done;
  return { ...(await editingView(context, call, { guide, form: kept })), notice, undo };
}

function createGuideActions(context: EditingContext): Record<string, GuideAction> {
  const { database } = context;
  const target = ({ tenant, guideId }: GuideCall) => ({ host: tenant.key, guideId });

  const assign = async (call: GuideCall, form: GuideForm): Promise<void> => {
    const changes = propertiesIn(form);
    if (Object.keys(changes).length === 0) return;
    await setGuideProperties(database, actorOf(call), {
      host: call.tenant.key,
      ids: [call.guideId],
      changes,
    });
    form.shownProperties = form.properties;
  };

  /** The form goes on from what has been saved, even if what follows fails. */
  const save = async (call: GuideCall, form: GuideForm): Promise<number> => {
    const { revision, title, slug, contentHtml, categories, tags } = form;
    const draft = { ...target(call), revision, title, slug, contentHtml, categories, tags };
    // Before anything is written.
    propertiesIn(form);
    form.revision = (await saveDraft(database, actorOf(call), draft)).revision;
    await assign(call, form);
    return form.revision;
  };

  const saveOnly: GuideAction = async (call, form) => {
    await save(call, form);
    return { seeOther: call.here, notice: 'noticeDraftSaved' };
  };

  /** A note on the decision stands beside the text. */
  const note = async (call: GuideCall, form: GuideForm): Promise<void> => {
    const { decision = '', ...left } = form.remarks;
    if (decision.trim()) await writeNote(database, actorOf(call), { ...target(call), text: decision });
    form.remarks = left;
  };

  return {
    save: saveOnly,
    overwrite: saveOnly,
    async assign(call, form) {
      await assign(call, form);
      return goOn(context, call, { form, notice: 'noticeSaved' });
    },
    async review(call, form) {
      await confirmGuides(database, actorOf(call), { host: call.tenant.key, ids: [call.guideId] });
      return goOn(context, call, { form, notice: 'noticeReviewed' });
    },
    async confirm(call, form) {
      await confirmTranslation(database, actorOf(call), target(call));
      return goOn(context, call, { form, notice: 'noticeConfirmed' });
    },
    async publish(call, form) {
      const revision = await save(call, form);
      const edit = { ...target(call), revision, proposal: form.proposal };
      if (form.publishAt) {
        await scheduleGuide(database, actorOf(call), { ...edit, publishAt: timeOf(form.publishAt) });
        await note(call, form);
        return { seeOther: call.here, notice: 'noticeScheduled' };
      }
      await publishGuide(database, actorOf(call), edit);
      await note(call, form);
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
    async 'send-back'(call, form) {
      const { decision, ...left } = form.remarks;
      const { proposal } = form;
      await sendBackDraft(database, actorOf(call), { ...target(call), proposal, note: decision });
      form.remarks = left;
      return goOn(context, call, { form, notice: 'noticeSentBack' });
    },
    async unschedule(call) {
      await returnDraft(database, actorOf(call), target(call));
      return { seeOther: call.here, notice: 'noticeUnscheduled' };
    },
    async delete(call) {
      const { ids } = await deleteGuides(database, actorOf(call), {
        host: call.tenant.key,
        ids: [call.guideId],
      });
      return afterDeletion(call, { ids, seeOther: `${call.base}/guides` });
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
