// Progressive enhancement of the desk: everything works without it, too.

forgetNotice();
for (const box of document.querySelectorAll('input[data-select-all]')) selectAll(box);
for (const form of document.querySelectorAll('form[data-submit]')) form.submit();
for (const select of document.querySelectorAll('select[data-submit-on-change]')) {
  select.addEventListener('change', () => select.form.requestSubmit());
}
for (const time of document.querySelectorAll('time[datetime]')) showLocalTime(time);

/** Removes a notice from the address, so that reloading does not repeat it, and an undo after ten seconds. */
function forgetNotice() {
  const address = new URL(location.href);
  if (!address.searchParams.has('done')) return;
  address.searchParams.delete('done');
  address.searchParams.delete('done-undo');
  history.replaceState(history.state, '', address);
}

/** @param {HTMLInputElement} box */
function selectAll(box) {
  const boxes = () => box.form.querySelectorAll(`input[type=checkbox]:not([data-select-all])`);
  box.hidden = false;
  box.addEventListener('change', () => {
    for (const other of boxes()) other.checked = box.checked;
  });
  box.form.addEventListener('change', () => {
    const all = [...boxes()];
    const checked = all.filter((other) => other.checked).length;
    box.checked = checked === all.length;
    box.indeterminate = checked > 0 && checked < all.length;
  });
}

/** @param {HTMLTimeElement} time */
function showLocalTime(time) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  time.textContent = format.format(new Date(time.dateTime));
}
