import { until } from '@guidepost/local-servers/testing';
import type { AppError } from '@guidepost/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPasswords, passwordMistake } from './passwords.ts';
import type { Staff } from './staff.ts';
import {
  OPERATOR,
  PASSWORD,
  startStaff,
  type TestMember,
  type TestStaff,
  tokenOf,
  VISITOR,
} from './testing/start-staff.ts';

let test: TestStaff;
let other: Staff;
let anna: TestMember;

beforeAll(async () => {
  test = await startStaff();
  other = test.another();
});

beforeEach(async () => {
  await test.database.none('truncate staff_people, rate_limits restart identity cascade');
  anna = await test.member('anna@example.com');
  test.takeComputations();
});

afterAll(() => test.stop());

const change = { tenantId: 1, actor: OPERATOR, person: 'anna@example.com' };
const ATTEMPT = { ...VISITOR, email: 'anna@example.com', password: PASSWORD };

/** The answer to a sign-in, as someone who guesses sees it. */
async function answerTo(attempt: Partial<typeof ATTEMPT>, staff = test.staff): Promise<unknown> {
  try {
    await staff.signInByPassword({ ...ATTEMPT, ...attempt });
    return 'signed in';
  } catch (error) {
    const { kind, message } = error as { kind: string; message: string };
    return { kind, message };
  }
}

async function kindsOf(count: number, attempt: (index: number) => Promise<unknown>) {
  const kinds: Record<string, number> = {};
  for (let index = 0; index < count; index += 1) {
    const answer = await attempt(index);
    const kind = answer === 'signed in' ? answer : (answer as { kind: string }).kind;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return kinds;
}

const WRONG = { kind: 'unauthorized', message: 'The e-mail address or the password is wrong.' };

describe('signing in by password', () => {
  it.each(['anna@example.com', ' ANNA@Example.COM '])(
    'takes the address in any case: "%s"',
    async (email) => {
      expect(await answerTo({ email })).toBe('signed in');
    },
  );

  it('stores an argon2id with the parameters of OWASP', async () => {
    const passwords = createPasswords();
    const encoded = await passwords.encode(PASSWORD);
    expect(await passwords.matches(PASSWORD, encoded)).toBe(true);
    expect(await passwords.matches('a wrong password', encoded)).toBe(false);
    expect(encoded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  });

  it('takes a password however the keyboard composes its letters', async () => {
    const { link } = await test.staff.people.newLink(change);
    await test.staff.links.accept(tokenOf(link), {
      ...VISITOR,
      password: 'cafe\u0301 cre\u0300me bru\u0302le\u0301e',
    });
    expect(await answerTo({ password: 'café crème brûlée' })).toBe('signed in');
  });
});

describe('a new password', () => {
  it.each([
    ['too-short', '9 letters'],
    ['too-short', '🔑'.repeat(9)],
    [undefined, '🔑'.repeat(10)],
    [undefined, 'aaaa bbbb cccc'],
    [undefined, 'ö'.repeat(1_000)],
    ['too-long', 'ö'.repeat(1_001)],
    ['too-common', 'qwertyuiop'],
    ['too-common', 'PASSWORD123'],
    ['too-common', '1234567890'],
  ])('is %s: %s', async (mistake, password) => {
    expect(await passwordMistake(password)).toBe(mistake);
  });

  it('that is refused does not use the link up', async () => {
    const { link } = await test.staff.people.newLink(change);
    const token = tokenOf(link);
    const refused = test.staff.links.accept(token, { ...VISITOR, password: 'qwertyuiop' });
    await expect(refused).rejects.toMatchObject({
      kind: 'invalid',
      details: { fields: { password: [expect.any(String)] } },
    });
    expect(await test.staff.links.show(token)).toMatchObject({ needs: 'password' });
  });

  it('needs the current one, which cannot be guessed here either', async () => {
    const session = await test.staff.sessions.find(anna.token);
    if (!session) throw new Error('anna is not signed in');
    const attempt = () =>
      test.staff.account.changePassword(session, {
        ...VISITOR,
        current: 'wrong',
        password: 'a new password',
      });
    for (let count = 0; count < 5; count += 1) {
      await expect(attempt()).rejects.toMatchObject({
        kind: 'invalid',
        details: { fields: { current: [expect.any(String)] } },
      });
    }
    await expect(attempt()).rejects.toMatchObject({ kind: 'rate-limited' });
  });
});

describe('S32 guessing and telling accounts apart', () => {
  const CASES: [string, () => Promise<Partial<typeof ATTEMPT>>][] = [
    ['a wrong password', async () => ({ password: 'a wrong password' })],
    ['an unknown address', async () => ({ email: 'nobody@example.com' })],
    ['no address', async () => ({ email: 'anna\0@example.com' })],
    ['a password of 1 MB', async () => ({ password: 'a'.repeat(1_000_000) })],
    [
      'a removed person',
      async () => {
        await test.staff.people.remove(change);
        return {};
      },
    ],
    [
      'someone who is only invited',
      async () => {
        await test.staff.people.invite({ ...change, email: 'otto@example.com', role: 'author' });
        return { email: 'otto@example.com' };
      },
    ],
    [
      'a person without a password',
      async () => {
        await test.database.none('update staff_people set password = null');
        return {};
      },
    ],
  ];

  it.each(CASES)('%s: the same answer after the same work', async (_, prepare) => {
    const attempt = await prepare();
    test.takeComputations();
    expect(await answerTo(attempt)).toEqual(WRONG);
    expect(test.takeComputations()).toBe(1);
  });

  it.each(CASES.slice(0, 2))('locked after %s: the same answer, without any work', async (_, prepare) => {
    const attempt = await prepare();
    await kindsOf(5, () => answerTo(attempt));
    test.takeComputations();
    expect(await answerTo(attempt)).toEqual({
      kind: 'rate-limited',
      message: 'Too many attempts to sign in; try again in 15 minutes.',
    });
    expect(test.takeComputations()).toBe(0);
  });

  it('five failures lock an account, even for the right password and other senders', async () => {
    const wrong = (index: number) => answerTo({ password: `wrong ${index}`, sender: `192.0.2.${index}` });
    expect(await kindsOf(8, wrong)).toEqual({ unauthorized: 5, 'rate-limited': 3 });
    expect(await answerTo({})).toMatchObject({ kind: 'rate-limited' });
  });

  it('a lock ends with its quarter of an hour', async () => {
    await kindsOf(5, () => answerTo({ password: 'wrong' }));
    const error = await test.staff.signInByPassword(ATTEMPT).catch((refusal: unknown) => refusal);
    const { retryAfter = 0 } = (error as AppError).details;
    expect(retryAfter).toBeGreaterThan(840);
    expect(retryAfter).toBeLessThanOrEqual(900);
    await test.database.none('update rate_limits set expire = 1');
    expect(await answerTo({})).toBe('signed in');
  });

  it('letter case and white space make no other account', async () => {
    const spelled = [
      'anna@example.com',
      'Anna@example.com',
      ' anna@EXAMPLE.com',
      'ANNA@EXAMPLE.COM',
      'aNNa@example.com',
    ];
    await kindsOf(5, (index) => answerTo({ email: spelled[index] ?? '', password: 'wrong' }));
    expect(await answerTo({ email: 'annA@example.com' })).toMatchObject({ kind: 'rate-limited' });
  });

  it('limits hold over two instances, and for parallel attempts', async () => {
    const attempts = Array.from({ length: 20 }, (_, index) =>
      answerTo({ password: 'wrong' }, index % 2 ? test.staff : other),
    );
    const answers = await Promise.all(attempts);
    expect(await kindsOf(20, async (index) => answers[index])).toEqual({
      unauthorized: 5,
      'rate-limited': 15,
    });
  });

  it('twenty failures lock a sender, whatever accounts they try', async () => {
    const wrong = (index: number) =>
      answerTo({ email: `person-${index}@example.com` }, index % 2 ? test.staff : other);
    expect(await kindsOf(25, wrong)).toEqual({ unauthorized: 20, 'rate-limited': 5 });
    expect(await answerTo({ sender: '192.0.2.2' })).toBe('signed in');
  });

  it('an IPv6 sender counts by /64', async () => {
    const wrong = (index: number) =>
      answerTo({ email: `person-${index}@example.com`, sender: `2001:db8:1:2::${index + 1}` });
    expect(await kindsOf(25, wrong)).toEqual({ unauthorized: 20, 'rate-limited': 5 });
  });

  it('signing in does not count', async () => {
    expect(await kindsOf(30, () => answerTo({}))).toEqual({ 'signed in': 30 });
  });

  it('failures of before stay counted', async () => {
    await kindsOf(4, () => answerTo({ password: 'wrong' }));
    expect(await answerTo({})).toBe('signed in');
    expect(await kindsOf(3, () => answerTo({ password: 'wrong' }))).toEqual({
      unauthorized: 1,
      'rate-limited': 2,
    });
  });

  /** Locks of other tests are told of in the background. */
  const notices = (email: string) => test.told.filter((to) => to === email).length;

  it('the person is told at the first lock, and once a day at most', async () => {
    const email = 'bo@example.com';
    await test.member(email);
    const fail = (count: number, staff?: Staff) =>
      kindsOf(count, () => answerTo({ email, password: 'wrong' }, staff));
    await fail(4);
    expect(notices(email)).toBe(0);
    await fail(10);
    await until('the person is told', () => notices(email) > 0);
    await test.database.none('update rate_limits set expire = 1');
    await fail(5, other);
    expect(notices(email)).toBe(1);
    await test.database.none("update staff_people set lock_notice_at = now() - interval '25 hours'");
    await test.database.none('update rate_limits set expire = 1');
    await fail(5);
    await until('the person is told again', () => notices(email) > 1);
    expect(notices(email)).toBe(2);
  });

  it('no mail is sent about an account that does not exist', async () => {
    const email = 'unknown@example.com';
    await kindsOf(6, () => answerTo({ email }));
    expect(notices(email)).toBe(0);
  });

  it('nothing is counted with RATE_LIMITS=off', async () => {
    const unlimited = test.another({ limits: {} });
    expect(await kindsOf(8, () => answerTo({ password: 'wrong' }, unlimited))).toEqual({ unauthorized: 8 });
  });
});
