/** Groups of controls of which Tab reaches one, and arrows the others: a form with many of them is short for the keyboard. */
import type { TargetedFocusEvent, TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

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
