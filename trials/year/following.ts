/** Another service that follows the calendar of a year, whose source fails, recovers, removes events and brings them back. */
import { noted } from '../../test/support/calendar-programs.ts'
import { imageHost } from '../../test/support/image-host.ts'
import { yearService } from './service.ts'

const FAILING = 503

/** Leaves out the events whose titles match. */
const without = (whole: string, title: RegExp) =>
  whole.replaceAll(/BEGIN:VEVENT[\s\S]*?END:VEVENT\r\n/g, (event) => (title.test(event) ? '' : event))

const never = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', 'DTSTART:never', 'END:VEVENT', 'END:VCALENDAR', '']

/** The file that the source serves meanwhile; undefined if it fails. */
const states: Readonly<Record<string, (whole: string) => string | undefined>> = {
  fails: () => undefined,
  'is no calendar': () => '<html>Maintenance</html>',
  'is cut off': (whole) => whole.slice(0, whole.length / 2),
  'has no event that can be read': () => never.join('\r\n'),
  'ends earlier': (whole) =>
    whole.replaceAll(/COUNT=\d+/g, 'COUNT=2').replaceAll(/UNTIL=2027\d{4}/g, 'UNTIL=20270601'),
  'has lost some events': (whole) => without(whole, /SUMMARY:(?:Board|Advent|Festival|Exhibition)/),
  'has lost the exceptions': (whole) => without(whole, /\nRECURRENCE-ID/),
  'ends every series': (whole) =>
    whole.replaceAll(/\r\n(?:RRULE|RDATE|EXDATE)[^\r\n]*(?:\r\n [^\r\n]*)*/g, ''),
}

/** A service that follows a calendar. */
interface Following {
  /** Its events as lines, sorted. */
  lines(): Promise<readonly string[]>
  /** Lets the source be in each state and be whole again. Returns what it was when other events, or other ids, came back. */
  differences(): Promise<readonly string[]>
  close(): Promise<void>
}

/** Starts a service that follows a calendar from a source, and prunes. */
export async function following(whole: string): Promise<Following> {
  const source = await imageHost()
  const service = await yearService({ FASTI_IMAGE_HOSTS: new URL(source.address).host })
  let served: string | undefined = whole
  const address = source.put('/year.ics', (_request, reply) => {
    if (served === undefined) reply.writeHead(FAILING).end()
    else reply.writeHead(200, { 'Content-Type': 'text/calendar', ETag: `"${served.length}"` }).end(served)
  })
  const { id } = await service.post('/subscriptions', { address, prune: true })
  const follow = async (text: string | undefined) => {
    served = text
    await service.post(`/subscriptions/${id}/run`, {})
  }
  const shown = async () => (await service.events()).map((one) => `${one.id} ${noted(one)}`).sort()
  return {
    lines: service.lines,
    async differences() {
      const [before, found] = [await shown(), new Set<string>()]
      for (const [what, change] of Object.entries(states)) {
        await follow(change(whole))
        await follow(whole)
        if ((await shown()).join() !== before.join()) found.add(what)
      }
      return [...found]
    },
    async close() {
      await service.close()
      await source.close()
    },
  }
}
