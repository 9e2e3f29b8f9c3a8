/** Shows which series an event belongs to, and the fields that differ from it, each with a button to reset it. */
import { callApi } from '../api/api.ts'
import { faultMessage } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import { argLabel } from '../events/key-text.ts'
import { notify } from '../parts/notice.tsx'
import { dateTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'

interface OwnFieldsProps {
  readonly event: EventItem
  readonly reload: () => void
}

/** The fields in which an occurrence differs from its series, each with a button that gives it back; nothing for a single event. */
export function OccurrenceOwnFields({ event, reload }: OwnFieldsProps) {
  const { series } = event
  if (series === null) return null
  const giveBack = async (names: readonly string[]) => {
    try {
      await callApi('PATCH', `/events/${event.id}`, { body: { inherit: names } })
      reload()
    } catch (error) {
      notify(faultMessage(error))
    }
  }
  return (
    <div class="own-fields">
      <p>{t('series.part', { at: dateTimeText(series.recurrence_id) })}</p>
      {series.own_fields.length > 0 && (
        <>
          <p>{t('series.own')}</p>
          <ul>
            {series.own_fields.map((name) => (
              <li key={name}>
                {argLabel(name)}{' '}
                <button
                  type="button"
                  class="link"
                  aria-label={t('series.inherit.field', { field: argLabel(name) })}
                  onClick={() => void giveBack([name])}
                >
                  {t('series.inherit')}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
