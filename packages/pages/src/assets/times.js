// Days and times by the reader's clock, for all pages, and the time of a day on demand; the service, whose pages are cached, writes them in UTC.

showTimes(document);
showTimesOnDemand();
// A script that has replaced a part of the page says so.
document.addEventListener('replaced', ({ target }) => showTimes(/** @type {Element} */ (target)));

/** @param {Document | Element} part */
function showTimes(part) {
  for (const time of part.querySelectorAll('time[data-day], time[data-minute]')) {
    showByOwnClock(/** @type {HTMLTimeElement} */ (time));
  }
}

/** @param {HTMLTimeElement} time with a text around `{{date}}` in `data-day`, or to the minute */
function showByOwnClock(time) {
  const { day } = time.dataset;
  const date = new Date(time.dateTime);
  const locale = localeOf(time);
  /** @param {Intl.DateTimeFormatOptions} options */
  const write = (options) => new Intl.DateTimeFormat(locale, options).format(date);
  time.title = write({
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const text =
    day === undefined
      ? write({ dateStyle: 'medium', timeStyle: 'short' })
      : day.replace('{{date}}', write({ dateStyle: 'long' }));
  if (time.textContent !== text) time.textContent = text;
  if (day === undefined) return;
  time.dataset.short = text;
  time.dataset.full = day.replace('{{date}}', time.title);
  // Where nothing else that has the focus shows it.
  if (!surroundingsOf(time)) time.tabIndex = 0;
}

/** A day shows its time once what it belongs to has had the focus of the keyboard, or when it is touched. */
function showTimesOnDemand() {
  document.addEventListener('focusin', ({ target }) => {
    const focused = /** @type {Element} */ (target);
    if (focused.matches(':focus-visible')) for (const time of daysAt(focused)) showFull(time);
  });
  document.addEventListener('click', (event) => {
    const time = event.target instanceof Element && event.target.closest('time[data-full]');
    const isTouched = event instanceof PointerEvent && event.pointerType === 'touch';
    if (!isTouched || !(time instanceof HTMLTimeElement) || time.textContent === time.dataset.full) return;
    // The second touch follows a link around it.
    event.preventDefault();
    showFull(time);
  });
}

/** The element that holds a day and can have the focus: a link around it, or the link beside it. @param {Element} time */
function surroundingsOf(time) {
  const around = time.closest('a, li, tr');
  return around?.matches('a[href]') || around?.querySelector('a[href], button') ? around : null;
}

/** @param {Element} focused @returns {HTMLTimeElement[]} */
function daysAt(focused) {
  if (focused instanceof HTMLTimeElement) return focused.dataset.full ? [focused] : [];
  const around = focused.closest('a:has(time[data-full]), li, tr');
  const days = /** @type {NodeListOf<HTMLTimeElement>} */ (around?.querySelectorAll('time[data-full]') ?? []);
  return [...days].filter((time) => surroundingsOf(time) === around);
}

/** From then on, so that nothing moves while it is clicked. @param {HTMLTimeElement} time */
function showFull(time) {
  time.textContent = time.dataset.full ?? '';
}

/** The locale of a part of the page, as the service writes dates. @param {Element} part */
function localeOf(part) {
  const { lang } = /** @type {HTMLElement} */ (part.closest('[lang]'));
  return lang === 'en' ? 'en-GB' : lang;
}
