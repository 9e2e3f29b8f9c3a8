/** A preview of an event as the programs of others read its object. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { SelectField } from '../parts/choice.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { t } from '../words/index.ts'
import { type EventObjectForOtherServers, loadEventAsOthersRead } from './federation.ts'

type Facts = readonly (readonly [key: string, value: string | undefined])[]

const plain = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
const shortened = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

function placeOf({ location }: EventObjectForOtherServers): string | undefined {
  const { streetAddress, addressLocality } = location?.address ?? {}
  return location && [location.name, streetAddress, addressLocality].filter(Boolean).join(', ')
}

function pointOf({ location }: EventObjectForOtherServers): string | undefined {
  const { latitude, longitude } = location ?? {}
  return latitude === undefined || longitude === undefined ? undefined : `${latitude}, ${longitude}`
}

/** Program → the keys that it reads, with what it finds there. */
const readings: Readonly<Record<string, (event: EventObjectForOtherServers) => Facts>> = {
  Mastodon: ({ name, content, url }) => [
    ['name', name],
    ['content', shortened(plain(content))],
    ['url', url],
  ],
  Mobilizon: (event) => [
    ['name', event.name],
    ['startTime', event.startTime],
    ['endTime', event.endTime],
    ['status', event.status],
    ['location', placeOf(event)],
    ['latitude, longitude', pointOf(event)],
    ['category', event.category],
    ['organizers', event.organizers?.join(' ')],
    ['joinMode', event.joinMode],
    ['Website', event.attachment.find(({ name }) => name === 'Website')?.url],
  ],
  Gancio: (event) => [
    ['name', event.name],
    ['startTime', event.startTime],
    ['location.name', event.location?.name],
    ['location.address.url', event.location?.address?.url],
    ['attachment', event.attachment.find(({ mediaType }) => mediaType.startsWith('image/'))?.url],
    ['tag', event.tag.map(({ name }) => name).join(' ')],
  ],
  'WordPress (Event Bridge)': (event) => [
    ['name', event.name],
    ['startTime', event.startTime],
    ['endTime', event.endTime],
    ['location', placeOf(event)],
  ],
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
          <section key={program}>
            <h3>{program}</h3>
            <dl>
              {read(event).map(([key, value]) => (
                <div key={key}>
                  <dt>
                    <code>{key}</code>
                  </dt>
                  <dd dir="auto">{value || '—'}</dd>
                </div>
              ))}
            </dl>
          </section>
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
