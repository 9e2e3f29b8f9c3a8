/** Leads past fields that are rarely changed, or take several presses of Tab. */
import { type Key, t } from '../words/index.ts'

interface SkipProps {
  /** The selector of the field or button within the form that gets the focus. */
  readonly field: string
  readonly label: Key
}

/** A button that is seen while it has the focus. */
export function SkipTo({ field, label }: SkipProps) {
  const go = ({ currentTarget }: { readonly currentTarget: HTMLElement }) =>
    currentTarget.closest('form')?.querySelector<HTMLElement>(field)?.focus()
  return (
    <button type="button" class="skip-to" onClick={go}>
      {t(label)}
    </button>
  )
}
