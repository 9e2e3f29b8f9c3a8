/** The totals of lists under other header names (contract §12). */

/** The totals under The Events Calendar's header names: on every list, in every namespace. */
export const tecTotalHeaders = (total: number, pages: number) => ({
  'X-TEC-Total': String(total),
  'X-TEC-TotalPages': String(pages),
})

/** The totals under WordPress's header names: on the bare lists of `tec/v1` and `wp/v2`. */
export const makeWordpressTotalHeaders = (total: string, pages: string) => ({
  'X-WP-Total': total,
  'X-WP-TotalPages': pages,
})
