/** The answer to a list (contract §3, §6): items, totals and links. */
import { askerOf } from '../actions/context.ts'
import { type FindAgain, list, lookAtEvents } from '../actions/list.ts'
import type { Args } from '../contract/arg.ts'
import { type ListArgs, type ResourceName, resourceNamed } from '../contract/resources/index.ts'
import type { Moment } from '../domain/moment.ts'
import { collection, pageLinks } from '../representations/json/collection.ts'
import { represent } from '../representations/json/index.ts'
import { restUrl } from '../representations/urls.ts'
import type { FoundEvents, Glance, Item, Look } from '../store/store.ts'
import { type Again, type Answer, type Asked, viewOf } from './asked.ts'
import { type Guess, guessOf } from './event-passwords.ts'
import { pageHeaders, readPaged } from './paged.ts'
import { isDate } from './query.ts'
import type { Sent } from './sent.ts'
import { type ShelvedEvent, listed as withCommas } from './shelved.ts'

async function opened(items: readonly Item<'event'>[], guess: Guess): Promise<readonly Item<'event'>[]> {
  const all = await Promise.all(
    items.map(async (item) => {
      const hash = item.record.password_hash
      const isOpen = item.isProtected && hash !== null && (await guess.opens(hash))
      return isOpen ? { ...item, isProtected: false } : item
    }),
  )
  guess.end()
  return all
}

/** Whether what is asked for depends on the moment itself: on what is under way, or on a date said relative to now. */
function isMoving(sent: Sent, args: Args): boolean {
  const dates = Object.entries(sent).filter(([name]) => isDate(args, name))
  return (
    sent.only_with_upcoming !== undefined ||
    !dates.every(([, value]) => /^\d{4}-\d\d-\d\d/.test(String(value)))
  )
}

/** Reads the args of a list. Throws 400 for some that are not valid. */
function readAsking(asked: Asked, name: ResourceName) {
  const { sent, ...read } = readPaged(asked, restUrl(asked.root, resourceNamed(name).collection))
  return { ...read, isMoving: isMoving(sent, asked.operation.args) }
}

/** Whether nothing but who asks changes how events look in the list. */
const isPlain = ({ query, headers }: Asked) =>
  !query.has('_fields') && !query.has('_envelope') && headers['x-event-password'] === undefined

const START = Buffer.from('{"events":[')

/** A list of events, put together from what is on the shelf. */
async function fromShelf(asked: Asked): Promise<Answer> {
  const { context, atLeast, shelf } = asked
  const { values, pagingOf, isMoving } = readAsking(asked, 'event')
  const [asker, view] = [askerOf(context), viewOf(asked, false)]
  const { address, query, page, per_page } = pagingOf(0)
  const question = JSON.stringify([address, query, page, per_page])
  const listOf = (total: number, events: readonly ShelvedEvent[]): Again => {
    // All that the page is made of: where none of it is another, neither is the page.
    const tag = `${question} ${total} ${events.map((event) => event.tag).join(' ')}`
    const made = () => {
      const paging = pagingOf(total)
      const pages = pageLinks(paging)
      const rest = JSON.stringify(collection('events', [], pages, paging)).slice(START.length)
      const pieces = [START, ...withCommas(events.map(({ bytes }) => bytes)), Buffer.from(rest)]
      return { headers: pageHeaders(paging, pages), pieced: { tag, pieces } }
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

/** Answers a list. Throws 400 for args that are not valid, 404 past the last page. */
export async function listed<N extends ResourceName>(asked: Asked, name: N): Promise<Answer> {
  if (name === 'event' && isPlain(asked)) return fromShelf(asked)
  const { values, pagingOf, isMoving } = readAsking(asked, name)
  const { items, total } = await list(name, values as unknown as ListArgs<N>, asked.context)
  const shown =
    name === 'event'
      ? await opened(
          items as readonly Item<'event'>[],
          guessOf(asked.headers['x-event-password'], asked.guesser),
        )
      : items
  const view = viewOf(asked, false)
  const representations = (shown as readonly Item<N>[]).map((item) => represent(name, item, view))
  const paging = pagingOf(total)
  const pages = pageLinks(paging)
  const body = collection(resourceNamed(name).collection, representations, pages, paging)
  return { status: 200, headers: pageHeaders(paging, pages), body, isMoving }
}
