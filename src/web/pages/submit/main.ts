/**
 * The form with which the public submits an event: computes the proof of work while the preview is read, offers known venues and
 * organizers while a name is typed, and refuses pictures that are too large before they are sent. Without it the form works too.
 */
import { solveChallengeAt } from './proof.ts'
import { offerVenueOrOrganizerSuggestions } from './venues-and-organizers.ts'

/** The greatest size of a picture in bytes, as the service has it. */
const MAX_PICTURE = 5 * 1_048_576

async function send(form: HTMLFormElement, button: HTMLButtonElement, proof: Promise<string>): Promise<void> {
  if (button.getAttribute('aria-disabled') === 'true') return
  button.setAttribute('aria-disabled', 'true')
  button.textContent = form.dataset.busy ?? ''
  const field = form.elements.namedItem('proof')
  if (field instanceof HTMLInputElement) field.value = await proof
  form.submit()
}

/** Computes the proof at once, and sends the form with it. Its other buttons lead back to a step. */
function proveBeforeSending(form: HTMLFormElement): void {
  // Without a proof the form is sent as if JavaScript were off.
  const proof = solveChallengeAt(form.dataset.challenge ?? '').catch(() => '')
  form.addEventListener('submit', (event) => {
    const { submitter } = event
    if (!(submitter instanceof HTMLButtonElement) || submitter.name !== '') return
    event.preventDefault()
    send(form, submitter, proof)
  })
}

/** Says beside the field that a picture is too large or no picture, which the service would refuse with the whole form. */
function refuseLargePictures(field: HTMLInputElement): void {
  field.addEventListener('change', () => {
    const file = field.files?.[0]
    const isRefused = file !== undefined && (file.size > MAX_PICTURE || !file.type.startsWith('image/'))
    field.setCustomValidity(isRefused ? (field.form?.dataset.tooLarge ?? '') : '')
    if (!isRefused) return
    field.reportValidity()
    field.value = ''
  })
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-challenge]'))
  proveBeforeSending(form)
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-venues]')) {
  offerVenueOrOrganizerSuggestions(form, 'venue', form.dataset.venues)
  offerVenueOrOrganizerSuggestions(form, 'organizer', form.dataset.organizers)
  for (const field of form.querySelectorAll<HTMLInputElement>('input[type=file]')) refuseLargePictures(field)
}
