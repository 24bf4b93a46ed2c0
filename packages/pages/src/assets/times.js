// Days and times by the reader's clock, for all pages; the service, whose pages are cached, writes them in UTC.

showTimes(document);
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
}

/** The locale of a part of the page, as the service writes dates. @param {Element} part */
function localeOf(part) {
  const { lang } = /** @type {HTMLElement} */ (part.closest('[lang]'));
  return lang === 'en' ? 'en-GB' : lang;
}
