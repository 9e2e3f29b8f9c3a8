/** Loads the dialogs that keys open in every view once one of them is open, or the browser has nothing else to do. */
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { showErrorNotice } from '../parts/notice.tsx'
import { isQuickAddOpenSignal } from '../quick/open.ts'
import { t } from '../words/index.ts'
import { isCommandPaletteOpenSignal } from './palette-open.ts'
import { isHelpOpenSignal } from './shortcuts.ts'
import { keepTypedLetters, takeTypedLetters } from './typed-ahead.ts'

const openings = [isCommandPaletteOpenSignal, isHelpOpenSignal, isQuickAddOpenSignal] as const
// The help has no field.
keepTypedLetters(
  () =>
    (isCommandPaletteOpenSignal.value || isQuickAddOpenSignal.value) &&
    document.querySelector('dialog[open]') === null,
)

const loaded = signal<ComponentType | undefined>(undefined)

/** Loads the dialogs. Throws if that fails; the next call tries again. */
async function load(): Promise<void> {
  const { LazilyLoadedDialogs: OnDemandDialogs } = await import('./on-demand.tsx')
  loaded.value = OnDemandDialogs
}

/** Loads the dialogs ahead of their use. */
export const loadDialogsAhead = (): void => void load().catch(() => {})

/** The dialogs that are open. One that can’t be loaded says so. */
export function ShellDialogs() {
  const isOpen = openings.some(({ value }) => value)
  useEffect(() => {
    if (!isOpen || loaded.value !== undefined) return
    load().catch(() => {
      for (const opening of openings) opening.value = false
      takeTypedLetters()
      showErrorNotice(t('part.missing.text'))
    })
  }, [isOpen])
  const Dialogs = loaded.value
  return Dialogs === undefined ? null : <Dialogs />
}
