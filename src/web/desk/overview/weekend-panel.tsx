/** The panel of the coming weekend: what its events lack. */
import { wallDay } from '../calendar/days.ts'
import { nowInSiteZone } from '../calendar/grid.tsx'
import { whenText } from '../events/list/columns.tsx'
import { daysQuery } from '../events/list/listed.ts'
import { loadAllEvents } from '../events/list/selection.ts'
import { mayChangeEvent } from '../groups/may.ts'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { deskGroupIdSignal } from '../route.ts'
import { t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import { type EventFaultName, eventsWithTheirFaults, weekendOf } from './weekend.ts'

const MOST = 12

const words = {
  picture: 'missing.picture',
  place: 'calendar.placeless',
  pending: 'status.pending',
  clash: 'missing.clash',
} as const satisfies Readonly<Record<EventFaultName, string>>

/** The events of the weekend that lack something, each with what it lacks. */
export function WeekendFaultsPanel() {
  const [saturday, sunday] = weekendOf(wallDay(nowInSiteZone()))
  const group = deskGroupIdSignal.value
  const query = { ...daysQuery(saturday, sunday), group, status: 'any', orderby: 'start_date', order: 'asc' }
  const loaded = useLoaded(() => loadAllEvents(query), [group])
  return (
    <section class="panel" aria-labelledby="panel-weekend">
      <h2 id="panel-weekend">{t('weekend')}</h2>
      <LoadedContent of={loaded}>
        {(events) => {
          const faulty = eventsWithTheirFaults(events).filter(({ event }) => mayChangeEvent(event))
          return (
            <>
              {faulty.length === 0 && <p class="empty">{t('weekend.fine', { count: events.length })}</p>}
              <ol>
                {faulty.slice(0, MOST).map(({ event, faults }) => (
                  <li key={event.id}>
                    <Link to={`/events/${event.id}`}>{event.title}</Link>
                    <p class="detail">
                      {whenText(event)} · <strong>{listText(faults.map((fault) => t(words[fault])))}</strong>
                    </p>
                  </li>
                ))}
              </ol>
              <Link to={`/events?when=between&from=${saturday}&to=${sunday}`}>
                {t('all-of', { count: events.length })}
              </Link>
            </>
          )
        }}
      </LoadedContent>
    </section>
  )
}
