/** How the social web reads an event. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import '../main.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { epochMillisecondsNow } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { type EventObjectForOtherServers, readings } from './readings.ts'

export type FederationActorsAndQueue = components['schemas']['Federation']

/** Loads the object of an event; undefined where others may not read it. `calendar` is the address of the calendar's actor. */
async function loadEventAsOthersRead(
  calendar: string,
  id: number,
): Promise<EventObjectForOtherServers | undefined> {
  const { pathname } = new URL(calendar)
  const response = await fetch(`${pathname.replace(/calendar$/, 'events')}/${id}`)
  if (!response.ok) return undefined
  const found: EventObjectForOtherServers = await response.json()
  return found
}

// A preview of an event as the programs of others read its object.

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

/** How the four programs read an event, or that none may. `calendar` is the address of the calendar's actor. */
export function EventSocialPreview({ calendar, id }: { readonly calendar: string; readonly id: number }) {
  const loaded = useLoaded(() => loadEventAsOthersRead(calendar, id), [id])
  if (!loaded.isLoading && loaded.fault === undefined && loaded.value === undefined)
    return <p class="empty">{t('federation.preview.none')}</p>
  return <LoadedContent of={loaded}>{(event) => event && <Readings event={event} />}</LoadedContent>
}
