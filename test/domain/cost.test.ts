import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownCostFromSent } from '../../src/domain/money/cost.ts'
import { freeWordsByLanguage } from '../../src/domain/money/currencies.ts'
import { parseSentCost } from '../../src/domain/money/sent-cost.ts'
import { interfaceLanguageCodes } from '../../src/words/languages.ts'
import { growthOf } from '../support/growth.ts'

const read = (sent: unknown, site?: string) => {
  const accepted = parseSentCost(sent)
  if (!accepted.ok) throw new Error(accepted.reason.message)
  const { display, symbol, code, position, values } = shownCostFromSent(accepted.value, site)
  return [display, symbol, code, position, values]
}
const refuses = (sent: unknown) => !parseSentCost(sent).ok

describe('the costs in the table of the contract', () => {
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
    ['₹1,00,000', '₹100000', ['₹', 'INR', 'prefix'], ['100000']],
    ['₹1,00,000 - ₹2,00,000', '₹100000 – ₹200000', ['₹', 'INR', 'prefix'], ['100000', '200000']],
    ['5 à 8 €', '5 € – 8 €', ['€', 'EUR', 'postfix'], ['5', '8']],
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

  it('treats a mark as grouping between one to three digits and exactly three, otherwise as separator or decimal mark', () => {
    expect(values('1,234,567')).toEqual(['1234567'])
    expect(values('1234,567')).toEqual(['1234.567'])
    expect(values('0,500')).toEqual(['0.500'])
    expect(values('10,20,30')).toEqual(['10', '20', '30'])
    expect(values('1,234,56')).toEqual(['1', '56', '234'])
    expect(values('1.2.3')).toEqual([])
    expect(values('1.234.56')).toEqual([])
    expect(values('1.234.567')).toEqual(['1234567'])
  })

  it('shows a text with digits that are no number as sent, with or without other prices', () => {
    for (const sent of ['1.2.3', '€10 1.2.3 €20']) expect(read(sent)[0], sent).toBe(sent)
  })

  it('treats spaces and apostrophes of every kind as grouping before exactly three digits', () => {
    for (const space of [' ', '\u00a0', '\u2009', '\u202f', "'", '’'])
      expect(values(`1${space}000`), space).toEqual(['1000'])
    expect(values('1 000 000,50')).toEqual(['1000000.50'])
    expect(values('10 20')).toEqual(['10', '20'])
  })

  it('accepts both marks in any order: the last is the decimal mark, the other groups', () => {
    expect(values('1,234,567.89')).toEqual(['1234567.89'])
    expect(values('1.234,5')).toEqual(['1234.5'])
    expect(values('₹1,00,000.00')).toEqual(['100000.00'])
  })

  it('separates prices at commas if the decimal mark occurs again', () => {
    expect(read('10.50,12.50')).toEqual(['10.50 – 12.50', '', '', '', ['10.50', '12.50']])
    expect(values('1.000,2.000')).toEqual(['1000', '2000'])
    expect(values('1,000.00,2,000.00')).toEqual([])
    expect(values('10.50,12,14')).toEqual(['10.50', '12', '14'])
    expect(values('1.2.3,4.5')).toEqual([])
  })

  it('treats one to three digits before a mark as a group unless they begin with 0', () => {
    for (const [sent, value] of [
      ['1,00', '1.00'],
      ['1,0000', '1.0000'],
      ['123,456', '123456'],
      ['1234.567', '1234.567'],
      ['012.345', '12.345'],
      ['1.0', '1.0'],
      ['007', '7'],
    ])
      expect(values(sent), sent).toEqual([value])
  })

  it('keeps the decimals as written', () => {
    expect(read('20.00 €')).toEqual(['20.00 €', '€', 'EUR', 'postfix', ['20.00']])
    expect(read('20 €')[4]).toEqual(['20'])
  })

  it('accepts decimals after groups with spaces or apostrophes', () => {
    expect(values("CHF 1'234.50")).toEqual(['1234.50'])
    expect(values('1\u202f234,50 €')).toEqual(['1234.50'])
    expect(values('10 000 – 20 000 kr')).toEqual(['10000', '20000'])
    expect(values('10 000 20 000')).toEqual(['10000', '20000'])
    expect(values('1 000 – 2.5')).toEqual(['2.5', '1000'])
    expect(values('1 000,50.5')).toEqual(['50.5', '1000'])
  })

  it('writes a JSON number as a plain decimal', () => {
    expect(values(1e21)).toEqual(['1000000000000000000000'])
    expect(values(1e-7)).toEqual(['0.0000001'])
    expect(values(1.234)).toEqual(['1.234'])
    expect(values(1.5e21)).toEqual(['1500000000000000000000'])
    expect(values(-0)).toEqual(['0'])
  })

  it('sorts by value, not by text, and removes duplicates', () => {
    expect(values([100, '9', '20.50', 20.5])).toEqual(['9', '20.50', '100'])
    expect(values([20.5, '20.50'])).toEqual(['20.5'])
  })
})

describe('currencies in costs', () => {
  it('recognises signs, letters and codes before and after the number', () => {
    expect(read('R$ 20')).toEqual(['R$ 20', 'R$', 'BRL', 'prefix', ['20']])
    expect(read('20zł')).toEqual(['20zł', 'zł', 'PLN', 'postfix', ['20']])
    expect(read('CHF 15')).toEqual(['CHF 15', 'CHF', 'CHF', 'prefix', ['15']])
    expect(read('20 ₿')).toEqual(['20 ₿', '₿', '', 'postfix', ['20']])
  })

  it('keeps the position of the currency and its space', () => {
    for (const [sent, symbol, code, position] of [
      ['€20', '€', 'EUR', 'prefix'],
      ['€ 20', '€', 'EUR', 'prefix'],
      ['20\u00a0€', '€', 'EUR', 'postfix'],
      ['EUR20', 'EUR', 'EUR', 'prefix'],
      ['20EUR', 'EUR', 'EUR', 'postfix'],
      ['¥500', '¥', 'JPY', 'prefix'],
      ['500円', '円', 'JPY', 'postfix'],
      ['100 Kč', 'Kč', 'CZK', 'postfix'],
      ['100Ft', 'Ft', 'HUF', 'postfix'],
      ['20 lei', 'lei', 'RON', 'postfix'],
      ['R$20', 'R$', 'BRL', 'prefix'],
      ['A$20', 'A$', 'AUD', 'prefix'],
      ['C$ 20', 'C$', 'CAD', 'prefix'],
      ['US$20', 'US$', 'USD', 'prefix'],
      ['₹20', '₹', 'INR', 'prefix'],
    ])
      expect(read(sent).slice(0, 4), sent).toEqual([sent, symbol, code, position])
  })

  it('recognises a Japanese price directly followed by a word', () => {
    expect(read('前売1000円当日1500円')).toEqual([
      '前売1000円当日1500円',
      '円',
      'JPY',
      'postfix',
      ['1000', '1500'],
    ])
  })

  it('ignores currencies inside words, unknown codes, and names and codes in small letters beside other words', () => {
    for (const sent of ['20 EUROTRIP', '20 freikr', '20 ABC', '20 eur each', 'Entry 20 euros'])
      expect(read(sent), sent).toEqual([sent, '', '', '', ['20']])
  })

  it('assigns a currency to the adjacent number, also in a sequence', () => {
    expect(read('10 € 20 €')).toEqual(['10 € – 20 €', '€', 'EUR', 'postfix', ['10', '20']])
    expect(read('10 €200')).toEqual(['€10 – €200', '€', 'EUR', 'prefix', ['10', '200']])
    expect(read('€10 €20')[0]).toBe('€10 – €20')
  })

  it('keeps both ends as written if each has the same currency', () => {
    expect(read('$10 – 20$')).toEqual(['$10 – 20$', '$', 'USD', 'prefix', ['10', '20']])
    expect(read('Kr 10 - 20 kr')[0]).toBe('Kr 10 – 20 kr')
    expect(read('$10 - USD 20')[0]).toBe('$10 – USD 20')
  })

  it('resolves a shared sign by the site, and gives prices without a currency that of the site', () => {
    expect(read('$20', 'CAD')).toEqual(['$20', '$', 'CAD', 'prefix', ['20']])
    expect(read('$20', 'EUR')).toEqual(['$20', '$', 'USD', 'prefix', ['20']])
    expect(read('20 kr', 'NOK')).toEqual(['20 kr', 'kr', 'NOK', 'postfix', ['20']])
    expect(read('20 kr')).toEqual(['20 kr', 'kr', '', 'postfix', ['20']])
    expect(read(20, 'EUR')).toEqual(['€20', '€', 'EUR', 'prefix', ['20']])
    expect(read('Donation', 'EUR')).toEqual(['Donation', '', '', '', []])
    expect(read([10, 20], 'JPY')).toEqual(['¥10 – ¥20', '¥', 'JPY', 'prefix', ['10', '20']])
    expect(read('20', 'CAD')).toEqual(['$20', '$', 'CAD', 'prefix', ['20']])
    expect(read('20', 'CHF')).toEqual(['CHF20', 'CHF', 'CHF', 'prefix', ['20']])
    expect(read('0', 'EUR')).toEqual(['Free', '€', 'EUR', 'prefix', ['0']])
    expect(read('20 £', 'EUR')).toEqual(['20 £', '£', 'GBP', 'postfix', ['20']])
  })

  it("recognises the symbol of the site's currency, and maps it to that currency", () => {
    expect(read('R10 - R20', 'ZAR')).toEqual(['R10 – R20', 'R', 'ZAR', 'prefix', ['10', '20']])
    expect(read('Rock 20', 'ZAR')).toEqual(['Rock 20', 'R', 'ZAR', 'prefix', ['20']])
    expect(read('R$ 20', 'ZAR')).toEqual(['R$ 20', 'R$', 'BRL', 'prefix', ['20']])
    expect(read('¥20', 'CNY')[2]).toBe('CNY')
    expect(read('20 R pp', 'ZAR')).toEqual(['20 R pp', 'R', 'ZAR', 'postfix', ['20']])
    expect(read('20 Rand', 'ZAR')).toEqual(['20 Rand', 'R', 'ZAR', 'prefix', ['20']])
  })

  it('treats all forms of a sign alike, and maps a shared sign to the currency of the site', () => {
    for (const sign of ['Kr', 'Kr.', 'kr.']) {
      expect(read(`20 ${sign}`, 'NOK').slice(1, 3), sign).toEqual([sign, 'NOK'])
      expect(read(`20 ${sign}`, 'EUR').slice(1, 3), sign).toEqual([sign, ''])
      expect(read(`kr 10 - 20 ${sign}`)[0], sign).toBe(`kr 10 – 20 ${sign}`)
    }
    expect(read('Rs 20', 'PKR')[2]).toBe('PKR')
  })

  it("formats prices in any site's currency so that parsing gives the same result", () => {
    for (const site of Intl.supportedValuesOf('currency')) {
      const once = read([10, 20], site)
      expect(read(once[0], site), site).toEqual(once)
    }
  })

  it('shows the text as sent if currencies differ', () => {
    expect(read('$10 / €9')).toEqual(['$10 / €9', '', '', '', ['9', '10']])
    expect(read('$10 or €10 + 1')).toEqual(['$10 or €10 + 1', '', '', '', ['10']])
    expect(read('$10 / C$12', 'CAD')[0]).toBe('$10 – C$12')
  })

  it('gives both ends of a range in a text the currency of one end', () => {
    expect(read('Tickets $10-20')).toEqual(['Tickets $10-20', '$', 'USD', 'prefix', ['10', '20']])
    expect(read('Tickets 10-20 €')[4]).toEqual(['10', '20'])
    expect(read('Tickets 10/20/30 €')[4]).toEqual(['10', '20', '30'])
  })

  it('ignores several numbers without a currency in a text', () => {
    expect(read('10, 20 and 30')).toEqual(['10, 20 and 30', '', '', '', []])
    expect(read('Doors 19:30')).toEqual(['Doors 19:30', '', '', '', []])
    expect(read('On 2027-05-04 for 10 €')).toEqual(['On 2027-05-04 for 10 €', '€', 'EUR', 'postfix', ['10']])
  })
})

describe('groups as in India', () => {
  const signs = ['₹', 'Rs', 'Rs.', '₨', 'INR ', 'PKR ', 'NPR ', 'BDT ', 'LKR ', '৳']
  const lakhs: readonly (readonly [string, string])[] = [
    ['1,00,000', '100000'],
    ['10,00,000', '1000000'],
    ['2,50,000', '250000'],
    ['12,34,567', '1234567'],
    ['12,34,567.50', '1234567.50'],
    ['1,23,45,678', '12345678'],
    ['12,345', '12345'],
  ]

  it.each(signs)('are one number with %j before or behind it, in ranges and in lists', (sign) => {
    for (const [written, value] of lakhs) {
      expect(read(`${sign}${written}`)[4], written).toEqual([value])
      expect(read(`${written} ${sign.trim()}`)[4], written).toEqual([value])
      expect(read(`${sign}${written} - ${sign}9,99,99,999`)[4], written).toEqual([value, '99999999'])
      expect(read(`${sign}${written} to 9,99,99,999`)[4], written).toEqual([value, '99999999'])
      expect(read([`${sign}${written}`, `${sign}9,99,99,999`])[4], written).toEqual([value, '99999999'])
    }
  })

  it('need no currency where a group begins with 0, and one of theirs otherwise', () => {
    expect(read('1,00,000')).toEqual(['100000', '', '', '', ['100000']])
    expect(read('10,05,200')[4]).toEqual(['1005200'])
    expect(read('12,34,567')[4]).toEqual(['12', '34', '567'])
    expect(read('$12,34,567')[4]).toEqual(['12', '34', '567'])
    expect(read('12,34,567 rupees')).toEqual(['1234567 rupees', 'rupees', '', 'postfix', ['1234567']])
    expect(read('12,34,567 rupees', 'INR')[2]).toBe('INR')
  })

  it('are shown as sent where they are no such groups', () => {
    for (const sent of ['₹0,50,000', '1,0,000', '₹1,00,00']) expect(read(sent)[0], sent).toBe(sent)
  })
})

describe('zeros that are no price', () => {
  it('are those in other forms than 0 and 0.00', () => {
    for (const sent of ['00', '000', '0,000,000', '00.00', '10,00,20', '1 0000'])
      expect(read(sent), sent).toEqual([sent, '', '', '', []])
    for (const sent of ['0', '0.0', '0,00', '0,000']) expect(read(sent)[0], sent).toBe('Free')
    expect(read('€5 for 000')).toEqual(['€5 for 000', '€', 'EUR', 'prefix', ['5']])
  })
})

describe('signs instead of decimals', () => {
  it('are the sign of a currency between a number and two digits', () => {
    expect(read('8 € 50')).toEqual(['8.50 €', '€', 'EUR', 'postfix', ['8.50']])
    expect(read('5€50')).toEqual(['5.50€', '€', 'EUR', 'postfix', ['5.50']])
    expect(read(' 12 kr 05 ')[0]).toBe('12.05 kr')
    expect(read('1 000 € 50')[0]).toBe('1000.50 €')
    expect(read('5€50 – 8€00')).toEqual(['5.50€ – 8.00€', '€', 'EUR', 'postfix', ['5.50', '8.00']])
    expect(read('de 5€50 à 8€')[0]).toBe('5.50€ – 8€')
    expect(read(['5€50', 8])[0]).toBe('5.50€ – 8€')
  })

  it('are none between two prices, nor in other words', () => {
    expect(read('$10 $20')[0]).toBe('$10 – $20')
    expect(read('10 € 15 €')[0]).toBe('10 € – 15 €')
    expect(read('8.50 € 20')[4]).toEqual(['8.50', '20'])
    expect(read('10 € 200')[4]).toEqual(['10', '200'])
    expect(read('Entry 8 € 50')[0]).toBe('Entry 8 € 50')
  })

  it.each([',–', '.–', ',--', '.-', '.—', ',-'])('are %j behind a number', (dash) => {
    expect(read(`8${dash}`)).toEqual(['8', '', '', '', ['8']])
    expect(read(`8${dash} €`)[0]).toBe('8 €')
    expect(read(`€ 8${dash}`)[0]).toBe('€ 8')
    expect(read(`€ 8${dash} – 12${dash}`)[0]).toBe('€ 8 – € 12')
    expect(read(`1.000${dash}`)[4]).toEqual(['1000'])
    for (const sent of [`8.50${dash} €`, `8${dash}x`]) expect(read(sent)[0], sent).toBe(sent)
  })
})

describe('prices in Japanese', () => {
  it('have digits and signs of full width', () => {
    expect(read('１０００円')).toEqual(['1000円', '円', 'JPY', 'postfix', ['1000']])
    expect(read('￥１，０００')).toEqual(['¥1000', '¥', 'JPY', 'prefix', ['1000']])
    expect(read('＄５．５０')).toEqual(['$5.50', '$', 'USD', 'prefix', ['5.50']])
    expect(read('一般１０００円、学生５００円')).toEqual([
      '一般１０００円、学生５００円',
      '円',
      'JPY',
      'postfix',
      ['500', '1000'],
    ])
    expect(refuses('－５')).toBe(true)
  })

  it('have units of ten thousand and of a thousand', () => {
    for (const [sent, value] of [
      ['1万円', '10000'],
      ['1万2千円', '12000'],
      ['１万２千円', '12000'],
      ['3千円', '3000'],
      ['1.5万円', '15000'],
      ['1万500円', '10500'],
      ['1万2,500円', '12500'],
      ['12千', '12000'],
    ])
      expect(read(sent)[4], sent).toEqual([value])
    expect(read('1万〜2万円')[0]).toBe('10000円 – 20000円')
    expect(read('5000円～1万円')[0]).toBe('5000円 – 10000円')
  })

  it('are shown as sent where the units are not understood', () => {
    for (const sent of ['1万2万円', '1千2万円', '1万20000円', '1〜2万円', '1.2.3万円'])
      expect(read(sent)[0], sent).toBe(sent)
    expect(read('1〜2万円')[4]).toEqual(['20000'])
  })
})

describe('names of currencies', () => {
  it('count alone with a number, as codes in any case do, and are shown as written', () => {
    for (const [sent, symbol, code, position] of [
      ['20 euros', 'euros', 'EUR', 'postfix'],
      ['20 eur', 'eur', 'EUR', 'postfix'],
      ['eur 20', 'eur', 'EUR', 'prefix'],
      ['Euro 20', 'Euro', 'EUR', 'prefix'],
      ['5 dólares', 'dólares', 'USD', 'postfix'],
      ['5 DOLARES', 'DOLARES', 'USD', 'postfix'],
      ['10 Pfund', 'Pfund', 'GBP', 'postfix'],
      ['10 livres sterling', 'livres sterling', 'GBP', 'postfix'],
      ['10 Franken', 'Franken', 'CHF', 'postfix'],
      ['500 ienes', 'ienes', 'JPY', 'postfix'],
      ['20 coroas', 'coroas', '', 'postfix'],
      ['20 złotych', 'złotych', 'PLN', 'postfix'],
      ['20 forinten', 'forinten', 'HUF', 'postfix'],
      ['20 lire', 'lire', 'TRY', 'postfix'],
      ['20 roupies', 'roupies', '', 'postfix'],
      ['20 reais', 'reais', 'BRL', 'postfix'],
      ['20 pesos', 'pesos', '', 'postfix'],
      ["20 euro's", "euro's", 'EUR', 'postfix'],
      ['20ユーロ', 'ユーロ', 'EUR', 'postfix'],
    ])
      expect(read(sent).slice(0, 4), sent).toEqual([sent, symbol, code, position])
  })

  it('are those of the country of the site', () => {
    expect(read('20 dollars', 'CAD')[2]).toBe('CAD')
    expect(read('20 dollars', 'MXN')[2]).toBe('USD')
    expect(read('20 pesos', 'MXN')[2]).toBe('MXN')
    expect(read('20 kroner', 'NOK')[2]).toBe('NOK')
    expect(read('20 francs', 'XOF')[2]).toBe('XOF')
  })

  it('are equal to the signs of the same currency', () => {
    expect(read('10 € – 20 euros')[0]).toBe('10 € – 20 euros')
    expect(read('10 kr – 20 kroner')[0]).toBe('10 kr – 20 kroner')
    expect(read('10 dollars / 9 euros').slice(0, 2)).toEqual(['10 dollars / 9 euros', ''])
  })

  it('refuse a minus, too', () => {
    for (const sent of ['-20 euros', '-eur 20']) expect(refuses(sent), sent).toBe(true)
  })
})

describe('ranges in every language of the service', () => {
  it.each([
    ['from 5 to 8 €'],
    ['5 till 8 €'],
    ['von 5 bis 8 €'],
    ['ab 5 bis 8 €'],
    ['de 5 a 8 €'],
    ['desde 5 hasta 8 €'],
    ['5 à 8 €'],
    ['De 5 jusqu’à 8 €'],
    ['da 5 a 8 €'],
    ['5〜8 €'],
    ['5から8 €'],
    ['van 5 tot 8 €'],
    ['5 t/m 8 €'],
    ['de 5 até 8 €'],
    ['DE 5 ATE 8 €'],
    ['from 5 – 8 €'],
  ])('%j is from 5 to 8 euros', (sent) => {
    expect(read(sent)).toEqual(['5 € – 8 €', '€', 'EUR', 'postfix', ['5', '8']])
  })

  it('are text where a word is missing or belongs to something else', () => {
    for (const sent of ['ab 5 €', 'de 5 €, 8 €', '5 à', '5 a day', 'bis 8 €', '5 von 8 €'])
      expect(read(sent)[0], sent).toBe(sent)
  })
})

describe('ranges and lists of prices', () => {
  for (const between of [
    '-',
    ' - ',
    '–',
    ' – ',
    '—',
    ' to ',
    'to',
    ' TO ',
    '/',
    ' / ',
    '|',
    ';',
    '; ',
    ', ',
    ' ',
  ])
    it(`separates prices at ${JSON.stringify(between)}`, () => {
      expect(read(`10${between}20`)).toEqual(['10 – 20', '', '', '', ['10', '20']])
      expect(read(`20 €${between}10 €`)).toEqual(['10 € – 20 €', '€', 'EUR', 'postfix', ['10', '20']])
    })

  it('shows the lowest and the highest of several prices', () => {
    expect(read('30 / 10 / 20')).toEqual(['10 – 30', '', '', '', ['10', '20', '30']])
    expect(read(['5', '10-20', 7])[0]).toBe('5 – 20')
  })

  it('is text if there is anything else between, before or after the prices', () => {
    for (const sent of ['10 & 20', '10 -- 20', '10-20+', '~10-20', '10,20,', '10–20 pp', '10 und 20'])
      expect(read(sent)[0], sent).toBe(sent)
  })

  it('is text if nothing separates the prices', () => {
    expect(read('10€500')).toEqual(['10€500', '€', 'EUR', 'postfix', ['10']])
    expect(read('$10$20')).toEqual(['$10$20', '$', 'USD', 'prefix', ['10', '20']])
  })

  it('treats digits separated by hyphens as prices', () => {
    expect(read('2027-05-04')).toEqual(['4 – 2027', '', '', '', ['4', '5', '2027']])
  })

  it('recognises a price directly after another character', () => {
    for (const sent of ['~10€', '😀10€'])
      expect(read(sent), sent).toEqual([sent, '€', 'EUR', 'postfix', ['10']])
  })

  it('separates "free" from a price at a comma, not at white space', () => {
    expect(read('free, 10 €')[0]).toBe('Free – 10 €')
    expect(read('free 10 €')[0]).toBe('free 10 €')
  })

  it('joins the trimmed members of a list that is shown as sent', () => {
    expect(read([' Adults 10 € ', 5])).toEqual(['Adults 10 €, 5', '€', 'EUR', 'postfix', ['10']])
  })

  it('uses the currency of any member or end that has one', () => {
    expect(read([10, '$20'])).toEqual(['$10 – $20', '$', 'USD', 'prefix', ['10', '20']])
    expect(read('10 - 20 zł')[0]).toBe('10 zł – 20 zł')
  })
})

describe('the validation of a cost', () => {
  it('stores the cost as sent, and null for an empty one', () => {
    expect(parseSentCost('10 - 20')).toEqual({ ok: true, value: '10 - 20' })
    expect(parseSentCost(['$10', 20])).toEqual({ ok: true, value: ['$10', 20] })
    for (const sent of [null, '', '  ', [], [''], [null]])
      expect(parseSentCost(sent), JSON.stringify(sent)).toEqual({ ok: true, value: null })
  })

  it('accepts up to a hundred members of up to two thousand characters', () => {
    expect(refuses(Array(100).fill(1))).toBe(false)
    expect(refuses(Array(101).fill(1))).toBe(true)
    expect(refuses('a'.repeat(2000))).toBe(false)
    expect(refuses('a'.repeat(2001))).toBe(true)
  })

  it('refuses a minus directly before a price only', () => {
    for (const sent of ['-10 - 20', '−$5', '-€ 5', '-EUR5', '  -5']) expect(refuses(sent), sent).toBe(true)
    for (const sent of ['10 -5', '$-5', '–5', '-free', '-', 'from -5', '-€', '-€ ', '-€ off', '-€x5'])
      expect(refuses(sent), sent).toBe(false)
  })

  it('explains what is valid', () => {
    for (const [sent, reason] of [
      [true, 'must be text, a number, or a list of them'],
      [{}, 'must be text, a number, or a list of them'],
      [[[1]], 'must be text, a number, or a list of them'],
      [Number.NaN, 'must be a finite number'],
      [-1, 'must not be negative'],
      ['-1', 'must not be negative'],
      ['a'.repeat(2001), 'must be at most 2000 characters long'],
      [Array(101).fill(1), 'must have at most 100 members'],
    ])
      expect(parseSentCost(sent)).toMatchObject({ ok: false, reason: { message: reason } })
  })
})

describe('free in every language of the service', () => {
  it('has words in each language', () => {
    expect([...freeWordsByLanguage.keys()]).toEqual(interfaceLanguageCodes)
  })

  for (const [language, words] of freeWordsByLanguage)
    it(`is the price 0 in the words of ${language} on their own`, () => {
      for (const word of words) {
        expect(read(word), word).toEqual(['Free', '', '', '', ['0']])
        expect(read(` ${word.toUpperCase()} `)[0], word).toBe('Free')
        expect(read(word.normalize('NFD'))[0], word).toBe('Free')
        expect(read([word, 10])[0], word).toBe('Free – 10')
        expect(read(`${word} / 10 €`)[0], word).toBe('Free – 10 €')
        expect(read(`${word} !!`)).toEqual([`${word} !!`, '', '', '', []])
        expect(read(`${word} 10`)).toEqual([`${word} 10`, '', '', '', ['10']])
      }
    })

  it('is recognised without accents too, and with any white space', () => {
    for (const sent of ['ENTREE LIBRE', 'gratis', 'de graca', 'Eintritt\u00a0frei', 'entrada  libre'])
      expect(read(sent)[0], sent).toBe('Free')
  })

  it('does not include "pay what you want"', () => {
    for (const sent of [
      'prix libre',
      'Participation libre',
      'offerta libera',
      'vrije gift',
      'pagamento livre',
    ])
      expect(read(sent), sent).toEqual([sent, '', '', '', []])
  })

  it('finds no price 0 in a longer text or word', () => {
    for (const sent of ['Free beer', 'freedom', 'Free for members, 10 €'])
      expect(read(sent)[0], sent).toBe(sent)
    expect(read('Free for members, 10 €')[4]).toEqual(['10'])
  })
})

describe('any accepted cost', () => {
  const sent = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.stringMatching(/^[0-9., $€'/;|to-]{0,40}$/),
    fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  )

  it('is parsed without an error, with ascending values', () => {
    fc.assert(
      fc.property(fc.oneof(sent, fc.array(sent, { maxLength: 5 })), (raw) => {
        const accepted = parseSentCost(raw)
        const { values } = shownCostFromSent(accepted.ok ? accepted.value : null)
        expect(values.every((value) => /^\d+(\.\d+)?$/.test(value))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('has a display that parses to the same values if it consists of prices only', () => {
    const number = fc.constantFrom(
      '1',
      '20',
      '12.50',
      '5,5',
      '1,000',
      '1 000',
      "1'234.50",
      '1.234.567,89',
      '0,5',
      '1,00,000',
      '8,–',
      '１２',
      '1万2千',
    )
    const sign = fc.constantFrom('', '€', '$', 'kr', 'R$', 'CHF', '円', '₹', 'euros', 'eur')
    const parting = fc.constantFrom('-', ' – ', ' to ', ' / ', '; ', ' | ', ' à ', ' bis ')
    const price = fc
      .tuple(number, sign, fc.boolean(), fc.constantFrom('', ' '))
      .map(([value, own, isBefore, space]) => {
        if (own === '') return value
        return isBefore ? `${own}${space}${value}` : `${value}${space}${own}`
      })
    const site = fc.constantFrom(undefined, 'EUR', 'CAD', 'SEK', 'CHF', 'ZAR')
    fc.assert(
      fc.property(price, price, parting, site, (low, high, by, currency) => {
        const once = read(`${low}${by}${high}`, currency)
        const again = read(once[0], currency)
        expect([again[0], again[4]]).toEqual([once[0], once[4]])
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    '!',
    '😀',
    '1,',
    '1.',
    '1 000 ',
    '1 ',
    '$ ',
    'free ',
    '- ',
    'a',
    '1.5,',
    '€1',
    'kr',
    '1万',
    '1,00',
    '1 à ',
    'euro',
    '1€50 ',
  ])('takes work in proportion to the length of repeated %j', async (part) => {
    expect(
      await growthOf(
        (text) => shownCostFromSent(text, 'EUR'),
        (n) => part.repeat(n / part.length),
      ),
    ).toBe(0)
  })
})
