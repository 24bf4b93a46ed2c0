import { type FormCall, pathId } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import { answerNote, deleteNote, resolveNote, writeNote } from '../../writing/review/notes.ts';
import { actorOf, type GuideCall, guideCallOf, type KbPage } from '../kb-tenant.ts';
import { type EditingContext, refusedView } from './editing-view.ts';
import { formOf, MAX_FORM_BYTES, type Remarks, readGuideForm, readRemarks } from './guide-form.ts';
import { goOn, readGuide } from './guide-pages.ts';

/** The action of a button: `resolve-12` resolves the note 12. */
interface NoteAction {
  name: string;
  noteId: number;
  remarks: Remarks;
}

/**
 * Actions of the buttons beside notes. Without script they send the form of the whole page, so that what is
 * typed in it is shown again; a script sends the notes alone.
 */
export function notePages(context: EditingContext): Record<string, KbPage> {
  const { database } = context;

  /** @returns what is typed and has not been sent */
  async function act(call: GuideCall, { name, noteId, remarks }: NoteAction): Promise<Remarks> {
    const actor = actorOf(call);
    const note = { host: call.tenant.key, guideId: call.guideId, noteId };
    switch (name) {
      case 'note': {
        const {
          note: text = '',
          noteQuote: quote,
          noteBefore: before = '',
          noteAfter: after = '',
          ...left
        } = remarks;
        await writeNote(database, actor, {
          ...note,
          text,
          passage: quote ? { quote, before, after } : undefined,
        });
        return left;
      }
      case 'answer': {
        const { [`answer[${noteId}]`]: text = '', ...left } = remarks;
        await answerNote(database, actor, { ...note, text });
        return left;
      }
      case 'resolve':
      case 'reopen':
        await resolveNote(database, actor, { ...note, isResolved: name === 'resolve' });
        return remarks;
      case 'delete':
        await deleteNote(database, actor, note);
        return remarks;
      default:
        throw new AppError('invalid', 'There is no such action.');
    }
  }

  return {
    '/guides/:guide/notes': {
      maximumBytes: MAX_FORM_BYTES,
      // After a reload of what a button has led to.
      read: async (call) => ({ seeOther: guideCallOf(call).here }),
      async post({ form, ...call }) {
        const guideCall = guideCallOf(call);
        const remarks = readRemarks(form);
        const typed = form.first('title') === undefined ? undefined : readGuideForm(form);
        try {
          const left = await act(guideCall, { ...readAction(form), remarks });
          if (!typed) return { seeOther: `${guideCall.here}#notes` };
          return await goOn(context, guideCall, { form: { ...typed, remarks: left }, notice: 'noticeSaved' });
        } catch (error) {
          const guide = await readGuide(context, guideCall);
          const saved = { ...formOf(guide, call.phrasing.words.untitled), remarks };
          return refusedView(context, guideCall, {
            guide,
            form: typed ?? saved,
            error,
            noteField: answerOf(form),
          });
        }
      },
    },
  };
}

/** The field of the answer that a button sends. */
function answerOf(form: FormCall<GuideCall>['form']): string | undefined {
  const noteId = /^answer-(\d+)$/.exec(form.first('action') ?? '')?.[1];
  return noteId && `answer[${noteId}]`;
}

function readAction(form: FormCall<GuideCall>['form']): Omit<NoteAction, 'remarks'> {
  const [name = '', id] = (form.first('action') ?? '').split('-');
  return { name, noteId: id === undefined ? 0 : pathId({ id }, 'id') };
}
