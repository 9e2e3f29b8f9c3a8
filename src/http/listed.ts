/** The answer to a list (contract §3, §6): items, totals and links. */
import { list } from '../actions/list.ts'
import type { Args } from '../contract/arg.ts'
import { type ListArgs, type ResourceName, resourceNamed } from '../contract/resources/index.ts'
import { collection, type Paging, pageLinks, totalPages } from '../representations/json/collection.ts'
import { represent } from '../representations/json/index.ts'
import { restUrl } from '../representations/urls.ts'
import type { Item } from '../store/store.ts'
import { type Answer, type Asked, accepted, viewOf } from './asked.ts'
import { type Guess, guessOf } from './event-passwords.ts'
import { linkArgs } from './link-args.ts'
import { isDate, querySent, type Sent } from './sent.ts'

const linkHeader = (links: Readonly<Record<string, string>>) =>
  (['first', 'prev', 'next', 'last'] as const)
    .flatMap((relation) => (links[relation] === undefined ? [] : [`<${links[relation]}>; rel="${relation}"`]))
    .join(', ')

function paged(name: ResourceName, items: readonly object[], paging: Paging): Answer {
  const links = linkHeader(pageLinks(paging))
  return {
    status: 200,
    headers: {
      'X-Total-Count': String(paging.total),
      'X-Total-Pages': String(totalPages(paging)),
      ...(links !== '' && { Link: links }),
    },
    body: collection(resourceNamed(name).collection, items, paging),
  }
}

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

/** Answers a list. Throws 400 for args that are not valid, 404 past the last page. */
export async function listed<N extends ResourceName>(asked: Asked, name: N): Promise<Answer> {
  const { operation, context, root, maxPerPage } = asked
  const sent = querySent(asked.query, operation.args)
  const values = accepted(operation.args, sent, 'query')
  const per_page = Math.min(Number(values.per_page), maxPerPage)
  const args = { ...values, per_page } as unknown as ListArgs<N>
  const { items, total } = await list(name, args, context)
  const shown =
    name === 'event'
      ? await opened(
          items as readonly Item<'event'>[],
          guessOf(asked.headers['x-event-password'], asked.guesser),
        )
      : items
  const view = viewOf(asked, false)
  const paging = {
    address: restUrl(root, resourceNamed(name).collection),
    args: linkArgs(asked.query, { ...values, per_page }, operation.args, context.moment),
    page: Number(values.page),
    per_page,
    total,
  }
  const representations = (shown as readonly Item<N>[]).map((item) => represent(name, item, view))
  return { ...paged(name, representations, paging), isMoving: isMoving(sent, operation.args) }
}
