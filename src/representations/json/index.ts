/** The representation of each resource. */
import type { Representation, ResourceName } from '../../contract/resources/index.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import type { Item, Proposal, ProposalState } from '../../store/store.ts'
import { type Root, restUrl } from '../urls.ts'
import { representEvent } from './event.ts'
import {
  type JsonItemContext,
  representCategory,
  representGroup,
  representMedia,
  representOrganizer,
  representPage,
  representTag,
  representVenue,
} from './items.ts'
import { representSeriesSummary } from './series.ts'

export type { JsonItemContext } from './items.ts'

type Representations = {
  readonly [N in ResourceName]: (item: Item<N>, view: JsonItemContext) => Representation<N>
}

const representations: Representations = {
  event: representEvent,
  series: representSeriesSummary,
  venue: representVenue,
  organizer: representOrganizer,
  category: representCategory,
  tag: representTag,
  group: representGroup,
  media: representMedia,
  page: representPage,
}

/** Returns the representation of an item as an object, in the dialect of the root. */
export function representItem<N extends ResourceName>(name: N, item: Item<N>, view: JsonItemContext): object {
  const shown = representations[name](item, view)
  return view.root.dialect?.shown(name, shown) ?? shown
}

/** A page of a collection (contract §1.9): the envelope and its links. */

export interface Paging {
  /** URL of the collection. */
  readonly address: string
  /** The resolved args, in order, as a query string. Each link sets its own `page`. */
  readonly query: string
  readonly page: number
  readonly per_page: number
  readonly total: number
}

/** Returns the number of pages of a list. */
export function totalPages({ total, per_page }: Pick<Paging, 'total' | 'per_page'>): number {
  return Math.ceil(total / per_page)
}

/** URLs of the pages of a list. */
export type PageLinks = Readonly<Partial<Record<'first' | 'prev' | 'next' | 'last', string>>> & {
  readonly self: string
}

/** Returns the URLs of a page, its neighbours, and the first and last pages. */
export function pageLinks(paging: Paging): PageLinks {
  const { address, query, page } = paging
  const last = totalPages(paging)
  const at = (number: number) => `${address}?${query}${query === '' ? '' : '&'}page=${number}`
  return {
    self: at(page),
    ...(last > 0 && { first: at(1) }),
    ...(page > 1 && { prev: at(page - 1) }),
    ...(page < last && { next: at(page + 1) }),
    ...(last > 0 && { last: at(last) }),
  }
}

/** Returns the envelope with the items of a page. */
export function representCollection(
  name: string,
  items: readonly object[],
  { self, next, prev }: PageLinks,
  paging: Paging,
): object {
  return {
    [name]: items,
    rest_url: self,
    ...(next !== undefined && { next_rest_url: next }),
    ...(prev !== undefined && { previous_rest_url: prev }),
    total: paging.total,
    total_pages: totalPages(paging),
  }
}

// Representation of submissions, as reviewers and private webhooks see them (contract §14).

/** The status of a submission in the words of the interface: one that was sent is pending, as its event is. */
export const statusOfSubmission = ({
  state,
}: Proposal): 'pending' | Exclude<ProposalState, 'draft' | 'sent'> =>
  state === 'sent' || state === 'draft' ? 'pending' : state

/**
 * Returns the representation of a submission with that of its event, which is undefined if the event is deleted. It names the submitter,
 * so only reviewers may see it.
 */
export function representSubmission<E extends object>(shown: Proposal, event: E | undefined, root: Root) {
  const { id, message, sent_utc, decided_utc, language, is_proven, name, email } = shown
  return {
    id,
    status: statusOfSubmission(shown),
    message,
    language,
    is_proven,
    created_utc: utcTimestampOfEpoch(sent_utc),
    decided_utc: decided_utc === null ? '' : utcTimestampOfEpoch(decided_utc),
    submitter: { name, email },
    unknown_terms: shown.dropped,
    image_url: shown.image_size > 0 ? `${restUrl(root, 'submissions', id)}/image` : '',
    event: event ?? null,
  }
}
