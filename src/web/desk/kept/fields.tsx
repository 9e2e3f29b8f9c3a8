/** Forms. Each says how it keeps what is typed into it, so that no form forgets to: by its fields, as the browser has them, or by values. */
import type { ComponentProps, VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { failedWriteCountSignal } from '../api/api.ts'
import { RestoreUnsavedOffer } from './offer.tsx'
import { type UnsavedFormStore, unsavedFormStore } from './unsaved-values.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The values of fields by their names. */
type Texts = Readonly<Record<string, string>>

const isToggle = (control: Control): control is HTMLInputElement => /checkbox|radio/.test(control.type)

/** Returns the fields of a form by their names, numbered where several have the same. Secrets are never kept, and files can’t be put back. */
function controlsOf(form: HTMLFormElement | null): ReadonlyMap<string, Control> {
  const all = new Map<string, Control>()
  for (const control of form?.querySelectorAll<Control>('input,textarea,select') ?? []) {
    if (!control.name || /password|file/.test(control.type)) continue
    all.set(all.has(control.name) ? `${control.name} ${all.size}` : control.name, control)
  }
  return all
}

const textOf = (control: Control) => (isToggle(control) ? `${control.checked}` : control.value)

/** Types a text into a field, as its user did. */
function type(control: Control, text: string): void {
  control.focus()
  if (isToggle(control)) control.click()
  else {
    control.value = text
    for (const kind of ['input', 'change']) control.dispatchEvent(new Event(kind, { bubbles: true }))
  }
}

/** Types what was kept into a form, field by field: one may bring about another. */
async function restore(form: HTMLFormElement | null, texts: Texts): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    const control = controlsOf(form).get(name)
    if (!control || textOf(control) === text) continue
    type(control, text)
    // Until it is rendered.
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Returns the texts that differ from those that the fields of a form had first, which it adds to `first`. */
function changedTexts(form: HTMLFormElement | null, first: Map<string, string>): Texts {
  const texts = [...controlsOf(form)].map(([name, control]) => [name, textOf(control)] as const)
  for (const [name, text] of texts) if (!first.has(name)) first.set(name, text)
  return Object.fromEntries(texts.filter(([name, text]) => text !== first.get(name)))
}

/** Keeps texts; forgets what was kept where there are none. Returns whether there are any. */
function keepTexts(own: UnsavedFormStore<Texts>, texts: Texts): boolean {
  const isKept = Object.keys(texts).length > 0
  if (isKept) own.keep(texts, {})
  else own.forget()
  return isKept
}

/** Calls back where a form that was sent is still the user’s: a write has failed, or the view is left before there is an answer. Returns what ends it. */
function hearVainSending(unsettle: () => void): () => void {
  const follow = ({ target }: Event) => target instanceof Element && target.closest('a[href]') && unsettle()
  const stopHearing = failedWriteCountSignal.subscribe(unsettle)
  // Both are heard before the view changes.
  addEventListener('popstate', unsettle, true)
  addEventListener('click', follow, true)
  return () => {
    stopHearing()
    removeEventListener('popstate', unsettle, true)
    removeEventListener('click', follow, true)
  }
}

/**
 * Returns the `ref`, the listeners and the offer of a form that keeps its fields under a name: until the user sends or cancels it, not
 * when it is left by Escape, by another view, or by a reload. A form that was sent in vain is kept, too: its write has failed, a field was
 * refused before, or the user goes back or to another view before there is an answer.
 */
function useKeptFields(name: string) {
  const form = useRef<HTMLFormElement>(null)
  const own = useMemo(() => unsavedFormStore<Texts>(name), [name])
  const first = useMemo(() => new Map<string, string>(), [name])
  // Whether the user has typed something, and whether it was sent or cancelled since.
  const state = useRef({ isTyped: false, isSettled: false }).current
  const [isChanged, setChanged] = useState(false)
  const keep = () => {
    const texts = changedTexts(form.current, first)
    setChanged(keepTexts(own, state.isTyped ? texts : {}))
  }
  useLayoutEffect(keep)
  const unsettle = () => {
    state.isSettled = false
  }
  useEffect(() => {
    const stopHearing = hearVainSending(unsettle)
    return () => {
      stopHearing()
      if (state.isSettled) own.forget()
      own.leave()
    }
  }, [own])
  const listeners = {
    // After the field’s own listener, which has rendered what it takes.
    onInput() {
      state.isTyped = true
      unsettle()
      keep()
    },
    // Enter clicks the button, too.
    onClickCapture({ target }: Event) {
      if (target instanceof Element && target.closest('button')) state.isSettled = true
    },
    onKeyDownCapture: ({ key }: KeyboardEvent) => key === 'Escape' && unsettle(),
    onInvalidCapture: unsettle,
  }
  const take = ({ values }: { readonly values: Texts }) => void restore(form.current, values)
  const offer = <RestoreUnsavedOffer keeping={own} isChanged={isChanged} take={take} />
  return { ref: form, listeners, offer }
}

interface FormProps extends ComponentProps<'form'> {
  /**
   * The name under which the form keeps its fields, with the id of what is edited; or the offer of `useUnsaved`, for a form whose
   * values are more than its fields; or null for one with nothing but secrets and confirmations.
   */
  readonly kept: string | VNode | null
}

function FormOfFields({ name, children, ...form }: ComponentProps<'form'> & { readonly name: string }) {
  const { ref, listeners, offer } = useKeptFields(name)
  return (
    <form {...form} {...listeners} ref={ref}>
      {offer}
      {children}
    </form>
  )
}

/** A form that keeps what is typed into it, and offers what was lost with a closed tab. */
export function Form({ kept, children, ...form }: FormProps) {
  if (typeof kept === 'string')
    return (
      <FormOfFields {...form} name={kept}>
        {children}
      </FormOfFields>
    )
  return (
    <form {...form}>
      {kept}
      {children}
    </form>
  )
}
