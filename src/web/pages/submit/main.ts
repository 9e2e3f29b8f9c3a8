/**
 * The form with which the public submits an event: computes the proof of work while the form is sent, and offers known venues while
 * a place is typed. Without it the form works too.
 */
import { solveChallenge } from './proof.ts'
import { offerVenueSuggestions } from './venues.ts'

async function send(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  if (button.getAttribute('aria-disabled') === 'true') return
  button.setAttribute('aria-disabled', 'true')
  button.textContent = form.dataset.busy ?? ''
  const field = form.elements.namedItem('proof')
  // Without a proof the form is sent as if JavaScript were off.
  const proof = await solveChallenge(form.dataset.challenge ?? '').catch(() => '')
  if (field instanceof HTMLInputElement) field.value = proof
  form.submit()
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-challenge]'))
  form.addEventListener('submit', (event) => {
    const button = form.querySelector('button')
    if (button === null) return
    event.preventDefault()
    send(form, button)
  })
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-venues]'))
  offerVenueSuggestions(form)
