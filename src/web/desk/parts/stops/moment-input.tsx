/** A field for a date or a time that is one stop: digits and arrows move inside, Tab leaves it. */
import { type ComponentProps, h, type TargetedKeyboardEvent } from 'preact'

/** Where the focus is for a moment when Tab leaves the field: the browser would move it to the next part of the date. */
const Edge = () => <span class="tab-edge" tabIndex={-1} />

const isOfPair = (one: Element): one is HTMLInputElement =>
  one instanceof HTMLInputElement && one.type !== 'checkbox'

/** Goes to the first or the last field of a pair, of which one may be no stop. */
function goWithinPair(input: HTMLInputElement, to: 0 | -1): void {
  const fields = [...(input.closest('.pair')?.children ?? [])].filter(isOfPair)
  fields.at(to)?.focus()
}

function press(event: TargetedKeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: input, key, shiftKey } = event
  if (event.altKey || event.ctrlKey || event.metaKey) return
  if (key === 'Home' || key === 'End') goWithinPair(input, key === 'Home' ? 0 : -1)
  if (key !== 'Tab') return
  // Tab itself goes on from here, to whatever the next stop is.
  const edge = shiftKey ? input.previousElementSibling : input.nextElementSibling
  if (edge instanceof HTMLElement) edge.focus()
}

/** An `input` of the type `date`, `time` or `datetime-local`. In a pair of a date and a time, Home leads to the date, End to the time. */
export const MomentInput = (props: ComponentProps<'input'>) => (
  <>
    <Edge />
    {h('input', { ...props, onKeyDown: press })}
    <Edge />
  </>
)
