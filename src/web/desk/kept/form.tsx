/** Keeps the unsaved values of a form, and asks before the user leaves them. */
import type { ComponentProps, VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { typedRecordFromNames } from '../../../contract/table-of.ts'
import { currentUser, failedWriteCountSignal } from '../api/api.ts'
import { askConfirmation } from '../parts/dialog.tsx'
import { setLeaveGuard } from '../route.ts'
import { browserZone, dateTimeText, epochMillisecondsNow, wallTimeIn } from '../time/wall.ts'
import { t } from '../words/index.ts'

// Offers to restore what was not saved in a tab that was closed.

interface OfferProps<T> {
  readonly keeping: UnsavedFormStore<T>
  /** Whether the form is changed, so that restoring would lose something. */
  readonly isChanged: boolean
  /** The name of what is restored, if it has one. */
  readonly nameOf?: ((values: T) => string) | undefined
  readonly take: (kept: UnsavedValues<T>) => void
}

/** The offers, one for each tab that was closed with this form. */
function RestoreUnsavedOffer<T>({ keeping, isChanged, nameOf, take }: OfferProps<T>) {
  const [found, setFound] = useState<readonly UnsavedValues<T>[]>([])
  useEffect(() => void keeping.abandoned().then(setFound), [keeping])
  if (isChanged || found.length === 0) return null
  const settle = (one: UnsavedValues<T>, act: (kept: UnsavedValues<T>) => void) => () => {
    act(one)
    setFound(found.filter((other) => other !== one))
  }
  return (
    <>
      {found.map((one) => (
        <div key={one.at} class="kept" role="status">
          <p>
            {t('kept', { at: dateTimeText(wallTimeIn(browserZone, one.time)) })} {nameOf?.(one.values)}
          </p>
          <div class="actions">
            <button
              type="button"
              class="main"
              onClick={settle(one, (kept) => {
                keeping.takeUp(kept)
                take(kept)
              })}
            >
              {t('kept.take')}
            </button>
            <button type="button" onClick={settle(one, keeping.discard)}>
              {t('kept.discard')}
            </button>
          </div>
        </div>
      ))}
    </>
  )
}

// Unsaved values of forms, kept in the browser until they are saved or discarded. They survive a reload, a crash and the end of the
// session. Each opened form keeps its own, so that two tabs with the same form don't overwrite each other’s.

export interface UnsavedValues<T> {
  /** Where it is stored. */
  readonly at: string
  readonly values: T
  /** The values before the changes, as far as they are known. */
  readonly base: Partial<T>
  /** The version that was changed; undefined for a new item. */
  readonly etag: string | undefined
  /** When it was stored, in milliseconds since 1970. */
  readonly time: number
}

const prefixOf = (form: string) => `fasti-desk-kept:${currentUser()?.id ?? 0}:${form}:`

/** The places of unsaved values of a form, such as `event/5` or `venues/new`. */
function placesOf(form: string): readonly string[] {
  const prefix = prefixOf(form)
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}

function read<T>(at: string): readonly UnsavedValues<T>[] {
  const text = localStorage.getItem(at)
  return text === null ? [] : [{ ...(JSON.parse(text) as Omit<UnsavedValues<T>, 'at'>), at }]
}

/** Whether any tab has unsaved values of a form, now or before it was closed. */
export const hasUnsavedValues = (form: string): boolean => placesOf(form).length > 0

/** Removes the unsaved values of a form in all tabs, for instance because its item is gone. */
export function removeUnsavedValues(form: string): void {
  for (const at of placesOf(form)) localStorage.removeItem(at)
}

/** The places of forms that this tab has left. Browsers release them a moment later. */
const left = new Set<string>()

/** The places that open forms of this and other tabs hold. Browsers tell it only on HTTPS and on this machine. */
async function heldPlaces(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name = '' }) => (left.has(name) ? [] : [name])))
}

/** Holds a place until the tab is closed, or until the returned function is called. */
function hold(at: string): () => void {
  left.delete(at)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  if ('locks' in navigator) void navigator.locks.request(at, () => released)
  return () => {
    left.add(at)
    release()
  }
}

/** The state that an opened form keeps. */
interface UnsavedFormStore<T> {
  /** Stores the values of the form. */
  keep(values: T, base: Partial<T>, etag?: string): void
  /** Removes what this form has stored, after it is saved or discarded. */
  forget(): void
  /** Returns what the same form has stored in tabs that are closed, the newest first. */
  abandoned(): Promise<readonly UnsavedValues<T>[]>
  /** Goes on from what another tab stored. */
  takeUp(kept: UnsavedValues<T>): void
  /** Removes what another tab stored. */
  discard(kept: UnsavedValues<T>): void
  /** Called when the form is left. */
  leave(): void
}

/** Returns the place for the unsaved values of a form that was opened. */
function unsavedFormStore<T>(form: string): UnsavedFormStore<T> {
  const own = crypto.getRandomValues(new Uint32Array(2)).join('-')
  let at = prefixOf(form) + own
  let release = hold(at)
  return {
    keep(values, base, etag) {
      try {
        localStorage.setItem(at, JSON.stringify({ values, base, etag, time: epochMillisecondsNow() }))
      } catch {
        // The storage is full or disabled. The user is still warned before leaving.
      }
    },
    forget: () => localStorage.removeItem(at),
    async abandoned() {
      const held = await heldPlaces()
      const places = placesOf(form).filter((one) => one !== at && !held.has(one))
      return places.flatMap((one) => read<T>(one)).toSorted((one, other) => other.time - one.time)
    },
    takeUp(kept) {
      release()
      at = kept.at
      release = hold(at)
    },
    discard: (kept) => localStorage.removeItem(kept.at),
    leave: () => release(),
  }
}

/** Asks whether to leave a view with unsaved changes. */
const mayLeave = () =>
  askConfirmation({ title: t('leave.title'), text: t('leave.text'), yes: t('leave.yes'), isDangerous: true })

/** Asks before the user leaves a view with unsaved changes, which `discard` then removes. */
export function useLeaveConfirmation(isChanged: boolean, discard: () => void): void {
  useEffect(() => {
    const leave = async () => {
      const isLeft = await mayLeave()
      if (isLeft) discard()
      return isLeft
    }
    setLeaveGuard(isChanged ? leave : undefined)
    return () => setLeaveGuard(undefined)
  }, [isChanged, discard])
}

/** Returns the values in which a form differs from what it began with. */
function changedFormValues<T extends object>(values: T, base: Partial<T>): Partial<T> {
  const textAt = (of: object, name: string) => JSON.stringify(Reflect.get(of, name))
  const changed = Object.keys(values).filter((name) => textAt(values, name) !== textAt(base, name))
  return typedRecordFromNames<Partial<T>>(changed, (name) => Reflect.get(values, name))
}

interface KeptForm {
  /** Removes what was kept, after it is saved or discarded. */
  readonly forget: () => void
  /** Offers what was not saved in a tab that was closed. */
  readonly offer: VNode
}

/** What a form keeps in the browser while it is unsaved. */
interface KeptValues<T> extends Pick<UnsavedValues<T>, 'values' | 'base'> {
  readonly etag?: string
  /** Whether restoring would lose something that was typed. */
  readonly isChanged: boolean
  /** Whether something would be lost with the tab; by default what is changed. */
  readonly isUnsaved?: boolean
}

/**
 * Keeps the values of a form while they are unsaved. `form` is its name with the id of the item; the values have no secrets. `take` gets
 * those that the person restores, which `nameOf` gives a name.
 */
export function useKeptValues<T extends object>(
  form: string,
  { values, base, etag, isChanged, isUnsaved = isChanged }: KeptValues<T>,
  take: (kept: UnsavedValues<T>) => void,
  nameOf?: (values: T) => string,
): KeptForm {
  const own = useMemo(() => unsavedFormStore<T>(form), [form])
  const last = useRef(own)
  useEffect(() => () => own.leave(), [own])
  // With the last key before the form is closed, too.
  useLayoutEffect(() => {
    // An item that was new has a name of its own since.
    if (last.current !== own) last.current.forget()
    last.current = own
    if (isUnsaved) own.keep(values, base, etag)
    else own.forget()
  }, [own, JSON.stringify(values), etag, isUnsaved])
  return { forget: own.forget, offer: <RestoreUnsavedOffer keeping={own} {...{ isChanged, nameOf, take }} /> }
}

/** Keeps the values of a form while they differ from `base`. `restore` gets the values that differed. */
export function useUnsaved<T extends object>(
  form: string,
  values: T,
  base: T,
  restore: (values: Partial<T>) => void,
): KeptForm {
  const isChanged = JSON.stringify(values) !== JSON.stringify(base)
  return useKeptValues(form, { values, base, isChanged }, (kept) =>
    restore(changedFormValues(kept.values, kept.base)),
  )
}

// Forms. Each says how it keeps what is typed into it, so that no form forgets to: by its fields, as the browser has them, or by values.

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
   * The name under which the form keeps its fields, with the id of what is edited; or the offer of `useKeptValues`, for a form whose
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
