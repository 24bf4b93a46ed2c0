import { describe, expect, it } from '@jest/globals';
import { wakingTime } from './waking-time.ts';

const wake = (fields: Record<string, string>, now: string) =>
  wakingTime({ first: (name) => fields[name] }, new Date(now)).toISOString();

describe('the day until which a dialog is snoozed', () => {
  it.each([
    ['tomorrow', '2026-11-30', '2026-12-01'],
    ['tomorrow', '2026-12-31', '2027-01-01'],
    ['week', '2026-11-28', '2026-11-30'],
    ['week', '2026-11-29', '2026-11-30'],
    ['week', '2026-11-30', '2026-12-07'],
    ['week', '2026-12-01', '2026-12-07'],
    ['week', '2026-12-31', '2027-01-04'],
  ])('%s, on %s, begins on %s', (when, now, expected) => {
    expect(wake({ when }, `${now}T23:59:59Z`)).toBe(`${expected}T00:00:00.000Z`);
  });

  it('is the one that was typed, or begins when a script says', () => {
    const typed = { when: 'day', day: '2027-02-03' };
    expect(wake(typed, '2026-11-30T12:00Z')).toBe('2027-02-03T00:00:00.000Z');
    expect(wake({ ...typed, until: '2027-02-02T23:00:00.000Z' }, '2026-11-30T12:00Z')).toBe(
      '2027-02-02T23:00:00.000Z',
    );
  });

  it.each([{}, { when: 'day' }, { when: 'day', day: '2027-13-01' }, { when: 'week', until: 'soon' }])(
    'is there: not %j',
    (fields) => {
      expect(() => wake(fields, '2026-11-30T12:00Z')).toThrow('There is no such day.');
    },
  );
});
