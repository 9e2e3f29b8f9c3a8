/** Parsing of tickets and custom fields, without a service. */
import { describe, expect, it } from 'vitest'
import { customFields, tickets } from '../../src/contract/tickets-and-custom-fields.ts'

const ticket = (more: object) => tickets.read([{ name: 'Door', ...more }])
const plain = {
  name: 'Door',
  price: '0',
  currency: '',
  url: '',
  availability: 'in_stock',
  valid_from: '',
  valid_through: '',
}
const long = (count: number) => 'x'.repeat(count)

describe('tickets', () => {
  it('get defaults for members that are absent or blank', () => {
    expect(tickets.read([])).toEqual({ value: [] })
    expect(ticket({})).toEqual({ value: [plain] })
    for (const blank of [null, ''])
      expect(
        ticket({
          price: blank,
          currency: blank,
          url: blank,
          availability: blank,
          valid_from: blank,
          valid_through: blank,
        }),
      ).toEqual({ value: [plain] })
    const whole = { price: ' 12.50 ', currency: ' eur ', url: 'https://a.example/', availability: 'sold_out' }
    expect(ticket(whole)).toEqual({
      value: [
        { ...plain, price: '12.50', currency: 'EUR', url: 'https://a.example/', availability: 'sold_out' },
      ],
    })
    expect(ticket({ valid_from: '2027-05-04', valid_through: 'tomorrow' })).toMatchObject({
      value: [{ valid_from: { form: expect.any(String) }, valid_through: { form: 'steps' } }],
    })
  })

  const right: Readonly<Record<string, readonly unknown[]>> = {
    name: ['A', 7, true, long(200), '🎉'.repeat(200)],
    price: [0, 12.5, '0', '999999999999', '1.123456'],
  }
  for (const [name, values] of Object.entries(right))
    it(`accept ${values.length} notations of ${name}`, () => {
      for (const value of values)
        expect(ticket({ [name]: value }), String(value)).toEqual({
          value: [{ ...plain, [name]: String(value) }],
        })
    })

  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    name: ['', null, ' ', '<b></b>', long(201), [], {}, 'a\u0000', Number.POSITIVE_INFINITY],
    price: [
      -1,
      '-1',
      'x',
      '1x',
      'x1',
      '1.',
      '.5',
      '1.1234567',
      '1234567890123',
      '1 2',
      [],
      [5],
      {},
      true,
      Number.NaN,
    ],
    currency: ['EURO', 'E', 'XYZ1', 7, [], {}],
    url: ['x', 'ftp://a.example/', 'javascript:x', [], {}, `https://a.example/${long(2000)}`],
    availability: ['gone', 1, [], 'IN_STOCK'],
    valid_from: ['x', {}, [], true],
    valid_through: ['2027-02-30'],
  }
  for (const [name, values] of Object.entries(wrong))
    it(`reject ${values.length} invalid values of ${name}, and name its path`, () => {
      for (const value of values) {
        const { faults } = ticket({ [name]: value }) as { readonly faults: Readonly<Record<string, object>> }
        expect(Object.entries(faults ?? {}), String(value)).toEqual([
          [
            `[0].${name}`,
            expect.objectContaining({
              code: 'rest_invalid_param',
              message: expect.stringMatching(/^must be /),
            }),
          ],
        ])
      }
    })

  it('must be a list of at most a hundred objects', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ name: 'A' }))
    expect(tickets.read(many(100))).toHaveProperty('value')
    expect(tickets.read(many(101))).toMatchObject({ fault: { message: 'must have at most 100 tickets' } })
    for (const sent of ['x', {}, 1, true])
      expect(tickets.read(sent)).toMatchObject({ fault: { message: 'must be a list of tickets' } })
    for (const one of ['x', null, [], 1])
      expect(tickets.read([{ name: 'A' }, one])).toMatchObject({
        faults: { '[1]': { code: 'rest_invalid_param', message: 'must be an object' } },
      })
  })
})

describe('custom fields', () => {
  it('are scalars, or objects with label and value; null removes one field, and an empty list removes all', () => {
    const sent = {
      a: 'x',
      b: 1.5,
      c: false,
      d: null,
      e_1: { label: '<b>E</b>', value: 'e\u0301' },
      f: { value: 0 },
    }
    expect(customFields.read(sent)).toEqual({
      value: {
        a: { label: 'a', value: 'x' },
        b: { label: 'b', value: 1.5 },
        c: { label: 'c', value: false },
        d: null,
        e_1: { label: 'E', value: 'é' },
        f: { label: 'f', value: 0 },
      },
    })
    expect(customFields.read([])).toEqual({ value: null })
    expect(customFields.read({})).toEqual({ value: {} })
    expect(customFields.read({ a: { label: '', value: 1 }, b: { label: null, value: 1 } })).toEqual({
      value: { a: { label: 'a', value: 1 }, b: { label: 'b', value: 1 } },
    })
    for (const name of [long(64), '_', '__proto__x', 'x__proto__', '0'])
      expect(customFields.read({ [name]: long(2000) }), name).toHaveProperty('value')
  })

  it('are rejected by name', () => {
    const wrong = [
      [],
      {},
      { label: 'x' },
      { value: {} },
      { label: {}, value: 1 },
      { label: long(201), value: 1 },
    ]
    for (const value of [...wrong, long(2001), 'a\u0000', Number.POSITIVE_INFINITY, { value: Number.NaN }])
      expect(customFields.read({ a: value }), JSON.stringify(value)).toMatchObject({
        faults: { '.a': { code: 'rest_invalid_param', message: expect.stringMatching(/^must be a string/) } },
      })
    for (const name of ['A', 'a b', '', 'ä', 'a-b', long(65), '__proto__'])
      expect(Object.keys(customFields.read(JSON.parse(`{${JSON.stringify(name)}:1}`))), name).toEqual([
        'faults',
      ])
    expect(customFields.read({ [long(70)]: 1 })).toMatchObject({ faults: { [`.${long(64)}`]: {} } })
  })

  it('must be an object with at most fifty members', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]))
    expect(customFields.read(many(50))).toHaveProperty('value')
    expect(customFields.read(many(51))).toMatchObject({ fault: { message: 'must have at most 50 fields' } })
    for (const sent of ['x', 1, true, null, [1]])
      expect(customFields.read(sent)).toMatchObject({
        fault: { message: 'must be an object of name → value' },
      })
  })
})
