/** How the desk writes what something costs. */
import { moneyFormat } from '../../../domain/money/cost-words.ts'
import { typedCostInWords } from '../../../domain/typed/prices.ts'
import type { Ticket } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { listText, locale, t } from './index.ts'

/** Returns a cost or a price, as it was typed or stored, as readers see it. `currency` is that of numbers without one. */
export const costText = (typed: string, currency = deskSettings.currency): string =>
  typedCostInWords(typed, { free: t('free'), currency, formatOf: (code) => moneyFormat(locale, code) })

/** Returns tickets with their prices, in a line. */
export const ticketsText = (tickets: readonly Pick<Ticket, 'name' | 'price' | 'currency'>[]): string =>
  listText(
    tickets.map(({ name, price, currency }) =>
      `${name} ${costText(price, currency || deskSettings.currency)}`.trim(),
    ),
  )
