import type { Action } from '../model/permissions.ts';
import { textVersion } from '../posts/edit-posts.ts';

const MADE_FROM = 'made-from';

/** `{n}` is a different number for each one who sends it, so that each has something to change. */
type DeskForm = [Action, path: string, fields: Record<string, string>];

const SETTINGS = {
  name: 'Help {n}',
  formal_name: 'Help Ltd',
  language: 'en',
  accent_color: '#0a7d5c',
  'topics[Q]': 'on',
  'topics[P]': 'on',
  'topics[S]': 'on',
  'topics[B]': 'on',
  default_topic: 'Q',
  hold: 'none',
};

/** Every form of the desk, by the action that it takes. */
export const DESK_FORMS: readonly DeskForm[] = [
  ['set', '/settings', SETTINGS],
  ['metadata add', '/settings/fields', { field: 'age', type: 'integer', maximum: '200' }],
  ['metadata remove', '/settings/fields/model/remove', {}],
  ['key create', '/keys', { name: 'new', scope: 'write' }],
  ['key revoke', '/keys/1/revoke', { confirm: 'shop' }],
  ['webhook add', '/webhooks', { url: 'https://192.0.2.9/', 'event[dialog.created]': 'on' }],
  ['webhook test', '/webhooks/1/test', {}],
  ['webhook resend', '/webhooks/1/events/1', {}],
  ['webhook rotate', '/webhooks/1/secret', {}],
  ['webhook remove', '/webhooks/1/remove', { confirm: '192.0.2.8' }],
  ['dialog archive', '/dialogs/11{n}', { action: 'archive' }],
  ['dialog archive', '/queue', { action: 'archive', 'dialog[31{n}]': 'on' }],
  ['dialog restore', '/dialogs/12{n}', { action: 'restore' }],
  ['dialog restore', '/queue', { action: 'restore', 'dialog[32{n}]': 'on' }],
  ['dialog delete', '/dialogs/13{n}', { action: 'delete' }],
  ['dialog delete', '/queue', { action: 'delete', 'dialog[33{n}]': 'on' }],
  ['dialog undelete', '/dialogs/34{n}', { action: 'undelete' }],
  ['dialog undelete', '/queue', { action: 'undelete', 'dialog[35{n}]': 'on' }],
  ['dialog purge', '/deleted/dialogs/36{n}', { confirm: '36{n}' }],
  [
    'dialog edit',
    '/dialogs/14{n}/edit',
    { title: 'Edited {n}', text: 'Edited.', [MADE_FROM]: 'Title 14{n}, Text 14{n}' },
  ],
  ['dialog merge', '/dialogs/15{n}/merge', { into: '1001' }],
  ['dialog merge', '/merge', { ids: '27{n},1001', into: '1001' }],
  ['dialog unmerge', '/merges/{n}/undo', {}],
  ['dialog topic', '/dialogs/16{n}', { action: 'topic', topic: 'B' }],
  ['dialog topic', '/queue', { action: 'topic', topic: 'B', 'dialog[14{n}]': 'on' }],
  ['dialog topic', '/dialogs', { action: 'topicBack', from: 'B', 'dialog[14{n}]': 'P' }],
  ['dialog state', '/dialogs/17{n}', { action: 'state', state: 'answered' }],
  ['dialog state', '/queue', { action: 'state', state: 'solved', 'dialog[17{n}]': 'on' }],
  ['dialog assign', '/dialogs/17{n}', { action: 'assign', assignee: '{me}' }],
  ['dialog assign', '/queue', { action: 'assign', assignee: '{me}', 'dialog[16{n}]': 'on' }],
  ['dialog assign', '/queue', { action: 'assignBack', from: '', 'dialog[18{n}]': '{me}' }],
  ['dialog snooze', '/dialogs/19{n}', { action: 'snooze', when: 'tomorrow' }],
  ['dialog snooze', '/queue', { action: 'snooze', when: 'week', 'dialog[23{n}]': 'on' }],
  ['dialog wait', '/queue', { action: 'wake', 'dialog[23{n}]': 'on' }],
  ['note add', '/dialogs/18{n}', { action: 'note', note: 'Call them.' }],
  ['note remove', '/dialogs/1001', { action: 'removeNote', id: '{n}' }],
  ['dialog done', '/dialogs/18{n}', { action: 'done' }],
  ['dialog wait', '/dialogs/19{n}', { action: 'wait' }],
  ['comment answer', '/dialogs/20{n}/answer', { text: 'Because {n}.' }],
  ['comment edit', '/dialogs/1001/comments/41{n}/edit', { text: 'Edited.', [MADE_FROM]: 'Text 41{n}' }],
  ['comment restore', '/dialogs/1001/comments/42{n}', { action: 'approve' }],
  ['comment delete', '/dialogs/1001/comments/43{n}', { action: 'delete' }],
  ['comment undelete', '/dialogs/1001/comments/45{n}', { action: 'undelete' }],
  ['comment purge', '/deleted/comments/46{n}', { confirm: '46{n}' }],
  ['comment org-reply', '/dialogs/1001/comments/44{n}', { action: 'official' }],
  ['canned add', '/canned-answers', { name: 'New {n}', text: 'Hi.' }],
  ['canned change', '/canned-answers/5{n}', { name: 'Changed {n}', text: 'Hi.' }],
  ['canned remove', '/canned-answers/6{n}', { action: 'remove' }],
  ['tag add', '/dialogs/23{n}', { action: 'tag', tags: 'green' }],
  ['tag remove', '/dialogs/24{n}', { action: 'untag', tag: 'red' }],
  ['tag add', '/queue', { action: 'tag', tag: 'yellow', 'dialog[24{n}]': 'on' }],
  ['tag remove', '/queue', { action: 'untag', tag: 'yellow', 'dialog[24{n}]': 'on' }],
  ['reports resolve', '/dialogs/21{n}', { action: 'resolve' }],
  ['block add', '/blocks', { sender: 'new-{n}@example.com' }],
  ['block add', '/dialogs/22{n}', { action: 'block' }],
  ['block remove', '/blocks/7{n}/remove', {}],
  ['block add', '/person?email=bo@example.com', { action: 'block', network: '192.0.2.{n}' }],
  ['block remove', '/person?email=bo@example.com', { action: 'unblock', network: '192.0.2.{n}' }],
  ['spam', '/dialogs/25{n}', { action: 'spam' }],
  ['spam', '/dialogs/1001/comments/47{n}', { action: 'spam' }],
  ['spam', '/queue', { action: 'spam', 'dialog[26{n}]': 'on' }],
  ['spam undo', '/spam/9{n}/undo', {}],
  ['spam forget', '/blocks/sites/9{n}/remove', {}],
  ['redirect add', '/redirects', { address: '/new-{n}', to: '/1001' }],
  ['redirect remove', '/redirects/8{n}/remove', {}],
  ['set', '/settings/states', { 'name[new]': 'State {n}', 'color[new]': 'red', 'topic[new-Q]': 'on' }],
  ['staff notify', '/notifications', { posts: 'daily', reports: 'off' }],
];

/** The body that someone with a number sends, `{me}`. */
export function fillForm(
  fields: Record<string, string>,
  n: number,
  { personId }: { personId: number },
): Record<string, string> {
  const entries = Object.entries(fields).map(([name, value]) => {
    const filled = value.replaceAll('{n}', String(n)).replaceAll('{me}', String(personId));
    return [
      name.replaceAll('{n}', String(n)),
      name === MADE_FROM ? textVersion(...filled.split(', ')) : filled,
    ];
  });
  return Object.fromEntries(entries);
}

/** On the command line, on the pages of members, or both. */
export const NOT_AT_DESK: readonly Action[] = [
  'create',
  'delete',
  'erase',
  'account set',
  'dialog accept',
  'tag public',
  'tag private',
  'redirect change',
  'redirect import',
  'file delete',
];

type ApiRequest = [Action, method: 'patch' | 'delete' | 'post', path: string, body?: object];

/** Every change that programs can make, by its action. */
export const API_REQUESTS: readonly ApiRequest[] = [
  ['dialog archive', 'patch', '/dialog/help/114.json', { archived: true }],
  ['dialog restore', 'patch', '/dialog/help/124.json', { archived: false }],
  ['dialog delete', 'delete', '/dialog/help/134.json'],
  ['dialog undelete', 'post', '/dialog/help/344/undelete'],
  ['dialog purge', 'post', '/dialog/help/364/purge'],
  ['dialog edit', 'patch', '/dialog/help/144.json', { title: 'Edited' }],
  ['dialog merge', 'post', '/dialog/help/154/merge', { into: 1001 }],
  ['dialog topic', 'patch', '/dialog/help/164.json', { topic: 'B' }],
  ['dialog state', 'patch', '/dialog/help/174.json', { state: 'planned' }],
  ['tag add', 'patch', '/dialog/help/234.json', { tags: 'green' }],
  ['tag remove', 'patch', '/dialog/help/244.json', { tags: '' }],
  ['comment edit', 'patch', '/comment/help/1001/414.json', { text: 'Edited.' }],
  ['comment restore', 'patch', '/comment/help/1001/424.json', { held: false }],
  ['comment delete', 'delete', '/comment/help/1001/434.json'],
  ['comment undelete', 'post', '/comment/help/1001/454/undelete'],
  ['comment purge', 'post', '/comment/help/1001/464/purge'],
  ['comment org-reply', 'patch', '/comment/help/1001/444.json', { is_org_reply: true }],
  ['reports resolve', 'patch', '/reports/help/1.json', { resolved: true }],
  ['redirect add', 'post', '/addresses/help', { address: '/new-4', to: '/1001' }],
  ['redirect change', 'patch', '/addresses/help/84.json', { to: '/1001' }],
  ['redirect remove', 'delete', '/addresses/help/84.json'],
];
