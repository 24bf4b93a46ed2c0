import type { MediaType } from '@guidepost/openapi';
import { createAddresses } from '../../model/addresses.ts';
import { TOPICS } from '../../model/topics.ts';
import { renderText } from '../../rendering/render-text.ts';
import type { Call, ReadDescription, RecordName } from '../endpoint.ts';
import { notationOf, type Writing, xmlLibrary } from '../formats/notations.ts';
import type { ResourceRecord } from '../formats/record.ts';
import { CALLBACK } from '../parameters.ts';
import {
  addressRecord,
  commentRecord,
  dialogRecord,
  propertiesRecord,
  reportRecord,
  tagRecord,
} from '../records.ts';

export const EXAMPLE_SLUG = 'demo';

const PUBLIC_URL = 'https://forum.example.com';

const CALL: Call = {
  forum: {
    id: 1,
    account_id: 1,
    revision: 1,
    slug: EXAMPLE_SLUG,
    name: 'Example Forum',
    formal_name: 'Example Ltd',
    intro_message: 'Ask us anything.',
    status_message: '',
    status_url: '',
    popup_header: 'What is on your mind?',
    thankyou_message: 'Thank you!',
    default_topic: 'Q',
    topics: [...TOPICS],
    language: 'en',
    hold: 'none',
    allowed_origins: [],
    foreign_images: true,
    attachments: false,
    accent_color: '#2456c8',
    host: '',
    guides: '',
    states: [],
    logo: null,
    metadata_fields: [],
  },
  addresses: createAddresses(PUBLIC_URL, { slug: EXAMPLE_SLUG, host: '' }),
  accessKeyId: undefined,
  path: {},
};

const AUTHOR = { poster_id: 3, author_name: 'Anna Berg', work_title: null };

/** Built by the code that builds real records, so they stay up to date. */
const RECORDS: Readonly<Record<RecordName, ResourceRecord>> = {
  Dialog: dialogRecord(
    {
      ...AUTHOR,
      id: 7,
      topic: 'Q',
      title: 'How do I change my address?',
      text_html: renderText('I have moved, and my orders still go to the old place.'),
      pub_date: '2026-11-20T09:15:00Z',
      last_activity: '2026-11-20T10:02:00Z',
      num_comments: 1,
      num_votes: 4,
      popularity: 210.55,
      state: 'answered',
      archived: false,
    },
    CALL,
  ),
  Comment: commentRecord(
    {
      ...AUTHOR,
      id: 12,
      dialog_id: 7,
      text_html: renderText('You can change it under your name, at the top of each page.'),
      pub_date: '2026-11-20T10:02:00Z',
      is_org_reply: true,
      parent: null,
      work_title: 'Support',
    },
    CALL,
  ),
  Tag: tagRecord({ name: 'Delivery', dialogs: 31, is_public: true }, CALL),
  Properties: propertiesRecord(CALL),
  Report: reportRecord(
    {
      id: 3,
      dialog_id: 7,
      comment_id: 12,
      author_name: 'Bo Ek',
      reason: 'This is advertising.',
      resolved: false,
      pub_date: '2026-11-20T11:30:00Z',
    },
    CALL,
  ),
  Address: addressRecord(
    {
      id: 31,
      address: 'discourse:topic:12',
      dialog_id: 7,
      comment_id: null,
      tag: null,
      tag_name: null,
      page: null,
      url: null,
      fragment: null,
      title: 'How do I change my address?',
      visible: true,
      hits: 12,
      made_by: 'import',
      made_with: 'import',
      created_at: new Date('2026-11-20T08:00:00Z'),
    },
    CALL,
  ),
};

type Examples = NonNullable<MediaType['examples']>;

export function exampleAnswers({
  answer: { record, list },
}: Pick<ReadDescription, 'answer'>): Record<'json' | 'jsonp' | 'xml', Examples> {
  const write = (writing: Writing) => {
    return notationOf(writing).whole(list ? [RECORDS[record]] : RECORDS[record]);
  };
  const json = write({ format: 'json', callback: undefined });
  const jsonp = write({ format: 'json', callback: CALLBACK.example });
  const xml = xmlLibrary().create(write({ format: 'xml', callback: undefined }));
  return {
    json: { answer: { summary: '.json', value: JSON.parse(json) } },
    jsonp: { answer: { summary: `.json?callback=${CALLBACK.example}`, value: jsonp } },
    xml: { answer: { summary: '.xml', value: xml.end({ prettyPrint: true }) } },
  };
}
