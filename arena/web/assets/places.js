// A place in a replay as an address names it.
const ADDRESS_PAUSE = 250;

// A turn, and the step in it if not all are shown, as `turn=13&stage=2`.
export const placeText = (turn, step) => `turn=${turn}${step ? `&stage=${step}` : ''}`;

// The place that the fields of an address name, as [turn, step], or null.
export const placeIn = named => {
  const turn = named.get('turn');
  return turn === null || turn === '' || Number.isNaN(Number(turn))
    ? null
    : [Number(turn), Number(named.get('stage')) || Infinity];
};

// Keeps the address at the place that is shown; not at once, since browsers limit how often.
export const addressKeeper = addressOf => {
  let timer = 0;
  return (turn, step) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => history.replaceState(null, '', addressOf(turn, step)),
      ADDRESS_PAUSE,
    );
  };
};
