import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createApiServer } from '../../service.ts';
import { setProperties } from '../../tenants/administration.ts';
import { type PostingService, startPostingService } from '../../testing/posting-service.ts';
import { countEverything, DIALOG } from '../../testing/posts.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x1y2';

let service: PostingService;
let server: Server;
let before: unknown;

beforeAll(async () => {
  service = await startPostingService();
  // Creates the secret.
  await service.sendForm('/api/help', service.newDialog()).expect(303);
  server = createApiServer(service.context).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

beforeEach(async () => {
  before = await countEverything(service.database);
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await service.stop();
});

const expectNothingStored = async () => expect(await countEverything(service.database)).toEqual(before);

const send = (type: string, body: string | Buffer) =>
  service.request
    .post('/api/help')
    .set('Content-Type', type)
    .serialize((bytes) => bytes)
    .send(body as string);

let number = 0;

const dialog = (): Record<string, string> => {
  number += 1;
  return { ...DIALOG, title: `Body ${number}` };
};

const urlencoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

const part = (name: string, value: string, more = '') =>
  `--x1y2\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const parts = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => part(name, value))
    .join('');
const END = '--x1y2--\r\n';

describe('S20 the content type of a form', () => {
  it.each([
    URLENCODED,
    'APPLICATION/X-WWW-FORM-URLENCODED',
    `${URLENCODED}; charset=UTF-8`,
    `${URLENCODED};charset="utf-8"`,
    ` ${URLENCODED} ;`,
    `${URLENCODED}; charset=iso-8859-1`,
    `${URLENCODED}; charset=nonsense`,
  ])('is accepted as "%s"', async (type) => {
    await send(type, urlencoded(dialog())).expect(303);
  });

  it.each([
    MULTIPART,
    'Multipart/Form-Data; BOUNDARY="x1y2"',
    `${MULTIPART}; charset=utf-8`,
    'multipart/form-data; charset=UTF8;boundary=x1y2',
    `${MULTIPART}; charset=latin1`,
  ])('is accepted as "%s"', async (type) => {
    await send(type, parts(dialog()) + END).expect(303);
  });

  it.each([
    'application/x-www-form-urlencoded-v2',
    `${URLENCODED}, ${URLENCODED}`,
    'multipart/mixed; boundary=x1y2',
    'multipart/form-data2; boundary=x1y2',
    'text/plain',
    'application/xml',
  ])('is a 415 as "%s", and nothing is stored', async (type) => {
    const answer = await send(
      type,
      type.startsWith('multipart') ? parts(dialog()) + END : urlencoded(dialog()),
    );
    expect([answer.status, answer.text]).toEqual([415, 'Unsupported Media Type']);
    await expectNothingStored();
  });

  it.each([`${URLENCODED} ;`, `${URLENCODED}; charset=utf-8`, MULTIPART])(
    'is still validated as "%s"',
    async (type) => {
      const fields = { title: 'Nothing else', archived: 'on' };
      expect((await send(type, type === MULTIPART ? parts(fields) + END : urlencoded(fields))).status).toBe(
        401,
      );
      await expectNothingStored();
    },
  );
});

describe('the size of a form', () => {
  it.each([
    [URLENCODED, (size: number) => `${urlencoded(dialog())}&a=`.padEnd(size, 'a')],
    [
      MULTIPART,
      (size: number) => {
        const around = parts(dialog()) + part('a', '');
        return parts(dialog()) + part('a', 'a'.repeat(size - around.length - END.length)) + END;
      },
    ],
  ])('is at most 256,000 bytes as %s', async (type, ofSize) => {
    await send(type, ofSize(256_000)).expect(303);
    before = await countEverything(service.database);
    const answer = await send(type, ofSize(256_001));
    expect([answer.status, answer.type]).toEqual([413, 'text/html']);
    expect(answer.text).toContain('This text is too long to be sent.');
    await expectNothingStored();
  });
});

describe('a form of a page in another encoding', () => {
  /** Each character is a byte. */
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  const encoded = (text: string) =>
    text.replaceAll(/[^ -~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const inPart = (charset: string) => `\r\nContent-Type: text/plain; charset=${charset}`;

  type Sent = (value: string) => [type: string, body: string];
  const WAYS: Record<string, Sent> = {
    'as it is': (value) => [URLENCODED, `name=${encoded(value)}`],
    unescaped: (value) => [URLENCODED, `name=${value}`],
    'with its name': (value) => [URLENCODED, `name=${encoded(value)}&_charset_=windows-1252`],
    'in a part': (value) => [MULTIPART, part('name', value)],
    'in a part, with its name': (value) => [
      MULTIPART,
      part('_charset_', 'windows-1252') + part('name', value),
    ],
  };

  async function nameFrom(type: string, body: string): Promise<string> {
    const { name: _, ...others } = dialog();
    const rest = type.startsWith('multipart') ? parts(others) + END : `&${urlencoded(others)}`;
    await service.request
      .post('/api/help')
      .set('Content-Type', type)
      .serialize((whole) => whole)
      .send(bytes(body + rest) as unknown as string)
      .expect(303);
    const stored = 'select author_name from dialogs where title = $1';
    return (await service.database.one<{ author_name: string }>(stored, [others.title])).author_name;
  }

  it.each(Object.keys(WAYS))('is read: windows-1252 %s', async (way) => {
    const [type, body] = WAYS[way]?.('Bj\xf6rn \x93Rex\x94') ?? ['', ''];
    expect(await nameFrom(type, body)).toBe('Björn “Rex”');
  });

  it.each<[string, string, string, string]>([
    ['the name that the browser gives it', URLENCODED, 'name=%8E%52%93%63&_charset_=Shift_JIS', '山田'],
    ['the name, before what it looks like', URLENCODED, 'name=%C3%A9&_CHARSET_=gbk', '茅'],
    ['the header', `${URLENCODED}; charset=windows-1251`, 'name=%C0%ED%ED%E0', 'Анна'],
    ['the header of a part', MULTIPART, part('name', '\xc0\xed\xed\xe0', inPart('windows-1251')), 'Анна'],
    ['UTF-8, whatever a header says', `${URLENCODED}; charset=latin1`, 'name=%C3%85sa', 'Åsa'],
    [
      'UTF-8, whatever a text says',
      MULTIPART,
      part('name', '\xc3\x85sa') + part('a', `${inPart('gbk')}\r\n`),
      'Åsa',
    ],
    ['its bytes, if what is named is no encoding', URLENCODED, 'name=K%F6ln&_charset_=utf-99', 'Köln'],
    [
      'its bytes, if what is named is UTF-8',
      `${URLENCODED}; charset=utf-8`,
      'name=K%F6ln&_charset_=UTF-8',
      'Köln',
    ],
    ['none that forms cannot have', URLENCODED, 'name=Anna&_charset_=utf-16', 'Anna'],
  ])('is known by %s', async (_, type, body, name) => {
    expect(await nameFrom(type, body)).toBe(name);
  });

  it.each([
    ['ru', '%C0%ED%ED%E0', 'Анна'],
    ['pl', '%A3ukasz', 'Łukasz'],
    ['pl', '%8Caw', 'Śaw'],
    ['el', '%C1%ED%ED%E1', 'Αννα'],
    ['ja', '%8ER%93c', '山田'],
    ['zh-TW', '%A4s%A5%D0', '山田'],
    ['zh-CN', '%C9%BD%CC%EF', '山田'],
    ['sr-Latn', '%8Eivko', 'Živko'],
    ['ru-KZ', '%C0%ED%ED%E0', 'Анна'],
  ])('is likely to be in one of the language of the forum: %s', async (language, value, name) => {
    await setProperties(service.database, 'help', { language });
    await service.settled('help');
    expect(await nameFrom(URLENCODED, `name=${value}`)).toBe(name);
    await setProperties(service.database, 'help', { language: 'en' });
    await service.settled('help');
  });

  it('has references to characters that it lacks, which are text in UTF-8', async () => {
    const anna = '&#1040;&#1085;&#1085;&#1072; &#38; &#9999999;';
    const sent = `name=${encodeURIComponent(anna)}`;
    expect(await nameFrom(URLENCODED, `${sent}&_charset_=windows-1252`)).toBe('Анна &#38; &#9999999;');
    expect(await nameFrom(URLENCODED, `${sent}%F6`)).toBe('Анна &#38; &#9999999;ö');
    expect(await nameFrom(URLENCODED, sent)).toBe(anna);
  });

  it('keeps its text where it is refused', async () => {
    const body = 'title=R%F6dning&_charset_=windows-1252&topic=Q';
    const { text } = await send(URLENCODED, body).expect(400);
    expect(text).toContain('value="Rödning"');
    expect(text).not.toContain('_charset_');
    const answer = await send(URLENCODED, `${body}&error_url=https%3A%2F%2Fa.example%2F%3Fq%3D%F6`);
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringMatching(/^https:\/\/a\.example\/\?q=%C3%B6&name=Please/),
    ]);
  });
});

describe('S28 what is no form', () => {
  it.each([
    ['broken percent-encoding', URLENCODED, `${urlencoded(dialog())}&a=%`],
    ['percent-encoding of other digits', URLENCODED, `${urlencoded(dialog())}&a=%0x`],
    ['UTF-16', URLENCODED, Buffer.from(urlencoded(dialog()), 'utf16le')],
    ['parts in UTF-16', MULTIPART, Buffer.from(parts(dialog()) + END, 'utf16le')],
  ])('is a 400: %s', async (_title, type, body) => {
    const answer = await send(type, body);
    expect([answer.status, answer.type]).toEqual([400, 'text/html']);
    expect(answer.text).toContain('The form could not be read.');
    await expectNothingStored();
  });

  it.each(['useremail', 'topic'])('is a 400 with U+0000 in a part: %s', async (name) => {
    const fields = dialog();
    await send(MULTIPART, parts({ ...fields, [name]: `\0${fields[name]}` }) + END).expect(400);
    await expectNothingStored();
  });

  it('is stored without U+0000 in the parts of a text', async () => {
    const { title = '', ...fields } = dialog();
    await send(MULTIPART, parts({ ...fields, name: 'An\0na', text: 'a\0b', title }) + END).expect(303);
    const stored = 'select author_name, text from dialogs where title = $1';
    expect(await service.database.one(stored, [title])).toEqual({ author_name: 'Anna', text: 'ab' });
  });
});

describe('S5 a multipart form', () => {
  it.each([
    ['without its final boundary', parts(dialog())],
    ['that ends in half a boundary', `${parts(dialog())}--x1y`],
    ['that is empty', ''],
    ['with only a final boundary', END],
    ['with other boundaries', (parts(dialog()) + END).replaceAll('x1y2', 'y2x1')],
    ['with bare line feeds', (parts(dialog()) + END).replaceAll('\r\n', '\n')],
    ['with a part without a header', `${parts(dialog())}--x1y2\r\n\r\n1\r\n${END}`],
    [
      'with a part without a name',
      `${parts(dialog())}--x1y2\r\nContent-Disposition: form-data\r\n\r\n1\r\n${END}`,
    ],
    [
      'with a part that is not a field',
      `${parts(dialog())}--x1y2\r\nContent-Disposition: attachment; name="a"\r\n\r\n1\r\n${END}`,
    ],
    ['with a file', parts(dialog()) + part('text', 'x', '; filename="a.txt"') + END],
    [
      'with a file in another character set',
      parts(dialog()) + part('f', 'x', "; filename*=utf-8''a.txt") + END,
    ],
    ['with an empty file input', parts(dialog()) + part('f', '', '; filename=""') + END],
    ['of 4,000 parts', parts(dialog()) + part('a', '1').repeat(4_000) + END],
    [
      'of 201 names',
      parts(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`a${index}`, '1']))) + END,
    ],
    ['with a nested name', parts({ ...dialog(), [`a${'[b]'.repeat(10_000)}`]: '1' }) + END],
    ['with a header of 200 kB', `${parts(dialog())}--x1y2\r\nX: ${'y'.repeat(200_000)}\r\n\r\n1\r\n${END}`],
    ['with 40,000 headers', `${parts(dialog())}--x1y2\r\n${'X: y\r\n'.repeat(40_000)}\r\n1\r\n${END}`],
    ['of boundaries only', '--x1y2'.repeat(40_000)],
    ['of line breaks only', '\r\n'.repeat(100_000)],
  ])('is a 400 %s, and nothing is stored', async (_title, body) => {
    const answer = await send(MULTIPART, body);
    expect([answer.status, answer.type]).toEqual([400, 'text/html']);
    await expectNothingStored();
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    'multipart/form-data; boundary=y',
  ])('is a 400 as "%s"', async (type) => {
    await send(type, parts(dialog()) + END).expect(400);
    await expectNothingStored();
  });

  it('is a 400 with 201 fields in the other encoding, too', async () => {
    const many = Array.from({ length: 50_000 }, (_, index) => `${index}=1`).join('&');
    await send(URLENCODED, many.slice(0, 250_000)).expect(400);
    await send(URLENCODED, `${urlencoded(dialog())}&${'a[b]'.repeat(100)}=1`).expect(400);
    await expectNothingStored();
  });
});

describe('S5 on a raw socket', () => {
  /** The response to these bytes, until the connection closes. */
  async function answerTo(bytes: string, { closing = false } = {}): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    if (closing) socket.end(bytes);
    else socket.write(bytes);
    return text(socket);
  }

  const post = (headers: string, body = '') =>
    `POST /api/help HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${MULTIPART}\r\n${headers}\r\n\r\n${body}`;
  const whole = parts(DIALOG) + END;

  it.each([
    ['a form of 10 MB', 'Content-Length: 10000000', part('a', '').repeat(5_000), 413],
    ['a form of 300 kB in chunks', 'Transfer-Encoding: chunked', `493e0\r\n${'a'.repeat(300_000)}\r\n`, 413],
    ['a length and chunks', 'Content-Length: 1\r\nTransfer-Encoding: chunked', '0\r\n\r\n', 400],
    ['malformed chunks', 'Transfer-Encoding: chunked', 'zz\r\n', 400],
    ['headers of 40 kB', `X: ${'y'.repeat(40_000)}`, whole, 431],
    ['a compressed form', `Content-Encoding: gzip\r\nContent-Length: ${whole.length}`, whole, 415],
  ])('refuses %s', async (_title, headers, body, status) => {
    expect(await answerTo(post(headers, body))).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    await expectNothingStored();
  });

  it('stores nothing of a form whose sender disconnects, and keeps running', async () => {
    for (const sent of [0, 1, 100, whole.length - 1]) {
      await answerTo(post(`Content-Length: ${whole.length}`, whole.slice(0, sent)), { closing: true });
    }
    await expectNothingStored();
    const answer = await answerTo(post(`Content-Length: ${whole.length}`, whole));
    expect(answer).toMatch(/^HTTP\/1\.1 303 /);
  });
});
