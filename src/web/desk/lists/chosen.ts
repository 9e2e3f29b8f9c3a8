/** What is chosen of a list: over its pages, in a range by Shift, and all that matches its filters. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface Listed {
  readonly id: number | string
}

export interface Selection<I> {
  readonly chosen: ReadonlyMap<Listed['id'], I>
  /** Chooses these items, or takes them out. */
  readonly set: (items: readonly I[], isChosen: boolean) => void
  /** Turns one item over; with Shift also those between it and the last one, in the order of `listed`. */
  readonly toggle: (item: I, listed: readonly I[], hasShift: boolean) => void
  readonly clear: () => void
}

/**
 * A choice among what fulfils some filters. It outlives the pages of a list, which show more of the same; other filters begin with none:
 * nobody would see what the acts are about. `listed` are the entries that are shown, for a while those of the filters before.
 */
export function useSelection<I extends Listed>(filters: object, listed: unknown): Selection<I> {
  const [chosen, setChosen] = useState<ReadonlyMap<Listed['id'], I>>(new Map())
  const last = useRef<Listed['id'] | undefined>(undefined)
  const set = (items: readonly I[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Map(before)
      for (const item of items) isChosen ? next.set(item.id, item) : next.delete(item.id)
      return next
    })
  const toggle = (item: I, listed: readonly I[], hasShift: boolean) => {
    const [from, to] = [last.current, item.id].map((id) => listed.findIndex((one) => one.id === id))
    const range =
      hasShift && from !== undefined && to !== undefined && from >= 0 && to >= 0
        ? listed.slice(Math.min(from, to), Math.max(from, to) + 1)
        : [item]
    set(range, !chosen.has(item.id))
    last.current = item.id
  }
  const clear = () => setChosen((before) => (before.size === 0 ? before : new Map()))
  const isOfOthers = useRef(false)
  useLayoutEffect(() => {
    isOfOthers.current = true
    clear()
  }, [JSON.stringify(filters)])
  useLayoutEffect(() => {
    if (isOfOthers.current) clear()
    isOfOthers.current = false
  }, [listed])
  return { chosen, set, toggle, clear }
}
