const HOUR_IN_MINUTES = 60;
const DAY_IN_HOURS = 24;
/** From here on, days are easier to read. */
const MOST_HOURS = 48;

/** Shows hours in the unit that suits: `45 min`, `3.5 hrs`, `2.1 days`; a dash for none. */
export function createDurations(language: string): (hours: number | null) => string {
  const locale = language === 'en' ? 'en-GB' : language;
  const inUnit = (unit: 'minute' | 'hour' | 'day', digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    });
  const minutes = inUnit('minute', 0);
  const inHours = inUnit('hour', 1);
  const days = inUnit('day', 1);
  return (hours) => {
    if (hours === null) return '–';
    if (hours < 1) return minutes.format(hours * HOUR_IN_MINUTES);
    return hours < MOST_HOURS ? inHours.format(hours) : days.format(hours / DAY_IN_HOURS);
  };
}
