import { closedObject, schemaReference, type WebhookEvent } from '@guidepost/openapi';
import type { SchemaObject } from 'ajv';
import type { EVENT_TYPES } from '../../model/event-types.ts';

const ADDRESS: SchemaObject = { type: 'string', format: 'uri' };
const IDENTIFIER = { id: { type: 'integer', minimum: 1 }, uri: ADDRESS };

/** Of posts that are gone. */
const DIALOG_REMAINS = gone(closedObject(IDENTIFIER));
const REMAINS = gone(closedObject({ ...IDENTIFIER, dialog_uri: ADDRESS }));

const DIALOG: SchemaObject = { anyOf: [schemaReference('Dialog'), DIALOG_REMAINS] };
const COMMENT: SchemaObject = { anyOf: [schemaReference('Comment'), REMAINS] };

export const WEBHOOK_EVENTS: Readonly<Record<(typeof EVENT_TYPES)[number], WebhookEvent>> = {
  'dialog.created': { summary: 'A dialog was posted, or published after review', data: DIALOG },
  'dialog.updated': {
    summary: 'Title, text, topic, state, tags or author of a dialog have changed, or it was restored',
    data: DIALOG,
  },
  'dialog.archived': { summary: 'A dialog was archived', data: DIALOG },
  'dialog.merged': {
    summary: 'A dialog has become part of another one',
    data: closedObject({ ...IDENTIFIER, merged_into: DIALOG }),
  },
  'dialog.deleted': { summary: 'A dialog was deleted with its comments', data: DIALOG_REMAINS },
  'comment.created': { summary: 'A comment was posted, or published after review', data: COMMENT },
  'comment.updated': { summary: 'Text, author or mark of a comment have changed', data: COMMENT },
  'comment.deleted': { summary: 'A comment was deleted', data: REMAINS },
  'report.created': {
    summary: 'Someone has reported a dialog or comment',
    data: { anyOf: [schemaReference('Report'), REMAINS] },
  },
};

function gone(schema: SchemaObject): SchemaObject {
  return { ...schema, description: 'Of a post that is gone.' };
}
