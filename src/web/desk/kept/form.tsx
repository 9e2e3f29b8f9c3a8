/** Keeps the unsaved values of a form, and asks before the user leaves them. */
import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { askConfirmation } from '../parts/dialog.tsx'
import { setLeaveGuard } from '../route.ts'
import { t } from '../words/index.ts'
import { RestoreUnsavedOffer } from './offer.tsx'
import { unsavedFormStore } from './unsaved-values.ts'

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
export function changedFormValues<T extends object>(values: T, base: T): Partial<T> {
  const before = new Map<string, unknown>(Object.entries(base))
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  )
  return Object.fromEntries(changed) as Partial<T>
}

interface KeptForm {
  /** Removes what was kept, after it is saved or discarded. */
  readonly forget: () => void
  /** Offers what was not saved in a tab that was closed. */
  readonly offer: VNode
}

/**
 * Keeps the values of a form while they differ from `base`. `form` is its name with the id of the item; `values` has no secrets.
 * `restore` gets the values that differed.
 */
export function useUnsaved<T extends object>(
  form: string,
  values: T,
  base: T,
  restore: (values: Partial<T>) => void,
): KeptForm {
  const own = useMemo(() => unsavedFormStore<T>(form), [form])
  useEffect(() => () => own.leave(), [own])
  const text = JSON.stringify(values)
  const isChanged = text !== JSON.stringify(base)
  // With the last key before the form is closed, too.
  useLayoutEffect(() => {
    if (isChanged) own.keep(values, base)
    else own.forget()
  }, [own, text, isChanged])
  return {
    forget: own.forget,
    offer: (
      <RestoreUnsavedOffer
        keeping={own}
        isChanged={isChanged}
        take={(kept) => restore(changedFormValues(kept.values, kept.base))}
      />
    ),
  }
}
