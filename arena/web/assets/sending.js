// Sends what a person does to the server, which answers with JSON.

// The answer, or an error whose message is the server's own line.
export const send = async (path, body) => {
  const request = {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(body),
  };
  const answer = await fetch(path, request).catch(() => {
    throw new Error('The server does not answer.');
  });
  const told = await answer
    .json()
    .catch(() => ({error: `The server answers with status ${answer.status}.`}));
  if (told.error) throw new Error(`${told.error[0].toUpperCase()}${told.error.slice(1)}.`);
  return told;
};

// Has a form's `deed` done when it is submitted, once at a time; `trouble` shows what went wrong.
export const onSubmit = (form, trouble, deed) => {
  form.onsubmit = async event => {
    event.preventDefault();
    const button = form.querySelector('button.pri');
    button.disabled = true;
    trouble.textContent = '';
    try {
      await deed();
    } catch (error) {
      trouble.textContent = error.message;
      button.disabled = false;
    }
  };
};
