// What takes longer to read follows when the page is there.
const fill = async place => {
  try {
    const answer = await fetch(place.dataset.late);
    if (!answer.ok) throw new Error(`${answer.status}`);
    place.innerHTML = await answer.text();
  } catch {
    place.querySelector('p').textContent = 'could not be read; reload the page to try again.';
  }
};

document.querySelectorAll('[data-late]').forEach(fill);
