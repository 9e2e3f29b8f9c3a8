import { describe, expect, it } from 'vitest'
import { moneyFormat } from '../../src/domain/money/cost-words.ts'
import { typedCostInWords } from '../../src/domain/typed/prices.ts'

/** A typed cost as readers of a language see it, without the spaces that don't break. */
const read = (typed: string, locale = 'en-GB', currency = 'EUR') =>
  typedCostInWords(typed, {
    free: locale === 'de' ? 'Kostenlos' : 'Free',
    currency,
    formatOf: (code) => moneyFormat(locale, code),
  }).replace(/\s/g, ' ')

describe('a cost or a price that was typed', () => {
  it('reads alike, however it was typed', () => {
    for (const typed of ['8 €', '€8', '8,–', '8.00', '8 EUR', '8'])
      expect([typed, read(typed)]).toEqual([typed, '€8'])
    for (const typed of ['12.50', '12,50', '€ 12,50']) expect([typed, read(typed)]).toEqual([typed, '€12.50'])
    expect(read('1.200')).toBe('€1,200')
    expect(read('1.200', 'de')).toBe('1.200 €')
    expect([read('8–12 €', 'de'), read('€8 – €12', 'de')]).toEqual(['8–12 €', '8–12 €'])
  })

  it('has the word of the reader where it is free', () => {
    expect([read('free'), read('0'), read('free', 'de'), read('0–5 €', 'de')]).toEqual([
      'Free',
      'Free',
      'Kostenlos',
      'Kostenlos – 5 €',
    ])
  })

  it('keeps its own currency, and other words as they are', () => {
    expect([read('8 CHF', 'de'), read('8', 'de', 'CHF')]).toEqual(['8 CHF', '8 CHF'])
    expect([read('from 8 €, members less'), read('a hat goes round'), read('')]).toEqual([
      'from 8 €, members less',
      'a hat goes round',
      '',
    ])
  })

  it('needs no currency, nor a whole one while it is typed', () => {
    expect([read('8', 'en-GB', ''), read('8', 'en-GB', 'E'), read('8', 'en-GB', 'eur')]).toEqual([
      '8',
      '8',
      '€8',
    ])
  })
})
