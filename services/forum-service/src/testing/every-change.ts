import type { Database } from '@guidepost/postgres';
import { addAddress, changeAddress, importAddresses, removeAddress } from '../addresses/change-addresses.ts';
import type { Action } from '../model/permissions.ts';
import { personOf } from '../model/person.ts';
import { assignDialogs, listAssignees } from '../moderation/assign-dialogs.ts';
import { addCannedAnswer, changeCannedAnswer, removeCannedAnswer } from '../moderation/canned-answers.ts';
import { deleteFiles } from '../moderation/delete-files.ts';
import { markSpam } from '../moderation/mark-spam.ts';
import { mergeDialogs } from '../moderation/merge-dialogs.ts';
import { addNote, removeNote } from '../moderation/notes.ts';
import { resolveReports, resolveReportsOf } from '../moderation/reports.ts';
import { snoozeDialogs } from '../moderation/snooze-dialogs.ts';
import { undeleteComments } from '../moderation/undelete-comments.ts';
import { undeleteDialogs } from '../moderation/undelete-dialogs.ts';
import { undoMerge } from '../moderation/undo-merge.ts';
import { undoSpam } from '../moderation/undo-spam.ts';
import { chooseNotices } from '../notices/choose-notices.ts';
import { blockSender, unblockSender } from '../people/blocks.ts';
import { erasePerson } from '../personal-data/erase-person.ts';
import { acceptAnswer } from '../posts/accept-answer.ts';
import { answerDialog } from '../posts/answer-dialog.ts';
import { releaseComments, releaseCommentsOf, setOrgReply } from '../posts/change-comments.ts';
import { archiveDialogs, restoreDialogs, setState, setTopic, setWaiting } from '../posts/change-dialogs.ts';
import { deleteComments, deleteDialogs } from '../posts/delete-posts.ts';
import { editComment, editDialog } from '../posts/edit-posts.ts';
import { forgetHost } from '../posts/held-hosts.ts';
import { purgeComments, purgeDialogs } from '../posts/purge-deleted.ts';
import { publishTags, tagDialog, untagDialog } from '../posts/tag-dialogs.ts';
import { changeAllowances, issueAccessKey, revokeAccessKey } from '../tenants/account-settings.ts';
import { requireForum } from '../tenants/find-forum.ts';
import {
  addMetadataField,
  changeSettings,
  createForum,
  deleteForum,
  removeMetadataField,
  setLogo,
} from '../tenants/forum-settings.ts';
import type { Moderation } from '../tenants/moderate.ts';
import { accountWebhooks } from '../tenants/webhooks.ts';

/** Whose change of which forum; its account has the same name. */
export interface Change extends Moderation {
  account: string;
}

type Call = (database: Database, change: Change) => Promise<unknown>;

const ID = 1001;
const OTHER_ID = 1002;
const DELETED_ID = 1004;
const [COMMENT, HELD_COMMENT, DELETED_COMMENT] = [1011, 1012, 1013];
/** The name of a file. */
export const TOKEN = 'A'.repeat(22);
const publicUrl = 'https://forum.example';
const NEW = { name: 'new', text: 'New.' };
const IDENTITY = { poster: Buffer.alloc(32, 1), claim: null, person: Buffer.alloc(32, 2) };
/** The owner, as whom everyone who works for the account acts here. */
const COLLEAGUE = 'olga.owner@example.com';
const SILENT = { tellAssignee: async () => {} };
const SPAM = { email: 'spam@example.com' };

/** Every function that changes something, by the action that it takes. */
export const CALLS: readonly [Action, Call][] = [
  [
    'create',
    (db, { actor }) => {
      const names = { slug: 'new', account: 'help', name: 'New', formal_name: 'New' };
      return createForum(db, actor, { ...names, language: 'en', topics: ['Q'] });
    },
  ],
  ['delete', (db, change) => deleteForum(db, change)],
  ['set', (db, change) => changeSettings(db, { ...change, serviceUrls: [] }, { name: 'New' })],
  ['set', (db, change) => setLogo(db, change, null)],
  ['account set', (db, change) => changeAllowances(db, change, { allows_keys: false })],
  [
    'metadata add',
    (db, change) => addMetadataField(db, change, { name: 'age', type: 'integer', maximum: 9 }),
  ],
  ['metadata remove', (db, change) => removeMetadataField(db, change, 'model')],
  ['key create', (db, change) => issueAccessKey(db, change, { name: 'new', scope: 'write' })],
  ['key revoke', (db, change) => revokeAccessKey(db, change, 'shop')],
  ['webhook add', (db, change) => accountWebhooks(db).add(change, { url: 'https://192.0.2.9/', types: [] })],
  ['webhook remove', (db, change) => accountWebhooks(db).remove(change, 1)],
  ['webhook rotate', (db, change) => accountWebhooks(db).rotate(change, 1)],
  ['webhook test', (db, change) => accountWebhooks(db).test(change, 1)],
  ['webhook resend', (db, change) => accountWebhooks(db).resend(change, { id: 1, delivery: 1 })],
  [
    'erase',
    (db, moderation) => erasePerson(db, { moderation, person: personOf(`poster-${ID}@example.com`) }),
  ],
  ['dialog archive', (db, change) => archiveDialogs(db, change, [ID])],
  ['dialog restore', (db, change) => restoreDialogs(db, change, [1003])],
  ['dialog delete', (db, change) => deleteDialogs(db, change, [ID])],
  ['dialog undelete', (db, change) => undeleteDialogs(db, change, [DELETED_ID])],
  ['dialog purge', (db, change) => purgeDialogs(db, change, [DELETED_ID])],
  ['dialog edit', (db, change) => editDialog(db, change, { id: ID, title: 'New', publicUrl })],
  ['dialog accept', (db, change) => acceptAnswer(db, change, { dialogId: ID, answer: COMMENT })],
  ['dialog merge', (db, change) => mergeDialogs(db, change, { ids: [OTHER_ID], into: ID, publicUrl })],
  ['dialog unmerge', (db, change) => undoMerge(db, change, 4)],
  ['dialog topic', (db, change) => setTopic(db, change, { ids: [ID], topic: 'B' })],
  ['dialog state', (db, change) => setState(db, change, { ids: [ID], state: 'planned' })],
  [
    'dialog assign',
    async (db, change) => {
      const [first] = await listAssignees(db, await requireForum(db, change.slug));
      const choice = { ids: [ID], assignee: first?.id ?? null };
      return assignDialogs({ database: db, notices: SILENT }, change, choice);
    },
  ],
  [
    'dialog snooze',
    (db, change) => snoozeDialogs(db, change, { ids: [ID], until: new Date(Date.now() + 86_400_000) }),
  ],
  ['note add', (db, change) => addNote(db, change, { dialogId: ID, text: 'Call them.' })],
  ['note remove', (db, change) => removeNote(db, change, { dialogId: ID, id: 1, removed: true })],
  ['dialog done', (db, change) => setWaiting(db, change, { ids: [ID], waiting: false })],
  ['dialog wait', (db, change) => setWaiting(db, change, { ids: [OTHER_ID], waiting: true })],
  [
    'comment answer',
    (db, change) =>
      answerDialog(db, change, {
        dialogId: ID,
        text: 'Because.',
        author: { identity: IDENTITY, email: 'eva@example.com', name: 'Eva' },
        origin: { claimed: '192.0.2.1', sender: '192.0.2.1' },
        publicUrl,
      }),
  ],
  ['comment edit', (db, change) => editComment(db, change, { id: COMMENT, text: 'New.', publicUrl })],
  ['comment restore', (db, change) => releaseComments(db, change, [HELD_COMMENT])],
  ['comment restore', (db, change) => releaseCommentsOf(db, change, [ID])],
  ['comment delete', (db, change) => deleteComments(db, change, [COMMENT])],
  ['comment undelete', (db, change) => undeleteComments(db, change, [DELETED_COMMENT])],
  ['comment purge', (db, change) => purgeComments(db, change, [DELETED_COMMENT])],
  ['comment org-reply', (db, change) => setOrgReply(db, change, { ids: [COMMENT], isOrgReply: true })],
  ['canned add', (db, change) => addCannedAnswer(db, change, NEW)],
  ['canned change', (db, change) => changeCannedAnswer(db, change, { id: 51, ...NEW })],
  ['canned remove', (db, change) => removeCannedAnswer(db, change, 51)],
  ['redirect add', (db, change) => addAddress(db, change, { address: '/old', to: `/${ID}`, publicUrl })],
  ['redirect change', (db, change) => changeAddress(db, change, { id: 81, to: `/${ID}`, publicUrl })],
  ['redirect remove', (db, change) => removeAddress(db, change, { address: '/known' })],
  [
    'redirect import',
    (db, change) =>
      importAddresses(db, change, {
        addresses: [{ address: '/older', to: '/search' }],
        replace: false,
        dryRun: false,
        publicUrl,
      }),
  ],
  ['tag add', (db, change) => tagDialog(db, change, { dialogId: ID, tags: ['green'] })],
  ['tag remove', (db, change) => untagDialog(db, change, { dialogId: ID, tags: ['red'] })],
  ['tag public', (db, change) => publishTags(db, change, { tags: ['red'], isPublic: true })],
  ['tag private', (db, change) => publishTags(db, change, { tags: ['Blue'], isPublic: false })],
  ['reports resolve', (db, change) => resolveReports(db, change, [1])],
  ['reports resolve', (db, change) => resolveReportsOf(db, change, [ID])],
  ['spam', (db, change) => markSpam(db, change, { dialogIds: [ID], own: [] })],
  ['spam undo', (db, change) => undoSpam(db, change, 91)],
  ['spam forget', (db, change) => forgetHost(db, change, 91)],
  ['block add', (db, change) => blockSender(db, change, { email: 'new@example.com' })],
  ['block remove', (db, change) => unblockSender(db, change, SPAM)],
  [
    'file delete',
    (db, moderation) =>
      deleteFiles(db, { moderation, names: [{ token: TOKEN, ending: 'txt' }], files: undefined }),
  ],
  [
    'staff notify',
    (db, change) =>
      chooseNotices(db, change, {
        colleague: COLLEAGUE,
        posts: 'daily',
        reports: 'daily',
        assigned: true,
      }),
  ],
];
