// Copy buttons: the command beside the button goes to the clipboard.
const TOLD = 1500;

const copied = button => {
  button.textContent = 'Copied';
  setTimeout(() => { button.textContent = 'Copy'; }, TOLD);
};

addEventListener('click', event => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  const text = button.parentNode.querySelector('pre').textContent.trim();
  navigator.clipboard.writeText(text).then(() => copied(button));
});
