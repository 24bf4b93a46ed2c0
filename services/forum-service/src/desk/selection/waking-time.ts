import { AppError } from '@guidepost/service-kit';

const MONDAY = 1;

interface Form {
  first(name: string): string | undefined;
}

/**
 * The beginning of the day that a form names: tomorrow, the next Monday, or another one. Scripts send that of the
 * person's time zone; without them it is that of UTC.
 * @throws AppError `invalid`
 */
export function wakingTime(form: Form, now = new Date()): Date {
  const until = form.first('until');
  const time = until === undefined ? dayOf(form, now) : new Date(until);
  if (!Number.isNaN(time.getTime())) return time;
  const message = 'There is no such day.';
  throw new AppError('invalid', message, { fields: { until: [message] }, reason: 'snoozeRule' });
}

function dayOf(form: Form, now: Date): Date {
  const inDays = (days: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days));
  switch (form.first('when')) {
    case 'tomorrow':
      return inDays(1);
    case 'week':
      return inDays(((MONDAY - now.getUTCDay() + 6) % 7) + 1);
    default:
      return new Date(`${form.first('day')}T00:00Z`);
  }
}
