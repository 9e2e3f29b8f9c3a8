/** What was typed and not chosen, which forms take before they are sent. */
import { computed, signal } from '@preact/signals'
import { faultMessage } from '../api/faults.ts'
import { Button } from '../parts/button.tsx'
import { ask, Dialog } from '../parts/dialog.tsx'
import { momentReader } from '../time/reader.ts'
import { t } from '../words/index.ts'
import type { Suggestion } from './suggestion.ts'

// Texts that were typed into fields with suggestions, and that their forms have not taken as a value yet.

interface Untaken {
  readonly label: string
  readonly text: string
  readonly input: HTMLInputElement
  /** Whether the question begins at Cancel. */
  readonly isGrave: boolean
  /** Takes the suggestion that the text names exactly. Returns whether there was one. */
  takeExact(): Promise<boolean>
  suggest(): Promise<readonly Suggestion[]>
  pick(picked: Suggestion): void
  drop(): void
}

const fields = signal<ReadonlyMap<string, () => Untaken>>(new Map())

/** Sets or removes the untaken text of a field in a form. */
export function noteUnchosenText(id: string, read: (() => Untaken) | undefined): void {
  if (read === undefined && !fields.value.has(id)) return
  const next = new Map(fields.value)
  if (read === undefined) next.delete(id)
  else next.set(id, read)
  fields.value = next
}

export const hasUnchosenTextSignal = computed(() => fields.value.size > 0)

/** The user's decision about a text: a suggestion, to leave it out, or undefined to go back to the form. */
type Answer = Suggestion | 'drop' | undefined

interface AskedProps {
  readonly untaken: Untaken
  readonly found: readonly Suggestion[]
  readonly fault: string | undefined
  readonly answer: (answer: Answer) => void
}

/** Asks what to do with a text that was typed into a field with suggestions, but not chosen. */
function UnchosenTextQuestion({ untaken: { text, label, isGrave }, found, fault, answer }: AskedProps) {
  return (
    <Dialog title={t('untaken.title', { text: text.trim() })} onClose={() => answer(undefined)}>
      <p>{fault ?? t('untaken.text', { field: label })}</p>
      <ul class="lines picks">
        {found.map((one) => (
          <li key={one.value} class="line">
            <Button onClick={() => answer(one)} label={one.label} />
            {one.detail && <span class="detail">{one.detail}</span>}
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button autofocus={isGrave} onClick={() => answer(undefined)} label={t('cancel')} />
        <Button class="danger" onClick={() => answer('drop')} label={t('untaken.drop')} />
      </div>
    </Dialog>
  )
}

/** Takes the text of a field as what it names, or as the user decides. Returns whether the form may be saved. */
async function take(untaken: Untaken): Promise<boolean> {
  if (untaken.text.trim() === '' || (await untaken.takeExact())) return true
  const suggested = untaken.suggest().then(
    (found) => ({ found, fault: undefined }),
    (error: unknown) => ({ found: [], fault: faultMessage(error) }),
  )
  const asked = { untaken, ...(await suggested) }
  const answer = await ask<Answer>((settle) => <UnchosenTextQuestion {...asked} answer={settle} />)
  if (answer === 'drop') untaken.drop()
  else if (answer !== undefined) untaken.pick(answer)
  else untaken.input.focus()
  return answer !== undefined
}

/** Waits until forms are rendered with what was taken. */
const rendered = () => new Promise((resolve) => setTimeout(resolve))

/** Goes to the first field of a form with a text that is no date or time, and unfolds its section. Returns whether there is one. */
function goToUnreadMoment(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLInputElement>('.moment > input:invalid')
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
  // The field says why.
  field?.checkValidity()
  return field !== null
}

/** Fields that take a value when they are left take it before their form is sent, too. */
function leaveField(form: HTMLFormElement): void {
  const focused = document.activeElement
  const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement
  if (!isField || focused.form !== form) return
  focused.blur()
  focused.focus()
}

/**
 * Takes all texts that were typed in a form without a choice: as what they name exactly, else as the user decides. A form calls it
 * before it is saved. Returns whether it may be saved; not if the user goes back to it.
 */
export async function takeTypedTexts(form: HTMLFormElement): Promise<boolean> {
  // What was typed before its reader was loaded is read by now.
  await momentReader.ifAsked()
  leaveField(form)
  await rendered()
  if (goToUnreadMoment(form)) return false
  for (const read of [...fields.value.values()]) {
    const untaken = read()
    if (untaken.input.form === form && !(await take(untaken))) return false
  }
  await rendered()
  return true
}
