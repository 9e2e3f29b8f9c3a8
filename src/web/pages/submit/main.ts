/**
 * The form with which the public submits an event: computes the proof of work while the preview is read, offers known venues and
 * organizers while a name is typed, and refuses pictures that are too large before they are sent. Without it the form works too.
 */
import { sha256 } from './sha256.ts'

// The proof of work of a submission (ALTCHA, SHA-256).

/** Numbers that are tried before the page gets its turn. */
const STEP = 1000

interface Challenge {
  readonly algorithm: string
  readonly challenge: string
  readonly maxnumber: number
  readonly salt: string
  readonly signature: string
}

/** Returns the solution of the challenge at a URL, or "" if none was found. Works in small steps, so that the page stays responsive. */
async function solveChallengeAt(address: string): Promise<string> {
  const sent: Challenge = await (await fetch(address)).json()
  const { algorithm, challenge, maxnumber, salt, signature } = sent
  for (let from = 0; from <= maxnumber; from += STEP) {
    for (let number = from; number < from + STEP; number += 1)
      if (sha256(salt + number) === challenge)
        return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
    await new Promise((resolve) => setTimeout(resolve))
  }
  return ''
}

// Known venues and organizers, offered while a name is typed.

/** Lists of the API by name. */
type Lists = Readonly<Record<string, unknown>>

const textOf = (raw: unknown) => (typeof raw === 'string' ? raw : '')

/** Options with the names in a response, and their towns. */
function optionsIn(lists: Lists, kind: string): readonly HTMLOptionElement[] {
  const items = lists[`${kind}s`]
  return (Array.isArray(items) ? items : []).map((item: Readonly<Record<string, unknown>>) =>
    Object.assign(document.createElement('option'), { value: textOf(item[kind]), label: textOf(item.city) }),
  )
}

/** Offers the items of the calendar at the address of a list in the field of their kind, if the form has it. */
function offerVenueOrOrganizerSuggestions(
  form: HTMLFormElement,
  kind: 'venue' | 'organizer',
  address = '',
): void {
  const field = form.elements.namedItem(`${kind}[${kind}]`)
  if (!(field instanceof HTMLInputElement) || field.list === null) return
  let asked = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const offer = async () => {
    const typed = field.value.trim()
    if (typed.length < 2 || typed === asked) return
    asked = typed
    const response = await fetch(`${address}?per_page=10&search=${encodeURIComponent(typed)}`).catch(
      () => undefined,
    )
    if (response?.ok !== true || asked !== typed) return
    const lists: Lists = await response.json().catch(() => ({}))
    field.list?.replaceChildren(...optionsIn(lists, kind))
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(offer, 200)
  })
}

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
