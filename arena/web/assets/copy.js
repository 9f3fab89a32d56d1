// Copy buttons: the command beside the button goes to the clipboard. Where a page may not write
// there, as over plain HTTP from another machine, the command is selected instead.
const TOLD = 1500;

const tellCopied = (button, text) => {
  button.textContent = text;
  setTimeout(() => {
    button.textContent = 'Copy';
  }, TOLD);
};

const copyText = async (button, command) => {
  try {
    await navigator.clipboard.writeText(command.textContent.trim());
    tellCopied(button, 'Copied');
  } catch {
    getSelection().selectAllChildren(command);
    tellCopied(button, 'Selected');
  }
};

addEventListener('click', event => {
  const button = event.target.closest('[data-copy]');
  if (button) copyText(button, button.parentNode.querySelector('pre'));
});
