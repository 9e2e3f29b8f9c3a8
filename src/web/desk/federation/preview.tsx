/** A preview of an event as the programs of others read its object. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { SelectField } from '../parts/choice.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { epochMillisecondsNow } from '../time/zones.ts'
import { t } from '../words/index.ts'
import { loadEventAsOthersRead } from './federation.ts'
import { type EventObjectForOtherServers, readings } from './readings.ts'

/** What a program shows of an event, and what it doesn't take. */
function Reading({
  program,
  facts,
  fault,
}: { readonly program: string } & ReturnType<(typeof readings)[string]>) {
  return (
    <section>
      <h3>{program}</h3>
      <p class={fault === undefined ? 'detail' : 'wrong'}>{t(fault ?? 'federation.preview.taken')}</p>
      <dl>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>
              <code>{key}</code>
            </dt>
            <dd dir="auto">{value || '—'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Readings({ event }: { readonly event: EventObjectForOtherServers }) {
  const { likes, shares } = event
  return (
    <>
      <p class="detail">
        {t('federation.reactions', { likes: likes.totalItems, shares: shares.totalItems })}
      </p>
      <div class="readings">
        {Object.entries(readings).map(([program, read]) => (
          <Reading key={program} program={program} {...read(event, epochMillisecondsNow())} />
        ))}
      </div>
    </>
  )
}

interface Listed {
  readonly events: readonly { readonly id: number; readonly title: string; readonly start_date: string }[]
}

/** How the four programs read an event, or that none may. `calendar` is the address of the calendar's actor. */
export function EventSocialPreview({ calendar, id }: { readonly calendar: string; readonly id: number }) {
  const loaded = useLoaded(() => loadEventAsOthersRead(calendar, id), [id])
  if (!loaded.isLoading && loaded.fault === undefined && loaded.value === undefined)
    return <p class="empty">{t('federation.preview.none')}</p>
  return <LoadedContent of={loaded}>{(event) => event && <Readings event={event} />}</LoadedContent>
}

/** The choice of an event that comes next, and how it is read. */
export function SocialPreviewOfChosenEvent({ calendar }: { readonly calendar: string }) {
  const loaded = useLoaded(async () => {
    const { body } = await callApi<Listed>('GET', '/events', { query: { per_page: 50 } })
    return body.events
  }, [])
  const [chosen, choose] = useState('')
  return (
    <LoadedContent of={loaded}>
      {(events) => {
        const id = Number(chosen || events[0]?.id || 0)
        return (
          <>
            <SelectField
              name="previewed"
              label={t('one.event')}
              value={String(id)}
              options={events.map((one) => [String(one.id), `${one.title} (${one.start_date.slice(0, 10)})`])}
              onChange={choose}
            />
            {id > 0 && <EventSocialPreview calendar={calendar} id={id} />}
          </>
        )
      }}
    </LoadedContent>
  )
}
