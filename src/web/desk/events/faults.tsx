/** The errors of an event, listed above the form with links to the fields. */
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../words/index.ts'
import type { EventEditingState } from './editing.ts'
import { argLabel } from './key-text.ts'

/** The form field that shows an error: `venue[0].website` belongs to the fields of the venue. */
function focusField(name: string): void {
  const exact = document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
  const around = document.querySelector<HTMLElement>(
    `[data-field="${CSS.escape(name.split(/[.[]/)[0] ?? name)}"]`,
  )
  const field =
    exact ?? around?.querySelector<HTMLElement>('input, textarea, select, button, [contenteditable]')
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
}

/** All errors of the last attempt to save. */
export function SaveFaults({ state }: { readonly state: EventEditingState }) {
  const box = useRef<HTMLDivElement>(null)
  const [text, faults] = [state.fault.value, state.faults.value]
  useEffect(() => {
    if (text !== '') box.current?.focus()
  }, [text, faults])
  if (text === '') return null
  return (
    <div class="failed" role="alert" tabIndex={-1} ref={box}>
      <p>{Object.keys(faults).length > 0 ? t('faults') : text}</p>
      <ul>
        {Object.entries(faults).map(([name, fault]) => (
          <li key={name}>
            <button type="button" class="link" onClick={() => focusField(name)}>
              {argLabel(name)}
            </button>
            : {fault}
          </li>
        ))}
      </ul>
    </div>
  )
}
