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
