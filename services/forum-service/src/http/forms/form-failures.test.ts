import { createTokenBuckets } from '@guidepost/http/limits';
import { readByParsers, readPage } from '@guidepost/testing/markup';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createApp } from '../../app.ts';
import { setProperties } from '../../tenants/administration.ts';
import { addMetadataField } from '../../tenants/metadata-fields.ts';
import { writeDialogs, writeForum } from '../../testing/content.ts';
import {
  DIALOG_ID,
  FORM_ENCODINGS,
  type PostingService,
  startPostingService,
} from '../../testing/posting-service.ts';
import { COMMENT, countEverything, DIALOG, REPORT, VOTE } from '../../testing/posts.ts';

const ARCHIVED_ID = 1_000_002;
const ERROR_URL = 'https://www.example.com/ask?step=1#form';

let service: PostingService;
let forumId: number;

beforeAll(async () => {
  service = await startPostingService({ RATE_LIMITS: 'off', TRUSTED_PROXIES: 'loopback' });
  const { database } = service;
  ({ id: forumId } = await database.one("select id from forums where slug = 'help'"));
  await writeDialogs(database, forumId, [{ id: ARCHIVED_ID, archived: true }]);
  await writeForum(database, { slug: 'hjalp', language: 'sv' });
  await addMetadataField(database, 'help', { name: 'floor', type: 'integer', maximum: 9 });
  await addMetadataField(database, 'help', { name: 'constructor', type: 'text', maximum: 9 });
  await service.settled('help');
});

afterAll(() => service.stop());

/** The query parameters that an address adds. */
function messagesIn(location: string | undefined): [string, string][] {
  const url = new URL(String(location));
  expect(`${url.origin}${url.pathname}${url.hash}`).toBe('https://www.example.com/ask#form');
  expect(url.search).toMatch(/^\?step=1&/);
  return [...url.searchParams].slice(1);
}

/** As one parser reads it; another test compares the parsers. */
const elementsOf = (html: string) => new Map(readByParsers(html)).get('htmlparser2') ?? [];

/** The fields a page's form would send. */
function fieldsIn(html: string): Record<string, string> {
  const form = new Map<string, string>();
  const isSent = ({ type, name, ...rest }: Record<string, string>) =>
    name !== undefined && (type !== 'radio' || 'checked' in rest);
  for (const { name, attributes } of elementsOf(html))
    if (name === 'input' && isSent(attributes))
      form.set(String(attributes.name), String(attributes.value ?? ''));
  const text = /<textarea[^>]*>\n([^<]*)<\/textarea>/.exec(html)?.[1];
  return { ...Object.fromEntries(form), ...(text && { text }) };
}

describe.each(FORM_ENCODINGS)('invalid fields, as %s', (encoding) => {
  it('redirect to error_url, with each message as a parameter named after its field', async () => {
    const before = await countEverything(service.database);
    const form = {
      name: 'Anna',
      useremail: 'anna',
      topic: 'q',
      title: `a\n${'b'.repeat(200)}`,
      error_url: ERROR_URL,
    };
    const answer = await service.sendForm('/api/help', { ...form, floor: '10' }, encoding);
    expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([303, '', 'no-store']);
    expect(messagesIn(answer.headers.location)).toEqual([
      ['floor', 'Please enter a whole number of at most 9.'],
      ['useremail', 'Please enter an e-mail address such as name@example.com.'],
      ['title', 'This must be on one line.'],
      ['title', 'This can have at most 200 characters.'],
      ['text', 'Please fill in this field.'],
    ]);
    expect(await countEverything(service.database)).toEqual(before);
  });

  it('have the same messages as in JSON', async () => {
    for (const [path, form] of [
      ['/api/help', { topic: 'S', useremail: 'a@b' }],
      [`/api/comment/help/${DIALOG_ID}`, { text: '' }],
      [`/api/vote/help/${DIALOG_ID}`, {}],
      [`/api/report-dialog/help/${DIALOG_ID}`, { report_reason: 'a\u0007' }],
    ] as const) {
      const messages = (await service.messagesFor(path, form)) as Record<string, string[]>;
      const expected = Object.entries(messages).flatMap(([name, all]) => all.map((one) => [name, one]));
      const answer = await service.sendForm(path, { ...form, error_url: ERROR_URL }, encoding);
      expect(messagesIn(answer.headers.location)).toEqual(expected);
    }
  });
});

describe('errors that concern no field', () => {
  afterEach(() => service.database.none('truncate blocked_senders'));

  /** Posts a unique dialog to another app. */
  const through = (app: supertest.Agent, form: object = {}) =>
    app
      .post('/api/help')
      .type('form')
      .send({ ...service.newDialog(), ...form });

  /** Votes that cannot be retried, each with where its page links to. */
  const votes: [
    what: string,
    status: number,
    message: string,
    send: (form: object) => PromiseLike<supertest.Response>,
    leadsTo: [text: string, address: string],
  ][] = [
    [
      'a second vote with the same address',
      400,
      'You have already voted with this e-mail address.',
      async (form) => {
        await service.post(`/api/vote/help/${DIALOG_ID}`, VOTE);
        return service.sendForm(`/api/vote/help/${DIALOG_ID}`, { ...VOTE, ...form });
      },
      ['Back to the post', `/forum/help/${DIALOG_ID}`],
    ],
    [
      'the dialog is archived',
      400,
      'This cannot be posted here.',
      (form) => service.sendForm(`/api/vote/help/${ARCHIVED_ID}`, { ...VOTE, ...form }),
      ['Back to the post', `/forum/help/${ARCHIVED_ID}`],
    ],
    [
      'the dialog was deleted',
      404,
      'The post that this was meant for no longer exists.',
      (form) => service.sendForm('/api/vote/help/999', { ...VOTE, ...form }),
      ['Back to the forum', '/forum/help'],
    ],
  ];

  it.each(votes)('redirect to error_url with `error`: %s', async (_what, _status, message, send) => {
    const answer = await send({ error_url: ERROR_URL });
    expect(messagesIn(answer.headers.location)).toEqual([['error', message]]);
  });

  it.each(votes)(
    'show a page without a form if a retry cannot succeed: %s',
    async (_what, status, message, send, [text, address]) => {
      const answer = await send({ success_url: 'https://www.example.com/' });
      const page = readPage(answer.text);
      expect([answer.status, page.texts('h1')]).toEqual([status, [message]]);
      expect(page.all('form')).toEqual([]);
      const link = page.all('a', 'button')[0];
      expect([page.texts('a', 'button'), link?.attribs.href]).toEqual([[text], address]);
    },
  );

  const cases: [
    what: string,
    status: number,
    message: string,
    send: (form: object) => PromiseLike<supertest.Response>,
  ][] = [
    [
      'the dialog exists already',
      400,
      'This has already been sent.',
      async (form) => {
        await service.post('/api/help', { ...DIALOG, title: 'Twice' });
        return service.sendForm('/api/help', { ...DIALOG, title: 'Twice', ...form });
      },
    ],
    [
      'the dialog is archived',
      400,
      'This cannot be posted here.',
      (form) => service.sendForm(`/api/comment/help/${ARCHIVED_ID}`, { ...COMMENT, ...form }),
    ],
    [
      'the sender is blocked',
      400,
      'This cannot be posted here.',
      async (form) => {
        await service.database.none(
          "insert into blocked_senders (forum_id, email) values ($1, 'bo@example.com')",
          [forumId],
        );
        return service.sendForm(`/api/report-dialog/help/${DIALOG_ID}`, { ...REPORT, ...form });
      },
    ],
    [
      'there is no such dialog (S23)',
      404,
      'The post that this was meant for no longer exists.',
      (form) => service.sendForm('/api/comment/help/999', { ...COMMENT, ...form }),
    ],
    [
      'the id is invalid (S28)',
      404,
      'The post that this was meant for no longer exists.',
      (form) => service.sendForm('/api/comment/help/9007199254740992', { ...COMMENT, ...form }),
    ],
    [
      'the rate limit is reached',
      400,
      'Too many posts have been sent from here in a short time. Please try again in a minute.',
      (form) => {
        const post = createTokenBuckets({ name: 'none', points: 1, seconds: 86_400 });
        const claimed = { post, vote: post };
        const limited = supertest(
          createApp({ ...service.context, rateLimits: { ...service.context.rateLimits, claimed } }),
        );
        return through(limited).then(() => through(limited, form));
      },
    ],
    [
      'the disk is full (S25)',
      503,
      'The forum cannot accept this at the moment. Please try again a little later.',
      (form) => {
        const identify = () => Promise.reject(Object.assign(new Error('full'), { code: '53100' }));
        return through(supertest(createApp({ ...service.context, identify })), form);
      },
    ],
    [
      'an internal error',
      500,
      'Something went wrong on our side. Please try again a little later.',
      (form) => {
        const identify = () => Promise.reject(new Error('broken'));
        return through(supertest(createApp({ ...service.context, identify })), form);
      },
    ],
  ];

  it.each(cases)('redirect to error_url with `error`: %s', async (_what, _status, message, send) => {
    const answer = await send({ error_url: ERROR_URL });
    expect(answer.status).toBe(303);
    expect(messagesIn(answer.headers.location)).toEqual([['error', message]]);
  });

  it.each(cases)('show a page with the form without error_url: %s', async (_what, status, message, send) => {
    const { headers, text, ...answer } = await send({});
    expect([answer.status, headers.location]).toEqual([status, undefined]);
    expect(text).toContain(status === 500 ? message.slice(0, -1) : message);
    expect(fieldsIn(text)).toMatchObject({
      name: expect.any(String),
      useremail: expect.stringContaining('@example.com'),
    });
    expect('retry-after' in headers).toBe(status === 503 || message.startsWith('Too many'));
  });

  it('do not claim that nothing was sent if it was sent before', async () => {
    await service.post('/api/help', { ...DIALOG, title: 'Once' });
    const { text } = await service.sendForm('/api/help', { ...DIALOG, title: 'Once' }).expect(400);
    const page = readPage(text);
    expect(page.texts('h1')).toEqual(['This has already been sent.']);
    expect(text).not.toContain('This has not been sent');
  });

  it('show the id of the log entry for a server error', async () => {
    const identify = () => Promise.reject(new Error('broken in a new way'));
    const { text } = await through(supertest(createApp({ ...service.context, identify })));
    const [, id = ''] = /try again a little later\. \(([^)]+)\)/.exec(text) ?? [];
    expect(service.logLines.find((line) => line.includes('broken in a new way'))).toContain(id);
  });

  it('show a page in English if the forum is unknown', async () => {
    const answer = await service.sendForm('/api/unknown', { ...DIALOG, error_url: ERROR_URL });
    expect([answer.status, answer.headers.location]).toEqual([404, undefined]);
    expect(answer.text).toContain('The post that this was meant for no longer exists.');
    expect(answer.text).toContain('Go back in your browser to return to what you typed.');
  });

  it('are plain text for a bad key, wherever errors go', async () => {
    const answer = await service.sendForm('/api/help?key=bad', service.newDialog({ error_url: ERROR_URL }));
    expect([answer.status, answer.text, answer.type]).toEqual([401, 'Authorization Required', 'text/plain']);
  });
});

describe('S10 a return address that is not allowed', () => {
  it.each(['success_url', 'error_url'])(
    'shows a page that says so, and nothing is stored: %s',
    async (name) => {
      const before = await countEverything(service.database);
      const addresses = {
        success_url: 'https://www.example.com/',
        error_url: ERROR_URL,
        [name]: '//evil.example/',
      };
      const answer = await service.sendForm('/api/help', service.newDialog(addresses));
      expect([answer.status, answer.headers.location, answer.type]).toEqual([400, undefined, 'text/html']);
      expect(answer.text).toContain(`${name}: A return address is not allowed.`);
      expect(answer.text).not.toMatch(/evil\.example|www\.example\.com/);
      expect(await countEverything(service.database)).toEqual(before);
      // The page keeps the input.
      const again = fieldsIn(answer.text);
      expect(Object.keys(again)).not.toContain(name);
      await service.sendForm('/api/help', again).expect(303);
    },
  );

  it('is checked before fields, keys and limits', async () => {
    const answer = await service.sendForm('/api/help?key=bad', { error_url: 'javascript:alert(1)' });
    expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
    expect(answer.text).toContain('error_url: A return address');
  });

  it('is one outside the allowed origins of the forum, if there are any', async () => {
    const to = (address: string) =>
      service.sendForm('/api/help', service.newDialog({ success_url: address, error_url: address }));
    await setProperties(service.database, 'help', { allowed_origins: ['https://www.example.com'] });
    await service.settled('help');
    const answers = [
      await to('https://www.example.com/thanks'),
      await to('https://forum.example/api/help/js-endpoint/'),
      await to('https://www.example.com.evil.example/'),
    ];
    await setProperties(service.database, 'help', { allowed_origins: [] });
    await service.settled('help');
    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual([
      [303, 'https://www.example.com/thanks'],
      [303, 'https://forum.example/api/help/js-endpoint/'],
      [400, undefined],
    ]);
  });
});

describe('the page without error_url', () => {
  const HOSTILE =
    '"><script>alert(1)</script><img src=x onerror=alert(1)>\'&amp;</textarea>{{7*7}}<%= 1 %>\n';

  it('shows the form with all input, posting to the same address', async () => {
    const typed = {
      ...DIALOG,
      useremail: 'anna',
      text: '\n  First\n\nlast & <b>bold</b>  ',
      floor: '3',
      success_url: 'https://www.example.com/thanks',
      extra: 'of the site',
    };
    const { status, type, text } = await service.sendForm('/api/help', typed);
    expect([status, type]).toEqual([400, 'text/html']);
    const [form] = elementsOf(text).filter(({ name }) => name === 'form');
    expect(form?.attributes).toEqual({ class: 'sending', method: 'post' });
    const decoded = fieldsIn(text.replaceAll('&lt;', '‹').replaceAll('&gt;', '›').replaceAll('&amp;', '&'));
    expect(decoded).toEqual({
      ...typed,
      topic: 'Q',
      text: '\n  First\n\nlast & ‹b›bold‹/b›  ',
      your_homepage: '',
    });
  });

  it('shows each error at its field, accessibly', async () => {
    const { text } = await service.sendForm('/api/help', { ...DIALOG, useremail: 'anna' });
    const wrong = elementsOf(text).filter(({ attributes }) => 'aria-invalid' in attributes);
    expect(wrong.map(({ attributes }) => attributes['aria-describedby'])).toEqual([
      ':again-useremail-wrong :again-useremail-hint',
    ]);
    expect(text).toContain('id=":again-useremail-wrong">Please enter an e-mail address');
    expect(elementsOf(text).some(({ attributes }) => attributes.role === 'alert')).toBe(false);
  });

  it.each([
    ['Ek', false],
    ['Ek and sons', true],
  ])('S19 shows a field named like a property of Object: %s', async (typed, isWrong) => {
    const form = { ...DIALOG, useremail: '', constructor: typed };
    const { text } = await service.sendForm('/api/help', form).expect(400);
    expect(fieldsIn(text).constructor).toBe(typed);
    expect(text.includes('id=":again-constructor-wrong">This can have at most 9')).toBe(isWrong);
  });

  it('is accepted when resubmitted with corrections', async () => {
    const typed = service.newDialog({ useremail: '', success_url: 'https://www.example.com/thanks' });
    const { text } = await service.sendForm('/api/help', typed).expect(400);
    const mended = { ...fieldsIn(text), useremail: 'anna@example.com' };
    const { headers } = await service.sendForm('/api/help', mended).expect(303);
    expect(headers.location).toBe('https://www.example.com/thanks');
  });

  it('S11 contains only our own markup, whatever was sent', async () => {
    const names = [
      'name',
      'useremail',
      'topic',
      'title',
      'floor',
      'success_url',
      'error_url',
      'key',
      HOSTILE,
    ];
    const plain = await service.sendForm('/api/help', Object.fromEntries(names.map((name) => [name, 'a'])));
    const hostile = await service.sendForm(
      '/api/help',
      Object.fromEntries(names.map((name) => [name, HOSTILE])),
    );
    const shapes = [plain, hostile].map(({ text }) =>
      readByParsers(text).map(([, elements]) =>
        elements.map(({ name, attributes }) => [name, Object.keys(attributes)]),
      ),
    );
    expect(shapes[1]).toEqual(shapes[0]);
    expect(hostile.text).not.toContain('<script>');
  });

  it('S24 splits no header, and turns nothing into a link', async () => {
    const form = {
      ...DIALOG,
      name: 'A\r\nSet-Cookie: a=b',
      title: 'B\r\n\r\nhttps://evil.example',
      success_url: 'https://a.example/\u{1F6B2}?b=c;d#\u00e5',
    };
    const { headers, text } = await service.sendForm('/api/help', form).expect(400);
    expect(headers).not.toHaveProperty('set-cookie');
    const addresses = elementsOf(text).map(({ attributes }) => `${attributes.href} ${attributes.src}`);
    expect(addresses.join(' ')).not.toContain('example');
  });

  it.each([
    ['to our pages only', {}, "'self' https://forum.example"],
    [
      'to other sites, through redirects too',
      { success_url: 'https://www.example.com:8443/a' },
      "'self' https: http:",
    ],
  ])('S11 loads only our files, and posts %s', async (_title, form, allowed) => {
    const { headers } = await service.sendForm('/api/help', form).expect(400);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; .*; base-uri 'none'$/);
    expect(policy).toContain(`; form-action ${allowed};`);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('S12 does not repeat a key of the address, and posts with it again', async () => {
    const form = { ...DIALOG, title: '', tags: 'one, two' };
    const { text } = await service.sendForm(`/api/help?key=${service.key}`, form).expect(400);
    expect(text).not.toContain(service.key);
    expect(fieldsIn(text)).toMatchObject({ tags: 'one, two' });
  });

  it.each([
    ['hjalp', 'sv', 'Inte skickat än', 'Fyll i det här fältet.', 'E-postadress'],
    ['help', 'en', 'Not sent yet', 'Please fill in this field.', 'E-mail address'],
  ])('is in the language of the forum: %s', async (slug, language, ...words) => {
    const { text } = await service.sendForm(`/api/${slug}`, {}).expect(400);
    expect(text).toContain(`<html lang="${language}" `);
    for (const word of words) expect(text).toContain(word);
  });

  it.each([
    ['it is compressed', 415, { 'Content-Encoding': 'gzip' }],
    ['it is no form', 400, {}],
  ])('explains who is at fault when a form is refused because %s', async (_title, status, headers) => {
    const sending = service.request.post('/api/help').type('form').set(headers).send('text=%');
    const { text } = await sending.expect(status);
    expect(text).toContain('The form could not be read.');
    expect(text).not.toContain('on our side');
  });

  it.each([
    ['a form that is too large', 413, `text=${'a'.repeat(256_000)}`],
    ['what is no form', 400, 'text=%'],
  ])('has no form if the input is unknown: %s', async (_title, status, body) => {
    const { text } = await service.request.post('/api/hjalp').type('form').send(body).expect(status);
    expect(elementsOf(text).filter(({ name }) => name === 'form')).toEqual([]);
    expect(text).toContain('Gå tillbaka i webbläsaren för att komma till det du skrev.');
  });
});
