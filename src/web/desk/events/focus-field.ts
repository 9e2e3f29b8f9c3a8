/** Brings a field of the form of an event to the hand. */

/** Goes to the field of the form that an arg has, and unfolds its section: `venue[0].website` belongs to the fields of the venue. */
export function focusField(name: string): void {
  const exact = document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
  const around = document.querySelector<HTMLElement>(
    `[data-field="${CSS.escape(name.split(/[.[]/)[0] ?? name)}"]`,
  )
  const field =
    exact ?? around?.querySelector<HTMLElement>('input, textarea, select, button, [contenteditable]')
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
}

/** Goes to a field that was just added: right after it is drawn, so that no letter typed next is lost. */
export function focusFieldOnceShown(name: string): void {
  queueMicrotask(() => focusField(name))
}

const STOPS =
  ':is(input, textarea, select, button, summary, [contenteditable]):not(:disabled, [tabindex="-1"])'

/** Goes to what comes after a field that is full, once that is drawn: the next one, or the section that has it. */
export function focusAfterFieldOnceShown(name: string): void {
  queueMicrotask(() => {
    const field = document.querySelector(`[data-field="${CSS.escape(name)}"]`)
    const stops = field?.closest('form')?.querySelectorAll<HTMLElement>(STOPS) ?? []
    const isAfter = (one: HTMLElement) =>
      field?.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING && one.checkVisibility()
    Array.from(stops).find(isAfter)?.focus()
  })
}
