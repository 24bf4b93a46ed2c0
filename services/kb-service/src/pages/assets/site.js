// What pages do better with a script; without it forms are sent and everything works all the same.

/** Votes are cast over the API, so that the reader stays where they are; where that fails the form is sent after all. */
for (const form of document.querySelectorAll('form[data-votes]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const vote = event.submitter.value;
    castVote(form, vote).catch(() => sendForm(form, vote));
  });
}

async function castVote(form, vote) {
  const headers = { Accept: 'application/vnd.api+json' };
  const answer = await fetch(`${form.dataset.votes}${vote}vote`, { method: 'POST', headers });
  if (!answer.ok) throw new Error(answer.statusText);
  form.replaceWith(form.nextElementSibling.content.cloneNode(true));
}

function sendForm(form, vote) {
  const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'vote', value: vote });
  form.append(field);
  form.submit();
}
