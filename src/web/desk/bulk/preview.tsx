/** Shows what a change of many events does to the first of them, before it is done. */
import { callApi } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { whenText } from '../events/list/columns.tsx'
import { statusText } from '../events/list/status.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { plusMinutes } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import type { BulkChanges } from './change-all.ts'

/** The names of what was chosen, by arg. */
export type ChosenNames = { readonly [K in keyof BulkChanges]?: string }

/** The events that are shown; those that follow change alike. */
const SHOWN = 10
const DAY = 24 * 60

async function loadFirst(ids: readonly number[]): Promise<readonly EventItem[]> {
  const query = {
    include: ids.slice(0, SHOWN).join(),
    status: 'any',
    starts_after: '1000-01-03',
    per_page: SHOWN,
  }
  return (await callApi<{ events: readonly EventItem[] }>('GET', '/events', { query })).body.events
}

interface Shown {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** The names of terms with one added and one removed. */
function termsChange(before: readonly string[], added: string | undefined, removed: string | undefined) {
  const left = before.filter((name) => name !== removed)
  return {
    before: listText(before),
    after: listText(added && !left.includes(added) ? [...left, added] : left),
  }
}

/** What the changes do to an event, field by field; without those that stay as they are. */
function changesOf(event: EventItem, changes: BulkChanges, names: ChosenNames): readonly Shown[] {
  const { status, shift_days: days = 0 } = changes
  const moved = {
    ...event,
    start_date: plusMinutes(event.start_date, days * DAY),
    end_date: plusMinutes(event.end_date, days * DAY),
  }
  const terms = (of: 'categories' | 'tags') =>
    termsChange(
      event[of].map(({ name }) => name),
      names[`add_${of}`],
      names[`remove_${of}`],
    )
  const assignee = event.assignee?.display_name ?? ''
  const venues = listText([event.venue].flat().map(({ venue }) => venue))
  return [
    { label: t('categories'), ...terms('categories') },
    { label: t('tags'), ...terms('tags') },
    { label: t('venue'), before: venues, after: changes.venue === undefined ? venues : (names.venue ?? '') },
    {
      label: t('assignee'),
      before: assignee,
      after: changes.assignee === undefined ? assignee : (names.assignee ?? ''),
    },
    { label: t('status'), before: statusText(event.status), after: statusText(status ?? event.status) },
    { label: t('when'), before: whenText(event), after: whenText(moved) },
  ].filter(({ before, after }) => before !== after)
}

interface PreviewProps {
  readonly ids: readonly number[]
  readonly changes: BulkChanges
  readonly names: ChosenNames
}

/** A row for each of the first events: before → after. */
export function BulkPreview({ ids, changes, names }: PreviewProps) {
  const { value: events = [] } = useLoaded(() => loadFirst(ids), [ids.slice(0, SHOWN).join()])
  if (Object.keys(changes).length === 0 || events.length === 0) return null
  return (
    <section class="bulk-preview" aria-label={t('bulk.preview')}>
      <ul class="lines">
        {events.map((event) => {
          const shown = changesOf(event, changes, names)
          return (
            <li key={event.id} class="line">
              <strong class="name">{event.title}</strong>
              <span class="detail">
                {shown.length === 0
                  ? t('bulk.keep')
                  : shown.map(({ label, before, after }) => (
                      <span key={label} class="change-of">
                        {label}: {before || '–'} → {after || '–'}
                      </span>
                    ))}
              </span>
            </li>
          )
        })}
      </ul>
      {ids.length > events.length && (
        <p class="hint">{t('bulk.preview.more', { count: ids.length - events.length })}</p>
      )}
    </section>
  )
}
