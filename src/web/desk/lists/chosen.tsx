/** What is chosen of a list: over its pages, in a range by Shift, and all that matches its filters. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { showFault } from '../parts/notice.tsx'
import { t } from '../words/index.ts'

interface Listed {
  readonly id: number
}

/** The chosen items by their ids, and the functions that change the choice. */
export interface Selection<I> {
  readonly chosen: ReadonlyMap<number, I>
  /** Chooses these items, or takes them out. */
  readonly set: (items: readonly I[], isChosen: boolean) => void
  /** Turns one item over; with Shift also those between it and the last one, in the order of `listed`. */
  readonly toggle: (item: I, listed: readonly I[], hasShift: boolean) => void
  readonly clear: () => void
}

/**
 * A choice among what fulfils some filters. It outlives the pages of a list, which show more of the same; other filters begin with none:
 * nobody would see what the acts are about.
 */
export function useSelection<I extends Listed>(filters: object): Selection<I> {
  const [chosen, setChosen] = useState<ReadonlyMap<number, I>>(new Map())
  const last = useRef<number | undefined>(undefined)
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
  useLayoutEffect(clear, [JSON.stringify(filters)])
  return { chosen, set, toggle, clear }
}

interface AllProps<I> {
  readonly selection: Selection<I>
  /** The number of items that match; undefined until it is known. */
  readonly total: number | undefined
  /** Loads all that match; `told` gets the number so far. */
  readonly load: (told: (count: number) => void) => Promise<readonly I[]>
}

/** Chooses all items that match the filters, on all pages, and shows how many it has so far. */
export function ChooseAllButton<I>({ selection, total, load }: AllProps<I>) {
  const [count, setCount] = useState<number>()
  const choose = () => {
    setCount(0)
    load(setCount)
      .then((items) => selection.set(items, true), showFault)
      .finally(() => setCount(undefined))
  }
  if (total !== undefined && selection.chosen.size >= total) return null
  return (
    <button type="button" class="quiet" disabled={count !== undefined} onClick={choose}>
      {count !== undefined
        ? t('chosen', { count })
        : total === undefined
          ? t('choose-matching')
          : t('choose-matching.count', { count: total })}
    </button>
  )
}
