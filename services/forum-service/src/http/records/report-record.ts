import type { ReportRow } from '../../moderation/report-slice.ts';
import type { Call } from '../endpoint.ts';
import { neutralizeTags } from '../formats/neutralize-tags.ts';
import type { ResourceRecord } from '../formats/record.ts';

/** A report; nothing in it is derived from an e-mail address. */
export function reportRecord(row: ReportRow, { addresses }: Pick<Call, 'addresses'>): ResourceRecord {
  const { id, dialog_id, comment_id } = row;
  return {
    id,
    uri: addresses.report(id),
    dialog_uri: addresses.dialog(dialog_id),
    comment_uri: comment_id === null ? null : addresses.comment(dialog_id, comment_id),
    name: neutralizeTags(row.author_name),
    report_reason: neutralizeTags(row.reason),
    pub_date: row.pub_date,
    resolved: row.resolved,
  };
}
