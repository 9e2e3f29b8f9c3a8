/** The dearest kinds of anonymous requests, held in flight while others read. */
import { words } from '../../bench/calendar.ts'
import { addressOf, type MeasuredService, sendOnce } from './send-request.ts'

/** How many requests are in flight, and from how many addresses. */
const loads = [1, 10].flatMap((addresses) =>
  [4, 20, 30].map((inFlight) => ({ inFlight, addresses: Math.min(addresses, inFlight) })),
)

const letter = (n: number) => String.fromCharCode(97 + (n % 26))

/** A word that texts have, with another letter in the place of one. */
function misspelt(n: number): string {
  const word = words[(n * 7) % 300] ?? ''
  const at = 1 + (n % (word.length - 1))
  return `${word.slice(0, at)}${letter(n * 11)}${word.slice(at + 1)}`
}

const five = (textOf: (n: number) => string, n: number) =>
  Array.from({ length: 5 }, (_, at) => textOf(n * 5 + at)).join('+')

/** What is asked for, by kind: with another `n` something that no cache has. `api` is the path of the interface. */
const kinds: Readonly<Record<string, (api: string, n: number) => string>> = {
  files: (api, n) =>
    `${api}/events.${n % 2 ? 'csv' : 'jsonl'}?start_date=${1000 + (n % 900)}-01-01&end_date=9999-12-31`,
  scans: (api, n) =>
    `${api}/events?search=${five((one) => letter(one * 7) + letter(one * 3 + n), n)}&search_in=title,text,venue,organizer,terms&start_date=1000-01-01`,
  'misspelt searches': (_, n) => `/calendar/search/?search=${five(misspelt, n)}`,
  'lists by venue': (api, n) => `${api}/events?orderby=venue&per_page=100&page=${1 + (n % 900)}&fresh=${n}`,
  'lists by title': (api, n) => `${api}/events?orderby=title&per_page=100&page=${1 + (n % 300)}&fresh=${n}`,
}

let serial = 0

/** Returns the loads by name; each is held for so many milliseconds, and ends with its last answer. */
export function loadsInFlight(target: MeasuredService, api: string, milliseconds: number) {
  const hold =
    (path: (api: string, n: number) => string, inFlight: number, addresses: number) => async () => {
      const until = performance.now() + milliseconds
      const from = Array.from({ length: addresses }, addressOf)
      const send = async (sender: number) => {
        while (performance.now() < until) {
          serial += 1
          const request = { method: 'GET', url: path(api, serial), headers: {}, body: undefined }
          await sendOnce(target, request, false, from[sender % addresses])
        }
      }
      await Promise.all(Array.from({ length: inFlight }, (_, sender) => send(sender)))
    }
  return Object.entries(kinds).flatMap(([kind, path]) =>
    loads.map(({ inFlight, addresses }) => ({
      what: `${inFlight} ${kind} from ${addresses === 1 ? 'one address' : `${addresses} addresses`}`,
      act: hold(path, inFlight, addresses),
    })),
  )
}
