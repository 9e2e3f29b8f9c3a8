/**
 * Sends each kind of event from one calendar to stand-ins of other programs and to a second calendar, and returns what becomes of it there, as
 * rows of the table in docs/how-to/federation.md.
 */
import { setTimeout as wait } from 'node:timers/promises'
import {
  kindsOfEvents,
  otherPrograms,
  outcomeOf,
  type ShownThere,
} from '../../test/support/other-programs.ts'
import { type RemoteServer, remoteServer } from '../../test/support/remote-server.ts'
import { type Calendar, followed, startedCalendar } from './calendars.ts'

/** Milliseconds to wait for what is sent, of which a server may take nothing. */
const PATIENCE = 20_000
/** Milliseconds after which what has not arrived won't. */
const QUIET = 2000

const times = { start_date: '2030-05-04 18:00', end_date: '2030-05-04 20:00' }

type Shown = ReadonlyMap<string, ShownThere>

/** Lets an actor of a server follow a calendar, as its signature proves. */
async function follow(server: RemoteServer, { base }: Calendar): Promise<void> {
  const actor = server.actor('reader')
  const activity = { id: server.address('/follow'), type: 'Follow', actor, object: `${base}/ap/calendar` }
  const signing = { host: new URL(base).host, date: new Date().toUTCString() }
  const { body, headers } = server.signed('reader', activity, signing)
  const { host: _, ...sent } = headers
  const { status } = await fetch(`${base}/ap/inbox`, { method: 'POST', body, headers: sent })
  if (status !== 202) throw new Error(`the follow was answered with ${status}`)
}

/** Returns the events that a calendar took from another, by their ids there. */
async function takenBy(calendar: Calendar): Promise<Shown> {
  const { events } = await calendar.ask('GET', '/events?starts_after=2030-01-01&per_page=50')
  const shown = new Map<string, ShownThere>()
  for (const { title, venue, online_url, origin, event_status } of events)
    shown.set(origin.url, {
      ...{ text: title, place: [venue].flat()[0]?.venue, online: online_url },
      isOff: event_status === 'cancelled' || event_status === 'postponed',
    })
  return shown
}

/** Waits until nothing more comes, or too long. `count` returns how much has come. */
async function settled(count: () => number): Promise<void> {
  const end = performance.now() + PATIENCE
  for (let before = -1; before < count() && performance.now() < end; ) {
    before = count()
    await wait(QUIET)
  }
}

/** Returns the rows of the table, one for each kind of event. */
export async function kindsAtServers(
  envs: readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>],
): Promise<readonly string[]> {
  const programs = Object.values(otherPrograms(Date.now()))
  const servers = await Promise.all(programs.map(() => remoteServer()))
  const [sender, receiver] = [await startedCalendar(envs[0]), await startedCalendar(envs[1])]
  const count = () => servers.reduce((sum, { received }) => sum + received.length, 0)
  try {
    await followed(receiver, sender)
    for (const [at, server] of servers.entries()) {
      server.answer((body) => programs[at]?.receive(body) ?? 500)
      await follow(server, sender)
    }
    await settled(count)
    const rows: string[] = []
    const made: {
      readonly kind: object
      readonly name: string
      readonly id: number
      readonly url: string
    }[] = []
    for (const [name, kind] of Object.entries(kindsOfEvents)) {
      const { id, url } = await sender.ask('POST', '/events', { title: 'Market', ...times, ...kind })
      made.push({ kind, name, id, url })
    }
    const seen = async (): Promise<readonly Shown[]> => {
      await settled(count)
      return [...programs.map(({ shown }) => new Map(shown())), await takenBy(receiver)]
    }
    const created = await seen()
    const titleOf = (kind: object) => ('title' in kind ? 'No' : 'Fair')
    for (const { kind, id } of made) await sender.ask('PATCH', `/events/${id}`, { title: titleOf(kind) })
    const changed = await seen()
    for (const { kind, name, id, url } of made) {
      const cells = created.map((shown, at) => {
        const key = at < programs.length ? `${sender.base}/ap/events/${id}` : url
        return outcomeOf(kind, titleOf(kind), { created: shown.get(key), changed: changed[at]?.get(key) })
      })
      rows.push(`| ${name} | ${cells.join(' | ')} |`)
    }
    return rows
  } finally {
    await Promise.all([sender.stop(), receiver.stop(), ...servers.map((server) => server.close())])
  }
}
