import { createReceipts } from '@guidepost/pages';
import { HOSTILE_MARKUP, type ReadPage, readByParsers, readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setProperties } from '../../tenants/administration.ts';
import { writeComments, writeDialogs, writeForum } from '../../testing/content.ts';
import { readXml } from '../../testing/fuzzing/fuzzed-api.ts';
import { DIALOG_ID, type PostingService, startPostingService } from '../../testing/posting-service.ts';
import { COMMENT, DIALOG, REPORT, VOTE } from '../../testing/posts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

describe('a dialog', () => {
  const IMAGE = 'https://images.example/a.png';
  const FILM = 'http://films.example/a.mp4';

  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    const { database } = service;
    const help = await writeForum(database, { slug: 'help' });
    await database.none("update forums set thankyou_message = 'We answer within a day.'");
    await writeDialogs(database, help, [
      {
        id: 1,
        title: 'How <do> I start?',
        text: 'I have read\nthe <manual>.',
        name: 'Anna <b>',
        work_title: 'Pilot',
        state: 'answered',
        num_votes: 3,
        tags: ['a/b', 'secret'],
      },
      { id: 2, topic: 'P', title: 'Gone', archived: true },
      { id: 3, topic: 'S', title: 'Held', archived: true },
      { id: 4, topic: 'B', text: IMAGE },
      { id: 5, topic: 'P', title: 'Busy' },
      { id: 7 },
      { id: 8 },
      { id: 9 },
      { id: 10 },
      { id: 12 },
    ]);
    await database.none("update tags set is_public = true where name = 'a/b'");
    await database.none('update dialogs set held = true where id = 3');
    await writeComments(database, help, [
      { id: 11, dialog_id: 1, text: 'Read it <again>.', pub_date: '2026-02-02T10:00:00Z', name: 'Bo' },
      {
        id: 12,
        dialog_id: 1,
        text: 'Press the button.',
        pub_date: '2026-02-01T23:59:59Z',
        is_org_reply: true,
      },
      { id: 13, dialog_id: 1, held: true, text: 'not reviewed yet' },
      { id: 21, dialog_id: 2 },
      { id: 31, dialog_id: 3 },
      { id: 41, dialog_id: 4, text: FILM },
      ...Array.from({ length: 101 }, (_, n) => ({
        id: 500 + n,
        dialog_id: 5,
        pub_date: '2026-02-01T10:00:00Z',
      })),
    ]);
    await writeComments(
      database,
      help,
      Array.from({ length: 53 }, (_, n) => ({
        id: 1000 + n + 1,
        dialog_id: 10,
        text: `Answer ${n + 1}`,
        pub_date: '2026-02-01T10:00:00Z',
        is_org_reply: [30, 50].includes(n),
      })),
    );
    await writeComments(
      database,
      help,
      [1, 2].map((n) => ({ id: 1200 + n, dialog_id: 12, text: `Answer ${n}` })),
    );
    await database.none(
      'update dialogs set accepted_comment = case id when 10 then 1052 else 1201 end where id in (10, 12)',
    );
    await database.none('update comments set parent_id = 12 where id = 11');
    await database.none('update comments set parent_id = 13 where id = 12');
    const other = await writeForum(database, { slug: 'other' });
    await writeDialogs(database, other, [{ id: 6 }]);
  });

  afterAll(() => service.stop());

  const read = async (path: string): Promise<ReadPage> =>
    readPage((await service.get(`/forum/help/${path}`).expect(200)).text);

  const forms = (page: ReadPage) => page.all('form').map(({ attribs }) => attribs.action);

  describe('the accepted and the newest official answer', () => {
    const ANSWERS = '/forum/help/10';
    const texts = async (path: string) =>
      (await service.get(path).expect(200)).text.match(/(?<=<p>)Answer \d+(?=<\/p>)/g);

    it('stand first, and in their place', async () => {
      const { text } = await service.get(ANSWERS).expect(200);
      expect((await texts(ANSWERS))?.slice(0, 5)).toEqual([52, 51, 1, 2, 3].map((n) => `Answer ${n}`));
      expect(text.match(/id="comment-\d+"/g)).toHaveLength(50);
      expect((await texts(`${ANSWERS}?page=2`))?.slice(0, 2)).toEqual(['Answer 51', 'Answer 52']);
    });

    it('stand there once if they come first anyway', async () => {
      expect(await texts('/forum/help/12')).toEqual(['Answer 1', 'Answer 2']);
    });
  });

  describe('a dialog in Markdown', () => {
    const inMarkdown = async (path: string, accept = '*/*') => {
      const { text, headers } = await service.get(path).set('Accept', accept).expect(200);
      expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
      return text;
    };

    it('has the post, then official and accepted answers, then the others', async () => {
      const text = await inMarkdown('/forum/help/10.md');
      const headings = text.match(/^#+ .*/gm)?.slice(0, 5);
      expect(headings).toEqual([
        '# Title 10',
        '## Question · Anna, 2026-01-01',
        '## Accepted answer · Bertil, 2026-02-01',
        '## Reply from help · Bertil, 2026-02-01',
        '## Bertil, 2026-02-01',
      ]);
      expect(text).toMatch(/^Source: .*\/forum\/help\/10 · Updated \d{4}-\d{2}-\d{2} · Language en$/m);
      expect(text.match(/^Answer \d+$/gm)?.slice(0, 3)).toEqual(['Answer 52', 'Answer 51', 'Answer 1']);
      expect(text).toContain('Page 1 of 2');
      expect(await inMarkdown('/forum/help/10', 'text/markdown')).toBe(text);
    });

    it('escapes names and titles', async () => {
      expect(await inMarkdown('/forum/help/1.md')).toMatch(
        /^# How \\<do\\> I start\?\n\n.*\n\n## Question · answered · Anna \\<b\\>, 2026-01-01\n\nI have read/,
      );
    });

    it.each(['/forum/help/3.md', '/forum/help/6.md', '/forum/help/none.md'])(
      '%s does not exist',
      async (path) => {
        await service.get(path).expect(404);
      },
    );

    it('is named by its page, and llms.txt lists accepted answers', async () => {
      const page = await service.get('/forum/help/10').set('Accept', 'text/html,*/*;q=0.8').expect(200);
      expect(page.headers.vary).toBe('Accept, Accept-Encoding');
      expect(page.text).toContain('<link rel="alternate" type="text/markdown" href="/forum/help/10.md">');
      const { text } = await service.get('/forum/help/llms.txt').expect(200);
      expect(text.match(/^- \[.*/gm)).toEqual([
        expect.stringMatching(/\/forum\/help\/12\.md\): Answer 1$/),
        expect.stringMatching(/\/forum\/help\/10\.md\): Answer 52$/),
      ]);
    });
  });

  describe('answering a comment', () => {
    const form = async (path: string) => {
      const page = await read(path);
      return { quote: page.texts('textarea')[0], page };
    };

    it('leads to the form with the beginning of the comment as a quote, on the page where it stands', async () => {
      const { text } = await service.get('/forum/help/10?page=2').expect(200);
      expect(text).toContain('href="/forum/help/10?answer=1052&amp;page=2#:write" aria-label="Answer (');
      const { text: quoting } = await service.get('/forum/help/10?answer=1052&page=2').expect(200);
      expect(quoting).toContain('>\n&gt; Answer 52\n\n</textarea>');
      expect(quoting).toContain('<input type="hidden" name="in_answer_to" value="1052">');
      expect(readPage(quoting).meta('robots')).toBe('noindex');
    });

    it.each([
      ['of another post', '1?answer=1052'],
      ['that waits for review', '1?answer=13'],
      ['that is none', '1?answer=x'],
    ])('quotes no comment %s', async (_, path) => {
      const { quote, page } = await form(path);
      expect([quote, page.all('input').some(({ attribs }) => attribs.name === 'in_answer_to')]).toEqual([
        '',
        false,
      ]);
    });

    it('is not offered in an archived post', async () => {
      expect((await service.get('/forum/help/2?answer=21').expect(200)).text).not.toMatch(
        /answer=|in_answer_to/,
      );
    });
  });

  describe('the page of a dialog', () => {
    it('shows title, author and date', async () => {
      const page = await read('1');
      expect(page.headings).toEqual(['h1 How <do> I start?', 'h2 2 comments', 'h2 Write a comment']);
      expect(page.texts('p', 'marks')).toEqual(['Question answered']);
      expect(page.texts('p', 'author')[0]).toBe('Anna <b> Pilot 1 January 2026');
      expect(page.texts('div', 'prose')[0]).toBe('I have readthe <manual>.');
      expect(page.all('time')[0]?.attribs.datetime).toBe('2026-01-01T00:00:01.000Z');
      expect(page.all('img', 'avatar')[0]?.attribs.src).toBe('/api/avatar/help/1/AB.svg');
    });

    it('links to its topic and public tags only', async () => {
      const page = await read('1');
      expect(page.linksIn('breadcrumbs')).toEqual([
        ['Home → /forum/help', 'Questions → /forum/help/questions'],
      ]);
      expect(page.linksIn('tags')).toEqual([['a/b → /forum/help/tags/a%2Fb']]);
    });

    it('shows visible comments, oldest first, and marks official replies', async () => {
      const page = await read('1');
      expect(page.all('li', 'comment').map(({ attribs }) => attribs.id)).toEqual([
        'comment-12',
        'comment-11',
      ]);
      expect(page.texts('li', 'org-reply')[0]).toContain('Reply from help');
      expect(page.texts('li', 'comment')[1]).toContain('Read it <again>.');
    });

    it('links to the comment that a comment answers, if readers see that one', async () => {
      const page = await read('1');
      expect(page.linksIn('answers')).toEqual([['Answers Bertil → /forum/help/1/comments/12']]);
    });

    it('says so without comments', async () => {
      await service.database.none("update forums set revision = revision + 1 where slug = 'other'");
      const page = readPage((await service.get('/forum/other/6').expect(200)).text);
      expect(page.texts('section', 'comments')).toEqual(['Comments No comments yet.']);
    });

    it('has a button to vote and a form that posts to the API, with a honeypot', async () => {
      const page = await read('1');
      expect(forms(page).slice(1)).toEqual([
        '/forum/help/1/guest-vote',
        '/forum/help/1/comments/12/helpful',
        '/forum/help/1/comments/11/helpful',
        '/api/comment/help/1',
      ]);
      expect(page.all('p', 'bait')).toHaveLength(1);
      expect(page.linked('nofollow')).toBe('/forum/help/1/report');
    });

    it('asks for the required fields of comments, in a natural order', async () => {
      const labels = (await read('1'))
        .texts('label')
        .filter((label) => !/^(?:Search|Remember|Leave)/.test(label));
      expect(labels).toEqual(['Text', 'Name', 'E-mail address']);
    });

    it.each([
      ['unknown', '99'],
      ["another forum's", '6'],
      ['held', '3'],
      ['zero', '0'],
      ['with leading zeros', '01'],
      ['beyond 2^53', '9007199254740992'],
      ['followed by U+0000', '1%00'],
      ['broken percent-encoding', '%'],
    ])('is a 404 when the id is %s', async (_, id) => {
      await service.get(`/forum/help/${id}`).expect(404);
    });
  });

  describe('the page of an archived dialog', () => {
    it('says that it is closed, is not indexed, and accepts only reports', async () => {
      const page = await read('2');
      expect(page.texts('p', 'note')).toEqual([expect.stringContaining('archived')]);
      expect(page.meta('robots')).toBe('noindex');
      expect(page.all('script').filter(({ attribs }) => attribs.type === 'application/ld+json')).toEqual([]);
      expect(forms(page)).toEqual(['/forum/help/search']);
      expect(page.linked('nofollow')).toBe('/forum/help/2/report');
    });
  });

  describe('many comments', () => {
    it('are shown fifty per page', async () => {
      const [first, last] = [await read('5'), await read('5?page=3')];
      expect(first.all('li', 'comment')).toHaveLength(50);
      expect(first.linksIn('pages')).toEqual([['Next → /forum/help/5?page=2#:comments']]);
      expect(last.all('li', 'comment').map(({ attribs }) => attribs.id)).toEqual(['comment-600']);
      expect(last.canonical).toBe('https://forum.example/forum/help/5?page=3');
      expect(last.title).toBe('Busy – Page 3 of 3 · help');
    });

    it.each(['0', '4', 'x'])('have no page %s', async (number) => {
      await service.get(`/forum/help/5?page=${number}`).expect(404);
    });
  });

  describe('the address of a comment', () => {
    it.each([
      ['1/comments/12', '/forum/help/1#comment-12'],
      ['2/comments/21', '/forum/help/2#comment-21'],
      ['5/comments/549', '/forum/help/5#comment-549'],
      ['5/comments/550', '/forum/help/5?page=2#comment-550'],
      ['5/comments/600?posted=comment', '/forum/help/5?posted=comment&page=3#comment-600'],
      ['1/comments/12?posted=%26%23%0D%0AX:1', '/forum/help/1?posted=%26%23%0D%0AX%3A1#comment-12'],
    ])('%s redirects to its place on its page: %s', async (path, place) => {
      await service.get(`/forum/help/${path}`).expect(303).expect('Location', place);
    });

    it.each([
      ['unknown', '1/comments/99'],
      ['held', '1/comments/13'],
      ["a held dialog's", '3/comments/31'],
      ["another dialog's", '1/comments/21'],
      ['not a number', '1/comments/x'],
      ['of a dialog id that is not a number', 'x/comments/12'],
    ])('is a 404 when it is %s', async (_, path) => {
      await service.get(`/forum/help/${path}`).expect(404);
    });

    it('is the absolute_url in the API', async () => {
      const { body } = await service.get('/api/comment/help/5/600.json');
      await service.get(new URL(body.absolute_url).pathname).expect(303);
    });
  });

  describe('the Content-Security-Policy of a page', () => {
    const policyOf = async (path: string) =>
      String((await service.get(`/forum/help/${path}`)).headers['content-security-policy']);

    it('allows nothing external by default', async () => {
      expect(await policyOf('1')).toContain("img-src 'self';");
      expect(await policyOf('1')).not.toContain('media-src');
    });

    it('allows the images and videos in its texts', async () => {
      const policy = await policyOf('4');
      expect(policy).toContain("img-src 'self' https: http:;");
      expect(policy).toContain('media-src https: http:;');
      expect(policy).toContain("script-src 'self';");
    });
  });

  describe('the metadata of a page', () => {
    it('has a description, a canonical address and a feed', async () => {
      const page = await read('1');
      expect(page.description).toBe('I have read the <manual>.');
      expect(page.canonical).toBe('https://forum.example/forum/help/1');
      expect(page.meta('robots')).toBeUndefined();
      const feeds = page.all('link').filter(({ attribs }) => attribs.type === 'application/atom+xml');
      expect(feeds.map(({ attribs }) => attribs.href)).toEqual([
        'https://forum.example/forum/help/1/feed.atom',
      ]);
    });

    it('is a question with answers for a question', async () => {
      expect((await read('1')).record('QAPage')).toMatchObject({
        url: 'https://forum.example/forum/help/1',
        mainEntity: {
          '@type': 'Question',
          name: 'How <do> I start?',
          text: 'I have read\nthe <manual>.',
          author: { '@type': 'Person', name: 'Anna <b>', jobTitle: 'Pilot' },
          upvoteCount: 3,
          answerCount: 2,
          suggestedAnswer: [
            {
              '@type': 'Answer',
              url: 'https://forum.example/forum/help/1/comments/12',
              text: 'Press the button.',
            },
            { '@type': 'Answer', datePublished: '2026-02-02T10:00:00Z', author: { name: 'Bo' } },
          ],
        },
      });
    });

    it('is a posting with comments otherwise', async () => {
      expect((await read('4')).record('DiscussionForumPosting')).toMatchObject({
        headline: 'Title 4',
        commentCount: 1,
        comment: [{ '@type': 'Comment', text: FILM }],
      });
    });

    it('is the same whatever Host says (S14)', async () => {
      const { text } = await service.get('/forum/help/1');
      const spoofed = await service
        .get('/forum/help/1')
        .set('Host', 'evil.example')
        .set('X-Forwarded-Host', 'evil.example');
      expect(spoofed.text).toBe(text);
    });

    it('contains no e-mail address (S27)', async () => {
      const { text } = await service.get('/forum/help/1');
      expect(text).not.toContain('@example.com');
    });
  });

  describe('views', () => {
    async function receiptOf(sent: string, dialog: number): Promise<string> {
      const { id } = await service.database.one("select id from forums where slug = 'help'");
      return service.context.receipts.issue(`${sent} ${id} ${dialog}`);
    }

    it('are counted once per client, together with the API', async () => {
      await service.get('/forum/help/7').expect(200);
      await service.get('/api/dialog/help/7.json').expect(200);
      await service.get(`/forum/help/8?posted=vote.${await receiptOf('vote', 8)}`).expect(200);
      await service.request.head('/forum/help/9').expect(200);
      await service.get('/forum/help/9?page=2').expect(404);
      for (const { views } of service.contexts) await views.flush();
      const rows = await service.database.any('select views from dialogs where id in (7, 8, 9) order by id');
      expect(rows).toEqual([{ views: 1 }, { views: 1 }, { views: 0 }]);
    });
  });
});

describe('thanks', () => {
  const SECRET = 'a secret that all instances of the service have';
  const PAGE = `/forum/help/${DIALOG_ID}`;

  let service: PostingService;
  let forumId: number;

  beforeAll(async () => {
    service = await startPostingService({ RATE_LIMITS: 'off', FORUM_SECRET: SECRET });
    ({ id: forumId } = await service.database.one("select id from forums where slug = 'help'"));
    await setProperties(service.database, 'help', { thankyou_message: 'We answer within a day.' });
    await service.settled('help');
  });

  afterAll(() => service.stop());

  /** The path a form redirects to, following the address of a comment. */
  async function ledTo(path: string, fields: object): Promise<string> {
    const { headers } = await service.sendForm(path, fields).expect(303);
    const { pathname, search } = new URL(String(headers.location));
    const next = await service.get(pathname + search);
    return next.status === 303 ? String(next.headers.location).replace(/#.*/, '') : pathname + search;
  }

  describe('a form', () => {
    it.each([
      ['/api/help', DIALOG, 'We answer within a day.'],
      [`/api/comment/help/${DIALOG_ID}`, COMMENT, 'Thank you!'],
      [`/api/vote/help/${DIALOG_ID}`, VOTE, 'Your vote has been counted.'],
      [`/api/report-dialog/help/${DIALOG_ID}`, REPORT, 'Thank you. We will look into it.'],
    ])('to %s redirects to a page of thanks that is not cached', async (path, fields, thanks) => {
      const { text, headers } = await service.get(await ledTo(path, fields)).expect(200);
      const page = readPage(text);
      expect([page.texts('p', 'thanks'), page.meta('robots')]).toEqual([[thanks], 'noindex']);
      expect([headers['cache-control'], page.canonical?.includes('?')]).toEqual(['no-store', false]);
    });
  });

  describe('the form of an answer to a comment', () => {
    const comment = (text: string, fields: object = {}) => ({ ...COMMENT, text, ...fields });
    const parentOf = async (text: string) =>
      (await service.database.one('select parent_id from comments where text = $1', [text])).parent_id;

    beforeAll(async () => {
      await writeDialogs(service.database, forumId, [{ id: 1_000_005 }]);
      await writeComments(service.database, forumId, [
        { id: 1_000_010, dialog_id: DIALOG_ID, name: 'Eva' },
        { id: 1_000_011, dialog_id: DIALOG_ID, held: true },
        { id: 1_000_012, dialog_id: 1_000_005 },
      ]);
    });

    it('names it, and the comment links to it', async () => {
      const path = await ledTo(
        `/api/comment/help/${DIALOG_ID}`,
        comment('One.', { in_answer_to: '1000010' }),
      );
      expect(await parentOf('One.')).toBe(1_000_010);
      expect(readPage((await service.get(path)).text).texts('p', 'answers')).toEqual(['Answers Eva']);
    });

    it.each([
      ['that waits for review', 'Two.', '1000011'],
      ['in another post', 'Three.', '1000012'],
      ['that is none', 'Four.', '1 or 1'],
    ])('links to no comment %s', async (_, text, answered) => {
      await ledTo(`/api/comment/help/${DIALOG_ID}`, comment(text, { in_answer_to: answered }));
      expect(await parentOf(text)).toBeNull();
    });

    it('keeps it when it is previewed or refused; programs cannot name it', async () => {
      const hidden = '<input type="hidden" name="in_answer_to" value="1000010">';
      const fields = comment('', { in_answer_to: '1000010' });
      const refused = await service.sendForm(`/api/comment/help/${DIALOG_ID}`, fields).expect(400);
      const previewed = await service
        .sendForm(`${PAGE}/preview`, { ...fields, text: 'Five.' })
        .set('Sec-Fetch-Site', 'same-origin');
      expect([refused.text.includes(hidden), previewed.text.includes(hidden)]).toEqual([true, true]);
      await service
        .post(`/api/comment/help/${DIALOG_ID}`, comment('Six.', { in_answer_to: '1000010' }))
        .expect(201);
      expect(await parentOf('Six.')).toBeNull();
    });
  });

  describe('an address with thanks', () => {
    const receipts = (age: number) =>
      createReceipts({ secret: async () => SECRET, now: () => Date.now() - age });

    it.each([
      ['immediately', 0, () => `vote ${forumId} ${DIALOG_ID}`, 200],
      ['three minutes later', 180_000, () => `vote ${forumId} ${DIALOG_ID}`, 303],
      ['for another dialog', 0, () => `vote ${forumId} 1000002`, 303],
      ['in another forum', 0, () => `vote ${forumId + 1} ${DIALOG_ID}`, 303],
      ['for something else', 0, () => `report ${forumId} ${DIALOG_ID}`, 303],
    ])('is for redirected people only: %s', async (_, age, subject, status) => {
      const receipt = await receipts(age).issue(subject());
      const answer = await service.get(`${PAGE}?posted=vote.${receipt}`);
      expect([answer.status, answer.headers.location]).toEqual([status, status === 303 ? PAGE : undefined]);
    });

    it.each([
      [`${PAGE}?posted=vote`, PAGE],
      [`${PAGE}?posted=`, PAGE],
      ['/forum/help/posted', '/forum/help'],
      ['/forum/help/posted?posted=held', '/forum/help'],
    ])('cannot be forged or reused: %s redirects to %s', async (path, page) => {
      await service.get(path).expect(303).expect('Location', page);
    });
  });
});

describe('hostile names', () => {
  /** Markup, and text special to scripts, attributes, CDATA or templates. */
  const NAMES = [
    ...HOSTILE_MARKUP.map(([, html]) => html.slice(0, 100).replaceAll(/[\n\r\f]/g, ' ')),
    '</script><script>alert(1)</script>',
    '"><a href="https://evil.example">x</a>',
    'x%0d%0aLocation: https://evil.example',
    '<%= it.site %> {n} ]]>',
  ];

  const HARMLESS = { id: 1, title: 'a', name: 'b', work_title: 'c', state: 'd', tags: ['e'] };

  /** Each dialog uses five of the names in different places. */
  const DIALOGS = Array.from({ length: Math.ceil(NAMES.length / 5) }, (_, index) => {
    const [title = '', name = title, work_title = title, state = title, tag = title] = NAMES.slice(5 * index);
    return { id: 2 + index, title, name, work_title, state, tags: [tag] };
  });

  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    const { database } = service;
    const forumId = await writeForum(database, { slug: 'help' });
    const dialogs = [HARMLESS, ...DIALOGS].map((dialog) => ({ ...dialog, text: 'x' }));
    await writeDialogs(database, forumId, dialogs);
    const comments = dialogs.map(({ id, name, work_title, text }) => ({
      id,
      dialog_id: id,
      name,
      work_title,
      text,
    }));
    await writeComments(database, forumId, comments);
    await database.none('update tags set is_public = true');
  });

  afterAll(() => service.stop());

  /** Elements and attributes of a page, by parser. */
  async function structureOf(path: string): Promise<unknown> {
    const { text } = await service.get(path).expect(200);
    return readByParsers(text).map(([parser, elements]) => [
      parser,
      elements.map(({ name, attributes }) => [name, ...Object.keys(attributes)].join(' ')),
    ]);
  }

  describe.each([
    ['of a dialog', (id: number) => `/forum/help/${id}`],
    ['that reports a dialog', (id: number) => `/forum/help/${id}/report`],
    ['that reports a comment', (id: number) => `/forum/help/${id}/comments/${id}/report`],
  ])('the page %s', (_, pageOf) => {
    it('has the same elements whatever people, states and tags are called (S2, S24)', async () => {
      const harmless = await structureOf(pageOf(HARMLESS.id));
      for (const dialog of DIALOGS)
        expect([dialog, await structureOf(pageOf(dialog.id))]).toEqual([dialog, harmless]);
    });
  });

  describe('the feed of a dialog', () => {
    it('is well-formed whatever people are called (S21)', async () => {
      for (const { id, title, name } of DIALOGS) {
        const { text } = await service.get(`/forum/help/${id}/feed.atom`).expect(200);
        const entry = [{ author: { name } }, { title }];
        // One parser only knows named references.
        expect(readXml(text.replaceAll('&#39;', '&apos;'))).toMatchObject({
          feed: { title: `${title} · help`, entry },
        });
      }
    });
  });
});
