// An invitation: who says a name sits down.
import {onSubmit, send} from './sending.js';

const sitForm = document.getElementById('sit');
onSubmit(sitForm, document.getElementById('trouble'), async () => {
  const {seat} = await send(`${sitForm.dataset.base}/sit`, {name: sitForm.elements.name.value});
  location.replace(seat);
});
