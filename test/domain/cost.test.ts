import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptCost, readCost } from '../../src/domain/cost.ts'

const read = (sent: unknown, site?: string) => {
  const accepted = acceptCost(sent)
  if (!accepted.ok) throw new Error(accepted.reason)
  const { display, symbol, code, position, values } = readCost(accepted.value, site)
  return [display, symbol, code, position, values]
}
const refuses = (sent: unknown) => !acceptCost(sent).ok

describe('costs, as the table of the contract has them', () => {
  const bare = ['', '', '']
  const usd = ['$', 'USD', 'prefix']
  const rows: readonly (readonly [unknown, string, readonly string[], readonly string[]])[] = [
    [20, '20', bare, ['20']],
    ['20', '20', bare, ['20']],
    [12.5, '12.5', bare, ['12.5']],
    ['$20', '$20', usd, ['20']],
    ['20€', '20€', ['€', 'EUR', 'postfix'], ['20']],
    ['20 €', '20 €', ['€', 'EUR', 'postfix'], ['20']],
    ['£12.50', '£12.50', ['£', 'GBP', 'prefix'], ['12.50']],
    ['€5,50', '€5.50', ['€', 'EUR', 'prefix'], ['5.50']],
    ['USD 20', 'USD 20', ['USD', 'USD', 'prefix'], ['20']],
    ['20 EUR', '20 EUR', ['EUR', 'EUR', 'postfix'], ['20']],
    ...['$10 - $20', '$10-20', ['$10', '$20'], '$10,$20'].map(
      (sent) => [sent, '$10 – $20', usd, ['10', '20']] as const,
    ),
    ...['10-20', [10, 20], '10 to 20', '20/10'].map((sent) => [sent, '10 – 20', bare, ['10', '20']] as const),
    ['12 34', '12 – 34', bare, ['12', '34']],
    ['€6.50 – €8.50', '€6.50 – €8.50', ['€', 'EUR', 'prefix'], ['6.50', '8.50']],
    ['6.50 – 8.50 €', '6.50 € – 8.50 €', ['€', 'EUR', 'postfix'], ['6.50', '8.50']],
    ['10-10', '10', bare, ['10']],
    [['10', '10'], '10', bare, ['10']],
    ['$1,000.00', '$1000.00', usd, ['1000.00']],
    ...['1,000', '1.000', '1 000', "1'000"].map((sent) => [sent, '1000', bare, ['1000']] as const),
    ['1.234.567,89 €', '1234567.89 €', ['€', 'EUR', 'postfix'], ['1234567.89']],
    ['10,20', '10.20', bare, ['10.20']],
    ['100,00', '100.00', bare, ['100.00']],
    ...[0, '0', 'free', 'FREE'].map((sent) => [sent, 'Free', bare, ['0']] as const),
    ['0.00', 'Free', bare, ['0.00']],
    ['$0', 'Free', usd, ['0']],
    ...['0-10', 'Free – 10', ['free', 10]].map((sent) => [sent, 'Free – 10', bare, ['0', '10']] as const),
    [['0$', '20$', '30$'], 'Free – 30$', ['$', 'USD', 'postfix'], ['0', '20', '30']],
    [['$10', '€20'], '$10, €20', bare, ['10', '20']],
    ['Donation', 'Donation', bare, []],
    ['Pay what you want', 'Pay what you want', bare, []],
    ['$5 suggested donation', '$5 suggested donation', usd, ['5']],
    ['Entry: 5', 'Entry: 5', bare, ['5']],
    ['from 12 €', 'from 12 €', ['€', 'EUR', 'postfix'], ['12']],
    ['Doors 19:30, 10 €', 'Doors 19:30, 10 €', ['€', 'EUR', 'postfix'], ['10']],
    ...[null, '', []].map((sent) => [sent, '', bare, []] as const),
  ]
  for (const [sent, display, currency, values] of rows) {
    it(`reads ${JSON.stringify(sent)} as ${JSON.stringify(display)}`, () => {
      expect(read(sent)).toEqual([display, ...currency, values])
    })
  }

  it('refuses negative amounts, objects, nested lists and booleans', () => {
    for (const sent of [
      -5,
      '-5',
      '−5 €',
      '-$5',
      ['10', '-5'],
      [[1]],
      {},
      true,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ])
      expect(refuses(sent), String(sent)).toBe(true)
    for (const sent of ['- 5', 'A -5', '5-', '-abc']) expect(refuses(sent), sent).toBe(false)
  })
})

describe('numbers in costs', () => {
  const values = (sent: unknown) => read(sent)[4]

  it('groups with one to three digits before and exactly three behind, else parts or ends', () => {
    expect(values('1,234,567')).toEqual(['1234567'])
    expect(values('1234,567')).toEqual(['1234.567'])
    expect(values('0,500')).toEqual(['0.500'])
    expect(values('10,20,30')).toEqual(['10', '20', '30'])
    expect(values('1.2.3')).toEqual([])
    expect(values('1.234.567')).toEqual(['1234567'])
  })

  it('groups with spaces and apostrophes of every kind when exactly three digits follow', () => {
    for (const space of [' ', '\u00a0', '\u2009', '\u202f', "'", '’'])
      expect(values(`1${space}000`), space).toEqual(['1000'])
    expect(values('1 000 000,50')).toEqual(['1000000.50'])
    expect(values('1 0000')).toEqual(['0', '1'])
    expect(values('10 20')).toEqual(['10', '20'])
  })

  it('writes a JSON number as a plain decimal', () => {
    expect(values(1e21)).toEqual(['1000000000000000000000'])
    expect(values(1e-7)).toEqual(['0.0000001'])
    expect(values(1.234)).toEqual(['1.234'])
  })

  it('orders by value, not by text, and takes equal numbers once', () => {
    expect(values([100, '9', '20.50', 20.5])).toEqual(['9', '20.50', '100'])
  })
})

describe('currencies in costs', () => {
  it('knows signs, letters and codes before and behind', () => {
    expect(read('R$ 20')).toEqual(['R$ 20', 'R$', 'BRL', 'prefix', ['20']])
    expect(read('20zł')).toEqual(['20zł', 'zł', 'PLN', 'postfix', ['20']])
    expect(read('CHF 15')).toEqual(['CHF 15', 'CHF', 'CHF', 'prefix', ['15']])
    expect(read('20 ₿')).toEqual(['20 ₿', '₿', '', 'postfix', ['20']])
  })

  it('lets the site decide what a shared sign means, and gives bare prices its own', () => {
    expect(read('$20', 'CAD')).toEqual(['$20', '$', 'CAD', 'prefix', ['20']])
    expect(read('$20', 'EUR')).toEqual(['$20', '$', 'USD', 'prefix', ['20']])
    expect(read('20 kr', 'NOK')).toEqual(['20 kr', 'kr', 'NOK', 'postfix', ['20']])
    expect(read('20 kr')).toEqual(['20 kr', 'kr', '', 'postfix', ['20']])
    expect(read(20, 'EUR')).toEqual(['€20', '€', 'EUR', 'prefix', ['20']])
    expect(read('Donation', 'EUR')).toEqual(['Donation', '', '', '', []])
  })

  it('leaves the text as sent where currencies differ', () => {
    expect(read('$10 / €9')).toEqual(['$10 / €9', '', '', '', ['9', '10']])
  })

  it('gives both ends of a range inside a text the currency that one names', () => {
    expect(read('Tickets $10-20')).toEqual(['Tickets $10-20', '$', 'USD', 'prefix', ['10', '20']])
  })

  it('counts no number without currency where there are several', () => {
    expect(read('10, 20 and 30')).toEqual(['10, 20 and 30', '', '', '', []])
  })
})

describe('free in every language of the service', () => {
  for (const word of [
    'free',
    'kostenlos',
    'gratis',
    'gratuito',
    'gratuit',
    'ingresso libero',
    '無料',
    'vrij',
    'grátis',
  ]) {
    it(`reads ${word} as the price 0, alone only`, () => {
      expect(read(word)).toEqual(['Free', '', '', '', ['0']])
      expect(read(`${word} !!`)).toEqual([`${word} !!`, '', '', '', []])
    })
  }
})

describe('whatever is sent', () => {
  const sent = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.stringMatching(/^[0-9., $€'/;|to-]{0,40}$/),
    fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  )

  it('is read without throwing when it is accepted, with values ascending', () => {
    fc.assert(
      fc.property(fc.oneof(sent, fc.array(sent, { maxLength: 5 })), (raw) => {
        const accepted = acceptCost(raw)
        const { values } = readCost(accepted.ok ? accepted.value : null)
        expect(values.every((value) => /^\d+(\.\d+)?$/.test(value))).toBe(true)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it('is read in linear time', () => {
    for (const hostile of [
      '1,'.repeat(1000),
      '1 000 '.repeat(330),
      '$ '.repeat(1000),
      'free '.repeat(400),
      '1.'.repeat(1000),
    ])
      read(hostile)
  })
})
