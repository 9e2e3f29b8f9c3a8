/** The chosen events of a list: over pages, in a range by Shift, whole series, and all that match the filters. */
import { useRef, useState } from 'preact/hooks'
import type { QueryFields } from '../../api/api.ts'
import { type ListedEvent, loadEvents } from './listed.ts'

/** The chosen events by their ids. */
type ChosenEvents = ReadonlyMap<number, ListedEvent>

const PER_PAGE = 100
/** Requests at once. */
const AT_ONCE = 4
/** The most events that are chosen at once. */
const MOST = 10_000

/** Loads all events of a query, up to 10,000, of which `told` is the number so far. */
export async function loadAllEvents(
  query: QueryFields,
  told: (count: number) => void = () => undefined,
): Promise<readonly ListedEvent[]> {
  const paged = { ...query, per_page: PER_PAGE }
  const { body, pages } = await loadEvents({ ...paged, page: 1 })
  const all = [...body]
  const last = Math.min(pages, MOST / PER_PAGE)
  for (let from = 2; from <= last; from += AT_ONCE) {
    told(all.length)
    const some = Array.from({ length: Math.min(AT_ONCE, last - from + 1) }, (_, at) => from + at)
    const loaded = await Promise.all(some.map((page) => loadEvents({ ...paged, page })))
    all.push(...loaded.flatMap((one) => one.body))
  }
  return all
}

/** The chosen events, and the functions that change the choice. */
export interface EventSelection {
  readonly chosen: ChosenEvents
  /** Chooses these events, or takes them out. */
  readonly set: (events: readonly ListedEvent[], isChosen: boolean) => void
  /** Turns one event over; with Shift also those between it and the last one, in the order of `listed`. */
  readonly toggle: (event: ListedEvent, listed: readonly ListedEvent[], hasShift: boolean) => void
  readonly clear: () => void
}

/** A choice that begins empty. It outlives the pages of a list. */
export function useSelection(): EventSelection {
  const [chosen, setChosen] = useState<ChosenEvents>(new Map())
  const last = useRef<number | undefined>(undefined)
  const set = (events: readonly ListedEvent[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Map(before)
      for (const event of events) isChosen ? next.set(event.id, event) : next.delete(event.id)
      return next
    })
  const toggle = (event: ListedEvent, listed: readonly ListedEvent[], hasShift: boolean) => {
    const [from, to] = [last.current, event.id].map((id) => listed.findIndex((one) => one.id === id))
    const range =
      hasShift && from !== undefined && to !== undefined && from >= 0 && to >= 0
        ? listed.slice(Math.min(from, to), Math.max(from, to) + 1)
        : [event]
    set(range, !chosen.has(event.id))
    last.current = event.id
  }
  return { chosen, set, toggle, clear: () => setChosen(new Map()) }
}
