import { gzipSync } from 'node:zlib';
import { withDatabaseAway } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeMistake } from '../posts/validate-fields.ts';
import { addMetadataField, removeMetadataField } from '../tenants/metadata-fields.ts';
import { writeForum } from '../testing/content.ts';
import { countEverything, DIALOG } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

describe('bodies', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
    await writeForum(service.database, { slug: 'help' });
    // Creates the secret.
    await send(JSON.stringify({ ...DIALOG, title: 'First' })).expect(201);
  });

  afterAll(() => service.stop());

  let number = 0;

  const dialog = () => {
    number += 1;
    return JSON.stringify({ ...DIALOG, title: `Title ${number}` });
  };

  /** Sends raw bytes with this `Content-Type`. */
  const send = (body: string | Buffer, type = 'application/json') =>
    service.request
      .post('/api/help')
      .set('Content-Type', type)
      .serialize((bytes) => bytes)
      .send(body as string);

  const countDialogs = async () => (await service.database.one('select count(*) from dialogs')).count;

  describe('an accepted post', () => {
    it('is a 201 in plain text that scripts of any site may read', async () => {
      const answer = await send(dialog());
      expect([answer.status, answer.text]).toEqual([201, 'Created']);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'X-TotalResults, Location, ETag, Retry-After, X-Limit, X-Partial',
        location: expect.stringMatching(/^https:\/\/forum\.example\/api\/dialog\/help\/\d+\.json$/),
      });
    });

    it('appears at once on the instance that accepted it', async () => {
      await service.settled('help');
      const before = await service.get('/api/help.json');
      await send(dialog()).expect(201);
      const after = await service.get('/api/help.json');
      expect(Number(after.headers['x-totalresults'])).toBe(Number(before.headers['x-totalresults']) + 1);
    });

    it('S14 has the same address, whatever Host says', async () => {
      const { headers } = await send(dialog()).set({
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
      });
      expect(headers.location).toMatch(/^https:\/\/forum\.example\//);
    });
  });

  describe('S20 content types', () => {
    it.each([
      'application/json',
      'APPLICATION/JSON',
      'application/json ;',
      'application/json;',
      ' application/json\t',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'application/json; charset=utf8; q=1',
    ])('is accepted as "%s"', async (type) => {
      await send(dialog(), type).expect(201);
    });

    it.each([
      'text/plain',
      'text/json',
      'application/jsonp',
      'application/json-patch+json',
      'application/vnd.api+json',
      'application/json, text/plain',
      'application/json; charset=utf-16',
      'application/json; charset=latin1',
      'multipart/mixed; boundary=x',
      'x',
      ';',
    ])('is a 415 as "%s", and nothing is stored', async (type) => {
      const before = await countDialogs();
      const answer = await send(dialog(), type);
      expect([answer.status, answer.text]).toEqual([415, 'Unsupported Media Type']);
      expect(await countDialogs()).toBe(before);
    });

    it('is a 415 without one, and with a content coding', async () => {
      expect((await send(dialog()).unset('Content-Type')).status).toBe(415);
      expect((await send(gzipSync(dialog())).set('Content-Encoding', 'gzip')).status).toBe(415);
    });

    it.each(['application/json; charset=utf-8', 'application/json ;'])(
      'is still validated as "%s"',
      async (type) => {
        expect((await send('{"archived": true}', type)).status).toBe(401);
        expect((await send('{"title": 1}', type)).status).toBe(400);
      },
    );
  });

  describe('a body that is not a JSON object', () => {
    it.each([
      ['nothing', ''],
      ['truncated JSON', '{"name":'],
      ['an array', `[${dialog()}]`],
      ['null', 'null'],
      ['a number', '7'],
      ['text', '"name"'],
      ['a form', 'name=Anna&text=x'],
      ['XML', '<name>Anna</name>'],
      ['raw U+0000 (S28)', '{"name": "\0"}'],
      ['Latin-1 (S28)', Buffer.from('{"name": "å"}', 'latin1')],
      ['an encoded lone surrogate (S28)', Buffer.of(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d)],
      ['UTF-16', Buffer.from(dialog(), 'utf16le')],
    ])('is a 400 in plain text: %s', async (_title, body) => {
      const answer = await send(body);
      expect([answer.status, answer.text]).toEqual([400, 'Bad Request']);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    });

    it('may start with a byte order mark, and be nested to any depth', async () => {
      await send(`\ufeff${dialog()}`).expect(201);
      const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
      expect((await send(dialog().replace('{', `{"deep":${deep},`))).status).toBe(201);
    });
  });

  describe('a large body', () => {
    const ofLength = (length: number) => dialog().padEnd(length, ' ');

    it('is a 413 from 256,001 bytes on, also in chunks', async () => {
      await send(ofLength(256_000)).expect(201);
      const answer = await send(ofLength(256_001));
      expect([answer.status, answer.text]).toEqual([413, 'Content Too Large']);
      const chunked = service.request.post('/api/help').set('Content-Type', 'application/json');
      chunked.write(ofLength(200_000));
      chunked.write(' '.repeat(56_001));
      expect((await chunked).status).toBe(413);
    });

    it('S19 gets messages for at most fifty unknown names', async () => {
      await addMetadataField(service.database, 'help', { name: 'floor', type: 'integer', maximum: 9 });
      await service.settled('help');
      const names = Array.from({ length: 10_000 }, (_, index) => `"a${index}":1,`).join('');
      const answer = await send(dialog().replace('{', `{"__proto__":{"polluted":1},${names}`));
      expect(answer.status).toBe(400);
      expect(Object.keys(JSON.parse(answer.text))).toHaveLength(50);
      expect(Object.prototype).not.toHaveProperty('polluted');
      await removeMetadataField(service.database, 'help', 'floor');
      await service.settled('help');
    });
  });

  describe('the order of checks', () => {
    const wrong = { 'Content-Type': 'text/plain' };

    it.each([
      ['an unknown path 404', '/api/nothing/help/1/2', 404],
      ['the method 405', '/api/help/questions', 405],
      ['the forum 404', '/api/unknown?key=k', 404],
      ['the key 401', '/api/comment/help/1?key=k', 401],
      ['the Content-Type 415', '/api/comment/help/1', 415],
    ])('%s precedes what follows', async (_title, path, status) => {
      const answer = await service.request.post(path).set(wrong).send('{'.repeat(300_000));
      expect(answer.status).toBe(status);
    });

    it.each([
      ['the size 413', ' '.repeat(300_000), 413],
      ['the JSON 400', '{', 400],
      ['fields 400', '{}', 400],
      ['the dialog 404', JSON.stringify(DIALOG), 404],
    ])('%s precedes what follows', async (_title, body, status) => {
      const answer = await service.request
        .post('/api/comment/help/999999999')
        .set('Content-Type', 'application/json')
        .send(body);
      expect(answer.status).toBe(status);
    });

    it.each([
      '/api/help',
      '/api/comment/help/1',
      '/api/vote/help/1',
      '/api/report-dialog/help/1',
      '/api/report-comment/help/1',
    ])('OPTIONS says that %s accepts POST from any site', async (path) => {
      const { status, headers } = await service.request.options(path);
      expect([status, headers['access-control-allow-origin']]).toEqual([204, '*']);
      expect(headers.allow).toMatch(/\bPOST\b/);
      expect(headers['access-control-allow-headers']).toBe('Content-Type, If-None-Match, Authorization');
    });
  });

  describe('while the database is unavailable', () => {
    it('is a 503 with Retry-After, and nothing is half-written', async () => {
      const before = await countEverything(service.database);
      await withDatabaseAway(service.url, async () => {
        const answer = await send(dialog());
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
        expect(answer.text).toBe('Service Unavailable');
      });
      expect(await countEverything(service.database)).toEqual(before);
      await send(dialog()).expect(201);
    });
  });
});

describe('messages', () => {
  it.each(['et', 'xx'])('are in English for a language that has none: %s', (language) => {
    expect(describeMistake({ message: 'required' }, language)).toBe('Please fill in this field.');
  });
});

describe('a forum', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
  });

  afterAll(() => service.stop());

  it.each([
    ['sv', 'Fyll i det här fältet.', 'Det här får ha högst 20\u00a0000 tecken.'],
    ['de', 'Bitte füllen Sie dieses Feld aus.', 'Hier sind höchstens 20.000 Zeichen möglich.'],
    ['et', 'Please fill in this field.', 'This can have at most 20 000 characters.'],
  ])('says in its language what is wrong: %s', async (language, required, long) => {
    await writeForum(service.database, { slug: language, language });
    const body = { name: 'A', useremail: 'a@example.com', topic: 'q', text: 't'.repeat(20_001) };
    const answer = await service.request.post(`/api/${language}`).send(body);
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json']);
    expect(answer.body).toEqual({ title: [required], text: [long.replace('20 000', '20\u00a0000')] });
  });
});
