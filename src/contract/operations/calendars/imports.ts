/** What an import asks of files. */

/** The orders of dates with slashes. */
export const slashDateOrders = ['month_first', 'day_first'] as const
