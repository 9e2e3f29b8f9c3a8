/** What was typed and not chosen, which forms take before they are sent. */
import { computed, signal } from '@preact/signals'
import { useRef, useState } from 'preact/hooks'
import { faultMessage, faultOfThrown, type RequestFault } from '../api/faults.ts'
import { Dialog } from '../parts/dialog.tsx'
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
  /** Loads what the text could mean. */
  suggest(): Promise<readonly Suggestion[]>
  pick(picked: Suggestion): void
  /** Empties the field. */
  drop(): void
}

/** The fields with such texts, by their id. */
const fields = signal<ReadonlyMap<string, () => Untaken>>(new Map())

/** Sets or removes the untaken text of a field in a form. */
export function noteUnchosenText(id: string, read: (() => Untaken) | undefined): void {
  if (read === undefined && !fields.value.has(id)) return
  const next = new Map(fields.value)
  if (read === undefined) next.delete(id)
  else next.set(id, read)
  fields.value = next
}

/** Whether a form has a text that it has not taken. */
export const hasUnchosenTextSignal = computed(() => fields.value.size > 0)

/** The user's decision about a text: a suggestion, to leave it out, or undefined to go back to the form. */
type Answer = Suggestion | 'drop' | undefined

interface Asked {
  readonly untaken: Untaken
  readonly found: readonly Suggestion[]
  /** Why nothing could be looked for. */
  readonly fault: string | undefined
  readonly answer: (answer: Answer) => void
}

/** The text that the user is asked about. */
const unchosenTextAskedAboutSignal = signal<Asked | undefined>(undefined)

function ask(untaken: Untaken, { found, fault }: Pick<Asked, 'found' | 'fault'>): Promise<Answer> {
  return new Promise((resolve) => {
    unchosenTextAskedAboutSignal.value = {
      untaken,
      found,
      fault,
      answer(answer) {
        unchosenTextAskedAboutSignal.value = undefined
        resolve(answer)
      },
    }
  })
}

/** Takes the text of a field as what it names, or as the user decides. Returns whether the form may be saved. */
async function take(untaken: Untaken): Promise<boolean> {
  if (untaken.text.trim() === '' || (await untaken.takeExact())) return true
  const suggested = untaken.suggest().then(
    (found) => ({ found, fault: undefined }),
    (error: unknown) => ({ found: [], fault: faultMessage(error) }),
  )
  const answer = await ask(untaken, await suggested)
  if (answer === 'drop') untaken.drop()
  else if (answer !== undefined) untaken.pick(answer)
  else untaken.input.focus()
  return answer !== undefined
}

/** Waits until forms are rendered with what was taken. */
const rendered = () => new Promise((resolve) => setTimeout(resolve))

/**
 * Takes all texts that were typed in a form without a choice: as what they name exactly, else as the user decides. A form calls it
 * before it is saved. Returns whether it may be saved; not if the user goes back to it.
 */
export async function takeTypedTexts(form: HTMLFormElement): Promise<boolean> {
  // The field that was just left may have taken its text itself.
  await rendered()
  for (const read of [...fields.value.values()]) {
    const untaken = read()
    if (untaken.input.form === form && !(await take(untaken))) return false
  }
  await rendered()
  return true
}

// Asks what to do with a text that was typed into a field with suggestions, but not chosen.

/** Renders the open question. */
export function UnchosenTextQuestion() {
  const question = unchosenTextAskedAboutSignal.value
  if (question === undefined) return null
  const { untaken, found, fault, answer } = question
  const { text, label: field, isGrave } = untaken
  return (
    <Dialog title={t('untaken.title', { text: text.trim() })} onClose={() => answer(undefined)}>
      <p>{fault ?? t('untaken.text', { field })}</p>
      <ul class="lines">
        {found.map((one) => (
          <li key={one.value} class="line">
            <button type="button" onClick={() => answer(one)}>
              {one.label}
            </button>
            {one.detail && <span class="detail">{one.detail}</span>}
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" autofocus={isGrave} onClick={() => answer(undefined)}>
          {t('cancel')}
        </button>
        <button type="button" class="danger" onClick={() => answer('drop')}>
          {t('untaken.drop')}
        </button>
      </div>
    </Dialog>
  )
}

// The state of forms that write: whether the write is running, and why the last one failed.

interface Submitting {
  readonly isBusy: boolean
  /** Why the last write failed, for the form and its fields. */
  readonly fault: RequestFault | undefined
  readonly submit: (event: Event) => void
}

/** Returns the state of a form whose submit event calls `write`. First, it takes what was typed without being chosen. */
export function useSubmitting(write: () => Promise<unknown>): Submitting {
  const [fault, setFault] = useState<RequestFault | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const latest = useRef(write)
  latest.current = write
  const run = async (form: HTMLFormElement) => {
    if (!(await takeTypedTexts(form))) return
    setBusy(true)
    try {
      await latest.current()
      setFault(undefined)
    } catch (error) {
      setFault(faultOfThrown(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: Event) => {
    event.preventDefault()
    void run(event.currentTarget as HTMLFormElement)
  }
  return { isBusy, fault, submit }
}
