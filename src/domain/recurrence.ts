/** When something recurs, by the clock on a wall (RFC 5545 §3.3.10). */
import { RRuleTemporal } from 'rrule-temporal'

/** A rule of recurrence and where it begins; wall clocks as timestamps. */
export interface Recurrence {
  /** As in RRULE; its UNTIL is read by `toWall` where it is in UTC. */
  readonly rule: string
  readonly start: string
  /** The last second that counts. */
  readonly horizon: string
  /** How many: the last ones before the horizon. */
  readonly most: number
  readonly toWall: (utc: string) => string
}

/** The wall clocks in order, and how many earlier ones were left out; or why there are none. */
export type Recurred =
  | { readonly walls: readonly string[]; readonly left: number }
  | { readonly fault: string }

/** Beyond that a rule is not worth following: an event each day has as many in 27 years. */
const MOST_FOLLOWED = 10_000

const TOO_OFTEN = 'it recurs too often, or never'

const compact = (timestamp: string) => `${timestamp.replace(/[-:]/g, '').replace(' ', 'T')}Z`
const wallOfText = (text: string) => text.slice(0, 19).replace('T', ' ')

/** The rule with UNTIL as a wall clock, which is given out as if it were UTC: a day counts to its end. */
function onWall(rule: string, toWall: Recurrence['toWall']): string {
  return rule
    .toUpperCase()
    .replace(/UNTIL=(\d{8})(?:T(\d{6})(Z)?)?/, (_, day: string, time = '235959', utc) => {
      const [date, clock] = [day.replace(/(\d{4})(\d\d)/, '$1-$2-'), time.replace(/(\d\d)(\d\d)/, '$1:$2:')]
      const timestamp = `${date} ${clock}`
      return `UNTIL=${compact(utc === undefined ? timestamp : toWall(timestamp))}`
    })
}

/** Follows a rule up to the horizon. */
export function recurrencesOf({ rule, start, horizon, most, toWall }: Recurrence): Recurred {
  if (/RSCALE=(?!GREGORIAN)/i.test(rule)) return { fault: 'it counts by a calendar other than the Gregorian' }
  if (!/^(?:[A-Z-]+=[\w,:+-]+;?)+$/i.test(rule)) return { fault: 'it is not a rule' }
  const walls: string[] = []
  let count = 0
  try {
    const rruleString = `DTSTART:${compact(start)}\nRRULE:${onWall(rule, toWall)}`
    const recurring = new RRuleTemporal({ rruleString, maxIterations: MOST_FOLLOWED, cache: false })
    recurring.all((date) => {
      const wall = wallOfText(date.toString())
      if (wall > horizon || count > MOST_FOLLOWED) return false
      count += 1
      walls.push(wall)
      return true
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { fault: message.startsWith('Maximum iterations') ? TOO_OFTEN : message }
  }
  if (count > MOST_FOLLOWED) return { fault: TOO_OFTEN }
  return { walls: walls.slice(-most), left: Math.max(0, walls.length - most) }
}
