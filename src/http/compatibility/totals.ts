/** The totals of lists under the names that other programs read them by (contract §12). */

/** The totals as The Events Calendar sends them: on every list, in every namespace. */
export const pluginTotals = (total: number, pages: number) => ({
  'X-TEC-Total': String(total),
  'X-TEC-TotalPages': String(pages),
})

/** The totals as WordPress's own lists send them: on the bare lists of `tec/v1` and `wp/v2`. */
export const wordpressTotals = (total: string, pages: string) => ({
  'X-WP-Total': total,
  'X-WP-TotalPages': pages,
})
