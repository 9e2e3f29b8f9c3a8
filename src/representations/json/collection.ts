/** A page of a collection (contract §1.9): the envelope and its links. */

export interface Paging {
  /** Address of the collection. */
  readonly address: string
  /** All args given, resolved, in order; `page` is set by each link. */
  readonly args: readonly (readonly [string, string])[]
  readonly page: number
  readonly per_page: number
  readonly total: number
}

/** The address of one page of this very result. */
function pageAddress({ address, args }: Paging, page: number): string {
  const query = new URLSearchParams([
    ...args.map(([name, value]): [string, string] => [name, value]),
    ['page', String(page)],
  ])
  return `${address}?${query}`
}

export function totalPages({ total, per_page }: Pick<Paging, 'total' | 'per_page'>): number {
  return Math.ceil(total / per_page)
}

/** The addresses of the neighbouring pages, and of the first and last. */
export function pageLinks(paging: Paging) {
  const { page } = paging
  const last = totalPages(paging)
  const at = (number: number) => pageAddress(paging, number)
  return {
    self: at(page),
    ...(last > 0 && { first: at(1) }),
    ...(page > 1 && { prev: at(page - 1) }),
    ...(page < last && { next: at(page + 1) }),
    ...(last > 0 && { last: at(last) }),
  }
}

/** The envelope around the items of one page. */
export function collection(name: string, items: readonly object[], paging: Paging): object {
  const links = pageLinks(paging)
  return {
    [name]: items,
    rest_url: links.self,
    ...('next' in links && { next_rest_url: links.next }),
    ...('prev' in links && { previous_rest_url: links.prev }),
    total: paging.total,
    total_pages: totalPages(paging),
  }
}
