import type { DescribeEvent, QueuedEvent } from '@guidepost/webhooks';
import type { Context } from '../context.ts';
import { createAddresses } from '../model/addresses.ts';
import { findReport } from '../moderation/reports.ts';
import { findComment } from '../posts/comments.ts';
import { findDialog } from '../posts/read-dialog.ts';
import { findForum } from '../tenants/find-forum.ts';
import type { Call } from './endpoint.ts';
import type { ResourceRecord } from './formats/record.ts';
import { commentRecord, dialogDetail, reportRecord } from './records.ts';

/** The facts about a post that are known without reading it. */
interface AboutPost {
  /** Its slug. */
  forum: string;
  dialog: number;
  comment?: number;
  report?: number;
  /** The dialog that it was merged into. */
  into?: number | null;
}

/** As for a key, since webhooks are for those who have keys: with tags, and whether a dialog is archived. */
const KEYED = { accessKeyId: 0, path: {} };

/**
 * Describes events by the record of the API, which has no e-mail addresses. Only the addresses of a deleted post
 * remain.
 */
export function createDescribeEvent({ background: database, config }: Context): DescribeEvent {
  return async ({ tenantId, type, about }: QueuedEvent): Promise<ResourceRecord> => {
    const post = about as unknown as AboutPost;
    const { forum: slug, dialog, comment, report, into } = post;
    const found = await findForum(database, slug);
    // Another account may have taken the slug of a deleted forum.
    const forum = found?.account_id === tenantId ? found : undefined;
    const addresses = createAddresses(config.PUBLIC_URL, forum ?? { slug, host: '' });
    // A deleted post may have been restored before the event is sent.
    const isReadable = forum !== undefined && !type.endsWith('.deleted');
    const call: Call | undefined = isReadable ? { ...KEYED, forum, addresses } : undefined;

    const readDialog = async (id: number): Promise<ResourceRecord> => {
      const row = call && (await findDialog(database, { forumId: call.forum.id, id, keyed: true }));
      return call && row ? dialogDetail(row, call) : { id, uri: addresses.dialog(id) };
    };
    const readComment = async (id: number): Promise<ResourceRecord> => {
      const request = { dialogId: dialog, id, keyed: true };
      const row = call && (await findComment(database, { ...request, forumId: call.forum.id }));
      if (call && row) return commentRecord(row, call);
      return { id, uri: addresses.comment(dialog, id), dialog_uri: addresses.dialog(dialog) };
    };
    const readReport = async (id: number): Promise<ResourceRecord> => {
      const row = call && (await findReport(database, call.forum.id, id));
      if (call && row) return reportRecord(row, call);
      return { id, uri: addresses.report(id), dialog_uri: addresses.dialog(dialog) };
    };

    if (type === 'report.created' && report !== undefined) return readReport(report);
    if (comment !== undefined) return readComment(comment);
    if (!into) return readDialog(dialog);
    return { id: dialog, uri: addresses.dialog(dialog), merged_into: await readDialog(into) };
  };
}
