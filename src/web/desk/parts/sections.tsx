/** Sections of forms, and the stops of Tab in them. */

import { signal } from '@preact/signals'
import {
  type ComponentChildren,
  createContext,
  type TargetedFocusEvent,
  type TargetedKeyboardEvent,
} from 'preact'
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { keep, readKept } from '../kept/keep.ts'
import { t } from '../words/index.ts'
import { Button } from './button.tsx'

// Groups of controls of which Tab reaches one, and arrows the others: a form with many of them is short for the keyboard.

const steps = {
  row: { ArrowLeft: -1, ArrowRight: 1 },
  column: { ArrowUp: -1, ArrowDown: 1 },
} satisfies Record<string, Readonly<Record<string, number>>>

const isPlain = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  !(altKey || ctrlKey || metaKey || shiftKey)

/** Moves the focus by an arrow from one of the controls to its neighbour, around the ends. */
export function moveAmong(
  controls: readonly HTMLElement[],
  axis: keyof typeof steps,
  event: KeyboardEvent,
): void {
  const at = event.target instanceof HTMLElement ? controls.indexOf(event.target) : -1
  const step = new Map<string, number>(Object.entries(steps[axis])).get(event.key)
  if (at === -1 || step === undefined || !isPlain(event)) return
  event.preventDefault()
  controls.at((at + step) % controls.length)?.focus()
}

/**
 * Returns the `ref` and the listeners of an element whose controls, found by a selector, are one stop: the one that had the focus last,
 * at first the first one. Those that are folded away are left out.
 */
export function useOneStop<E extends HTMLElement>(selector: string, axis: keyof typeof steps) {
  const box = useRef<E>(null)
  const controls = () =>
    [...(box.current?.querySelectorAll<HTMLElement>(selector) ?? [])].filter((one) => one.checkVisibility())
  const stopAt = (stop: HTMLElement | undefined) => {
    for (const one of controls()) one.tabIndex = one === stop ? 0 : -1
  }
  // After each rendering, which may have added controls or removed the one that was the stop.
  useLayoutEffect(() => {
    const all = controls()
    stopAt(all.find(({ tabIndex }) => tabIndex === 0) ?? all[0])
  })
  return {
    ref: box,
    onFocusIn({ target }: TargetedFocusEvent<E>) {
      if (target instanceof HTMLElement && target.matches(selector)) stopAt(target)
    },
    onKeyDown: (event: TargetedKeyboardEvent<E>) => moveAmong(controls(), axis, event),
  }
}

// Sections of long forms, and fields that the user may only look at.

interface SectionProps {
  readonly title: string
  readonly children: ComponentChildren
}

export function FormSection({ title, children }: SectionProps) {
  return (
    <section class="part">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const PLACE = 'fasti-desk-all-fields'
/** Whether all sections that can be folded are open. */
export const areAllOpen = signal(readKept(PLACE) === 'on')

/** Opens all sections that can be folded, or folds them. The browser remembers it. */
export function AllFieldsSwitch() {
  const toggle = () => {
    areAllOpen.value = !areAllOpen.value
    keep(PLACE, areAllOpen.value ? 'on' : 'off')
  }
  return <Button class="quiet" aria-pressed={areAllOpen.value} onClick={toggle} label={t('all-fields')} />
}

interface FoldedProps extends SectionProps {
  /** The value of its fields in one line; empty while they have none. */
  readonly line: ComponentChildren
  /** Whether a field of it is wrong, which opens it. */
  readonly hasFault?: boolean
  readonly isOpen?: boolean
}

/** Arrows lead from the heading of a folded section to those beside it; each is a stop, too. */
function moveAmongSections(event: TargetedKeyboardEvent<HTMLElement>): void {
  const around = event.currentTarget.parentElement?.parentElement
  moveAmong([...(around?.querySelectorAll<HTMLElement>(':scope > details > summary') ?? [])], 'column', event)
}

/** A section that is closed at first and shows its value in one line. */
export function FoldedSection({ title, line, hasFault = false, isOpen = false, children }: FoldedProps) {
  const [isUnfolded, setUnfolded] = useState(isOpen || areAllOpen.value)
  useEffect(() => setUnfolded(isOpen || areAllOpen.value), [areAllOpen.value])
  useEffect(() => {
    if (hasFault) setUnfolded(true)
  }, [hasFault])
  return (
    <details class="part fold" open={isUnfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary takes keys */}
      <summary onKeyDown={moveAmongSections}>
        <span class="name">{title}</span> {line !== '' && <span class="value">{line}</span>}
      </summary>
      {children}
    </details>
  )
}

const Locked = createContext(false)

interface LockedProps {
  readonly isLocked: boolean
  readonly children: ComponentChildren
}

/** The fields; where they are locked, none of them takes keys, clicks or files. */
export function LockableFields({ isLocked, children }: LockedProps) {
  return (
    <fieldset disabled={isLocked}>
      <Locked.Provider value={isLocked}>{children}</Locked.Provider>
    </fieldset>
  )
}

/** Whether the fields around are locked: for those that the browser does not disable with them, such as rich text and drops. */
export const useLocked = (): boolean => useContext(Locked)
