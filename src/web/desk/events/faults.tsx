/** The errors of an event, listed above the form with links to the fields. */
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../words/index.ts'
import type { EventEditingState } from './editing.ts'
import { focusField } from './form/focus-field.ts'
import { argLabel } from './key-text.ts'

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
