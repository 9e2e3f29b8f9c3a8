/** Sections of long forms, and fields that the user may only look at. */
import { signal } from '@preact/signals'
import { type ComponentChildren, createContext, type TargetedKeyboardEvent } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { t } from '../words/index.ts'
import { moveAmong } from './stops/one-stop.ts'

interface SectionProps {
  readonly title: string
  readonly children: ComponentChildren
}

/** A section of the form with a heading. */
export function FormSection({ title, children }: SectionProps) {
  return (
    <section class="part">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const PLACE = 'fasti-desk-all-fields'
const areAllOpen = signal(localStorage.getItem(PLACE) === 'on')

/** Opens all sections that can be folded, or folds them. The browser remembers it. */
export function AllFieldsSwitch() {
  const toggle = () => {
    areAllOpen.value = !areAllOpen.value
    try {
      localStorage.setItem(PLACE, areAllOpen.value ? 'on' : 'off')
    } catch {
      // The storage is disabled: the choice holds until the page is left.
    }
  }
  return (
    <button type="button" class="quiet" aria-pressed={areAllOpen.value} onClick={toggle}>
      {t('all-fields')}
    </button>
  )
}

interface FoldedProps extends SectionProps {
  /** The value of its fields in one line; empty while they have none. */
  readonly line: string
  /** Whether a field of it is wrong, which opens it. */
  readonly hasFault?: boolean
  /** Whether it is open at first. */
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
