import { type FormCall, refusalOf, type View } from '@guidepost/desk';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { MEGABYTE } from '../../files/files.ts';
import { createAddresses } from '../../model/addresses.ts';
import { isPermitted } from '../../model/permissions.ts';
import { readPostText, readState } from '../../moderation/typed-values.ts';
import { ANSWERING, answerDialog } from '../../posts/answer-dialog.ts';
import { attachingIn, MOST_FILES, MOST_OF_ANSWER } from '../../posts/attaching.ts';
import { originOf } from '../../posts/new-post.ts';
import { attachFile } from '../../posts/post-file.ts';
import { FILE_FIELD } from '../../posts/submission.ts';
import { markdownFor } from '../../rendering/render-markdown.ts';
import { actorOf, type ForumCall, type ForumPage, moderationOf, publicNameOf } from '../forum-tenant.ts';
import { SEEN } from '../review.ts';
import { answeringOf } from './answering-endpoint.ts';
import { addressOf, dialogIdOf, fieldError, isNotFound, showTexts } from './dialog-call.ts';
import { MAX_POST_BYTES } from './edit-pages.ts';
import type { ShowDialog } from './show-dialog.ts';

/** An answer with its files. */
const MAX_ANSWER_BYTES = MOST_OF_ANSWER + MAX_POST_BYTES;

type DialogCall = FormCall<ForumCall>;

type Typed = { text: string; state: string };

type Needs = Pick<Context, 'database' | 'identify' | 'clients' | 'config' | 'files'>;

/** Publishes an answer, or shows what it will look like. */
export function answerPage(context: Needs, showDialog: ShowDialog): ForumPage {
  const { database, identify, clients } = context;

  return {
    maximumBytes: MAX_ANSWER_BYTES,
    // The text and the state stand before the files.
    beginning: MAX_POST_BYTES,
    read: async (call) => ({ seeOther: addressOf(call) }),
    async post(call) {
      // A button that marks the dialog stands for the choice.
      const state = call.query.first('mark') ?? call.form.first('state') ?? '';
      let text = call.form.first('text') ?? '';
      try {
        if (call.isCut) throw tooLarge(call);
        const attached = await attachFiles(context, call);
        const { links } = attached;
        if (links.length > 0) text = [text.trimEnd(), ...links].filter(Boolean).join('\n\n');
        if (attached.mistakes.length > 0) throw fieldError('file', attached.mistakes.join(' '));
        if (call.form.first('action') === 'preview') return await previewAnswer(call, { text, state });
        const id = await answer(call, text, state);
        await ANSWERING.stop(database, answeringOf(call));
        return { seeOther: `${addressOf(call)}#comment-${id}`, notice: 'noticeAnswered' };
      } catch (error) {
        return notAnswered(call, { text, state }, error);
      }
    },
  };

  async function previewAnswer(call: DialogCall, typed: Typed): Promise<View> {
    const text = readPostText(typed.text);
    if (text === undefined) throw fieldError('text', call.phrasing.words.textRule);
    const [preview] = await showTexts(context, call, [{ text, markdown: true, dialog_id: dialogIdOf(call) }]);
    return showDialog(call, { typed, preview });
  }

  /** The page again with what was typed, or the typed text alone when the dialog is deleted. */
  async function notAnswered(call: DialogCall, typed: Typed, error: unknown) {
    const { words } = call.phrasing;
    const { status, headers, wrong, problem } = refusalOf(inWordsOf(call, error), call.phrasing);
    try {
      return { ...(await showDialog(call, { typed, wrong, problem })), status, headers };
    } catch (failure) {
      if (!isNotFound(failure)) throw failure;
      const content = { label: words.answer, text: typed.text, message: problem ?? words.notFound };
      return { template: 'dialog/not-saved', title: words.notSaved, status, headers, content };
    }
  }

  async function answer(call: DialogCall, text: string, typedState: string): Promise<number> {
    const state = typedState === '' ? undefined : readState(typedState);
    if (typedState !== '' && state === undefined) throw fieldError('newState', call.phrasing.words.stateRule);
    const { forum } = call.tenant;
    const { email } = call.session.person;
    const name = publicNameOf(call);
    const origin = originOf(call.request, clients);
    const seen = call.form.first(SEEN);
    const identity = await identify({ forumId: forum.id, email, name, sender: origin.sender, keyed: true });
    return answerDialog(database, moderationOf(call, 'comment answer'), {
      dialogId: dialogIdOf(call),
      text,
      author: { identity, email, name },
      origin,
      state,
      onlyOffered: true,
      // None was shown below a dialog without comments.
      seen: seen === undefined ? undefined : (parseId(seen) ?? 0),
      publicUrl: context.config.PUBLIC_URL,
    });
  }
}

/** Mistakes in an answer, in the language of the page. */
function inWordsOf({ phrasing }: ForumCall, error: unknown): unknown {
  const { words } = phrasing;
  if (!(error instanceof AppError)) return error;
  const { text, state } = error.details.fields ?? {};
  if (state) return fieldError('newState', refusalOf(error, phrasing).wrong.state ?? error.message);
  if (!text || error.kind === 'too-large') return error;
  return fieldError('text', error.kind === 'conflict' ? words.answeredTwice : words.textRule);
}

/** A form that was not read to its end, because of its files unless the text is missing, too. */
function tooLarge({ form, phrasing: { language, words } }: DialogCall): AppError {
  const together = attachingIn(language, MOST_OF_ANSWER).tooLargeTogether;
  const fields = form.first('text') === undefined ? { text: [words.textRule] } : { [FILE_FIELD]: [together] };
  return new AppError('too-large', 'The form is too large.', { fields });
}

/** Links to the files that were stored, for the end of the text, and what is wrong with the others. */
interface Attached {
  links: string[];
  mistakes: string[];
}

/**
 * Stores the files that were sent with an answer.
 * @throws AppError `invalid` for the field `file`; `too-large`, `unavailable`, `forbidden`
 */
async function attachFiles(
  { database, config, files }: Pick<Context, 'database' | 'config' | 'files'>,
  call: FormCall<ForumCall>,
): Promise<Attached> {
  const { language } = call.phrasing;
  const attached: Attached = { links: [], mistakes: [] };
  const sent = (call.files.get(FILE_FIELD) ?? []).filter(({ name }) => name !== '');
  if (sent.length === 0) return attached;
  if (!isPermitted(actorOf(call), 'comment answer'))
    throw new AppError('forbidden', 'You may not answer.', { reason: 'roleForbids' });
  if (sent.length > MOST_FILES) throw fieldError(FILE_FIELD, attachingIn(language, MOST_OF_ANSWER).tooMany);
  const { forum } = call.tenant;
  const posting = {
    database,
    files,
    directory: config.FORUM_FILES_DIRECTORY,
    accountStorage: config.FORUM_ACCOUNT_STORAGE * MEGABYTE,
  };
  const addresses = createAddresses(config.PUBLIC_URL, forum);
  const staffId = call.session.person.id;
  for (const file of sent) {
    try {
      const address = await attachFile(posting, { forum, addresses, staffId, language, ...file });
      attached.links.push(markdownFor(file.name, address));
    } catch (error) {
      const wrong = error instanceof AppError && error.details.fields?.[FILE_FIELD];
      if (!wrong) throw error;
      attached.mistakes.push(...wrong.map((said) => (sent.length === 1 ? said : `${file.name}: ${said}`)));
    }
  }
  return attached;
}
