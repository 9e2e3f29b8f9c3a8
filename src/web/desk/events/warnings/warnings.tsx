/** Warnings while an event is written. They never block: it can be saved as it is. */
import { useEffect, useState } from 'preact/hooks'
import { deskSettings } from '../../desk-settings.ts'
import { t } from '../../words/index.ts'
import type { EventEditingState } from '../editing.ts'
import { whenText } from '../list/columns.tsx'
import { type LikelyClashes, loadLikelyClashes, type NearbyEvent } from './likely.ts'

/** Milliseconds without a key before the service is asked. */
const PAUSE = 400

const none: LikelyClashes = { atVenue: [], alike: [] }

/** Asks for clashes when typing pauses. A request that fails shows none: the warnings are not worth an error. */
function useLikelyClashes(state: EventEditingState): LikelyClashes {
  const [found, setFound] = useState(none)
  const { title, start_date, end_date, timezone, all_day, venue } = state.draft.value
  const values = { title, start_date, end_date, timezone, all_day, venue }
  const series = state.event.value?.series?.id
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      loadLikelyClashes(values, { id: state.id, series }).then(
        (clashes) => isCurrent && setFound(clashes),
        () => isCurrent && setFound(none),
      )
    }, PAUSE)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [JSON.stringify(values), state.id, series])
  return found
}

/** One event, which opens in a tab of its own, so that nothing typed is left. */
function Named({ event }: { readonly event: NearbyEvent }) {
  return (
    <li>
      <a href={`${deskSettings.desk}/events/${event.id}`} target="_blank" rel="noopener">
        {event.title}
      </a>{' '}
      <span class="detail">{whenText(event)}</span>
    </li>
  )
}

interface WarningProps {
  readonly text: string
  readonly events: readonly NearbyEvent[]
}

/** A warning that names events; nothing where there are none. */
export function EventsWarning({ text, events }: WarningProps) {
  if (events.length === 0) return null
  return (
    <div class="warning">
      <p>{text}</p>
      <ul>
        {events.map((event) => (
          <Named key={event.id} event={event} />
        ))}
      </ul>
    </div>
  )
}

/** The warnings of a draft about other events. */
export function ClashWarnings({ state }: { readonly state: EventEditingState }) {
  const { atVenue, alike } = useLikelyClashes(state)
  return (
    <div class="warnings" role="status" aria-live="polite">
      <EventsWarning text={t('warning.venue')} events={atVenue} />
      <EventsWarning text={t('warning.alike')} events={alike} />
    </div>
  )
}
