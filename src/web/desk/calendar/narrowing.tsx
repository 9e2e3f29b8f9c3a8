/** Which events the calendar shows: those of chosen categories, or without a place. The choice is in the address. */
import type { Category } from '../api/types.ts'
import { useLoaded } from '../parts/loaded.tsx'
import { deskQuerySignal } from '../route.ts'
import { type CategoryHues, huesOfCategories } from '../terms/hues.ts'
import { loadAllCategories } from '../terms/terms.ts'
import { t } from '../words/index.ts'
import type { ShownEvent } from './shown.ts'

/** The chosen categories, as the address has them, and whether only events without a place are shown. */
export interface CalendarNarrowing {
  readonly categories: ReadonlySet<number>
  readonly isPlaceless: boolean
}

/** Returns the choice in the query of the view. */
export const readNarrowingFromQuery = (): CalendarNarrowing => ({
  categories: new Set((deskQuerySignal.value.get('category') ?? '').split(',').filter(Boolean).map(Number)),
  isPlaceless: deskQuerySignal.value.get('placeless') === '1',
})

/** Returns the query of a choice. */
export const narrowingQuery = ({ categories, isPlaceless }: CalendarNarrowing) => ({
  category: [...categories].join(),
  placeless: isPlaceless ? '1' : '',
})

/** Returns whether the calendar shows an event. */
export const isInNarrowing = ({ categories, isPlaceless }: CalendarNarrowing, shown: ShownEvent): boolean =>
  (categories.size === 0 || shown.event.categories.some(({ id }) => categories.has(id))) &&
  (!isPlaceless || shown.isPlaceless)

/** All categories, and their colours. */
export interface ColoredCategories {
  readonly all: readonly Category[]
  readonly hues: CategoryHues
}

/** Loads the categories. There are none until they are loaded. */
export function useColoredCategories(): ColoredCategories {
  const { value: all = [] } = useLoaded(loadAllCategories, [])
  return { all, hues: huesOfCategories(all) }
}

interface ChipsProps {
  readonly narrowing: CalendarNarrowing
  readonly categories: ColoredCategories
  readonly events: readonly ShownEvent[]
  readonly onChange: (narrowing: CalendarNarrowing) => void
}

/** A chip for each category of the shown days, and one for what has no place. */
export function NarrowingChips({ narrowing, categories: { all, hues }, events, onChange }: ChipsProps) {
  const shownIds = new Set(events.flatMap(({ event }) => event.categories.map(({ id }) => id)))
  const offered = all.filter(({ id }) => shownIds.has(id) || narrowing.categories.has(id))
  const placeless = events.filter(({ isPlaceless }) => isPlaceless).length
  const toggle = (id: number) => {
    const categories = new Set(narrowing.categories)
    if (!categories.delete(id)) categories.add(id)
    onChange({ ...narrowing, categories })
  }
  if (offered.length === 0 && placeless === 0 && !narrowing.isPlaceless) return null
  return (
    <fieldset class="narrowing">
      <legend class="unseen">{t('calendar.narrow')}</legend>
      {offered.map(({ id, name }) => (
        <button
          type="button"
          key={id}
          class="choice"
          aria-pressed={narrowing.categories.has(id)}
          style={{ '--hue': hues.get(id) ?? '' }}
          onClick={() => toggle(id)}
        >
          <i aria-hidden="true" />
          {name}
        </button>
      ))}
      {(placeless > 0 || narrowing.isPlaceless) && (
        <button
          type="button"
          class="choice"
          aria-pressed={narrowing.isPlaceless}
          onClick={() => onChange({ ...narrowing, isPlaceless: !narrowing.isPlaceless })}
        >
          {t('calendar.placeless.count', { count: placeless })}
        </button>
      )}
    </fieldset>
  )
}
