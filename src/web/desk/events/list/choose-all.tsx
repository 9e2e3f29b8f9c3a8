/** The button that chooses all events that match the filters of the list. */
import { useState } from 'preact/hooks'
import { useLoaded } from '../../parts/loaded.tsx'
import { showFault } from '../../parts/notice.tsx'
import { t } from '../../words/index.ts'
import { loadEvents } from './listed.ts'
import { type EventSelection, loadAllEvents } from './selection.ts'

interface AllProps {
  readonly selection: EventSelection
  readonly matching: Parameters<typeof loadAllEvents>[0]
  /** The number of events that match; undefined where series count once. */
  readonly total: number | undefined
}

/** Chooses all events that match the filters, on all pages, and shows how many it has so far. */
export function ChooseAllMatchingButton({ selection, matching, total }: AllProps) {
  const [count, setCount] = useState<number>()
  // A folded list counts a series once; what is chosen are its dates.
  const { value: all } = useLoaded(
    async () => total ?? (await loadEvents({ ...matching, per_page: 1 })).total,
    [JSON.stringify(matching), total],
  )
  const choose = () => {
    setCount(0)
    loadAllEvents(matching, setCount)
      .then((events) => selection.set(events, true), showFault)
      .finally(() => setCount(undefined))
  }
  if (all !== undefined && selection.chosen.size >= all) return null
  return (
    <button type="button" class="quiet" disabled={count !== undefined} onClick={choose}>
      {count !== undefined
        ? t('chosen', { count })
        : all === undefined
          ? t('choose-matching')
          : t('choose-matching.count', { count: all })}
    </button>
  )
}
