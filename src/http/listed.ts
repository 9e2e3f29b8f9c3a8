/** The response of a list (contract §3, §6): items, totals and links. */
import { askerOf, type Context } from '../actions/context.ts'
import { withAllFaults } from '../actions/faults.ts'
import { type FindAgain, list, lookAtEvents } from '../actions/list.ts'
import { allowListing } from '../actions/list-checks.ts'
import { openedEvents } from '../actions/opened.ts'
import { type Args, readArgs } from '../contract/arg.ts'
import { type ListArgs, type ResourceName, resourceNamed } from '../contract/resources/index.ts'
import type { Moment } from '../domain/moment.ts'
import { collection, pageLinks } from '../representations/json/collection.ts'
import { represent } from '../representations/json/index.ts'
import { restUrl } from '../representations/urls.ts'
import type { FoundEvents, Glance, Look } from '../store/store.ts'
import { type Again, type Answer, type Asked, viewOf } from './asked.ts'
import { guessOf } from './event-passwords.ts'
import { pageHeaders, readPaged } from './paged.ts'
import { isDate } from './query.ts'
import type { Sent } from './sent.ts'
import { type ShelvedEvent, listed as withCommas } from './shelved.ts'

/** The context with the events opened that the request's password matches. Throws 429 after too many wrong passwords. */
async function unlocked<N extends ResourceName>(
  { context, headers, guesser }: Asked,
  name: N,
  args: ListArgs<N>,
): Promise<Context> {
  const sent = headers['x-event-password']
  if (sent === undefined || sent === '') return context
  const guess = guessOf(sent, guesser)
  try {
    return { ...context, opened: await openedEvents(name, args, guess.opens, context) }
  } finally {
    guess.end()
  }
}

/** Whether the result depends on the current time: by `only_with_upcoming`, or by a relative date. */
export function isMoving(sent: Sent, args: Args): boolean {
  const dates = Object.entries(sent).filter(([name]) => isDate(args, name))
  return (
    sent.only_with_upcoming !== undefined ||
    !dates.every(([, value]) => /^\d{4}-\d\d-\d\d/.test(String(value)))
  )
}

/** Reads the args of a list. Throws 400 for invalid args. */
function readAsking<N extends ResourceName>(asked: Asked, name: N) {
  const { operation, query, context, root } = asked
  const { args } = operation
  const read = async () => {
    const { sent, ...read } = readPaged(asked, restUrl(root, resourceNamed(name).collection))
    return { ...read, isMoving: isMoving(sent, args) }
  }
  const readable = () => readArgs(args, query.args(args), 'query').values as Partial<ListArgs<N>>
  return withAllFaults(read, () => [() => allowListing(name, readable(), context)])
}

/** Whether events appear in their standard representation for this viewer. */
const isPlain = ({ query, headers }: Asked) =>
  !query.has('_fields') && !query.has('_envelope') && headers['x-event-password'] === undefined

const START = Buffer.from('{"events":[')

/** A list of events, joined from the event JSON cache. */
async function fromShelf(asked: Asked): Promise<Answer> {
  const { context, atLeast, shelf } = asked
  const { values, pagingOf, isMoving } = await readAsking(asked, 'event')
  const [asker, view] = [askerOf(context), viewOf(asked, false)]
  const { address, query, page, per_page } = pagingOf(0)
  const question = JSON.stringify([address, query, page, per_page])
  const listOf = (total: number, events: readonly ShelvedEvent[]): Again => {
    // The digest covers everything in the page: if it is equal, so is the page.
    const tag = `${question} ${total} ${events.map((event) => event.tag).join(' ')}`
    const made = () => {
      const paging = pagingOf(total)
      const pages = pageLinks(paging)
      const rest = JSON.stringify(collection('events', [], pages, paging)).slice(START.length)
      const members = withCommas(events.map(({ bytes }) => bytes))
      const pieces = [START, ...members, Buffer.from(rest)]
      return { headers: pageHeaders(paging, pages), pieced: { tag, pieces, members } }
    }
    return { tag, made }
  }
  const show = async (look: Look, { ids, total }: FoundEvents, findAgain: FindAgain) => {
    const again = (glance: Glance, moment: Moment) => {
      const now = findAgain(glance, moment)
      const events = now && shelf.takeAtOnce(glance, now.ids, { ...asker, moment }, view)
      return events && listOf(now.total, events)
    }
    return { again, ...listOf(total, await shelf.take(look, ids, asker, view)).made() }
  }
  const args = values as unknown as ListArgs<'event'>
  const answer = await lookAtEvents(args, context, atLeast, show)
  return { status: 200, body: {}, isMoving, ...answer }
}

/** Returns the response of a list. Throws 400 for invalid args, 404 past the last page. */
export async function listed<N extends ResourceName>(asked: Asked, name: N): Promise<Answer> {
  if (name === 'event' && isPlain(asked)) return fromShelf(asked)
  const { values, pagingOf, isMoving } = await readAsking(asked, name)
  const args = values as unknown as ListArgs<N>
  const { items, total } = await list(name, args, await unlocked(asked, name, args))
  const view = viewOf(asked, false)
  const representations = items.map((item) => represent(name, item, view))
  const paging = pagingOf(total)
  const pages = pageLinks(paging)
  const body = collection(resourceNamed(name).collection, representations, pages, paging)
  return { status: 200, headers: pageHeaders(paging, pages), body, isMoving }
}
