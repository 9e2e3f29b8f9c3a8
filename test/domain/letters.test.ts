import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caselessKey, foldedText, lowerCaseWithoutLatinAccents } from '../../src/domain/text/letters.ts'
import { anyText } from '../support/any-text.ts'
import { quickest } from '../support/quickest.ts'

const texts = anyText(20)

describe('Plain Latin letters', () => {
  it.each([
    ['Straße ÆØ', 'strasse aeo'],
    ['ẞ Œuvre Łódź Đorđe Þór İstanbul ılık', 'ss oeuvre lodz dorde thor istanbul ilik'],
    ['Việt Nam ǾǼ Ŧħ', 'viet nam oae th'],
    ['ＦＵＬＬ ﬁ ①', 'full fi 1'],
  ])('have no accents: %s', (text, plain) => {
    expect(lowerCaseWithoutLatinAccents(text)).toBe(plain)
  })

  it.each(['й ё ї', 'が パ', 'ά', 'عَرَبِيّ أ', 'שָׁלוֹם', 'हिन्दी', '한국어', '🎉'])(
    'leave other scripts alone: %s',
    (text) => {
      expect(lowerCaseWithoutLatinAccents(text)).toBe(text.normalize('NFKC'))
    },
  )

  it('are not changed a second time', () => {
    fc.assert(
      fc.property(
        texts,
        (text) =>
          lowerCaseWithoutLatinAccents(lowerCaseWithoutLatinAccents(text)) ===
          lowerCaseWithoutLatinAccents(text),
      ),
    )
  })
})

describe('Folded text', () => {
  it.each([
    ['CAFÉ', 'café'],
    ['café', 'cafe\u0301'],
    ['ΟΔΌΣ', 'οδος'],
    ['οδος', 'οδοσ'],
    ['Ёлка', 'елка'],
    ['за\u0301мок', 'замок'],
    ['عَرَبِيّ', 'عربي'],
    ['أحمد', 'احمد'],
    ['كتـــاب', 'كتاب'],
    ['שָׁלוֹם', 'שלום'],
    ['ｶﾞ', 'ガ'],
    ['ＡＢＣ', 'abc'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['a \t\n\u00a0b', 'a b'],
  ])('is the same for %s and %s', (one, other) => {
    expect(foldedText(one)).toBe(foldedText(other))
  })

  it.each([
    ['й', 'и'],
    ['ї', 'і'],
    ['が', 'か'],
    ['パ', 'ハ'],
    ['कि', 'क'],
    ['日', '本'],
    ['οδος', 'οδο'],
  ])('differs for %s and %s', (one, other) => {
    expect(foldedText(one)).not.toBe(foldedText(other))
  })

  it('is not changed by folding it again', () => {
    fc.assert(
      fc.property(texts, (text) => foldedText(foldedText(text)) === foldedText(text)),
      { numRuns: 2000 },
    )
    for (let code = 0; code <= 0x1_ffff; code += 1) {
      const letter = String.fromCodePoint(code)
      const once = foldedText(letter)
      if (once !== letter && foldedText(once) !== once) expect.fail(code.toString(16))
    }
  })

  it.each(['e\u0301', 'a\u0301\u0301', '\u0301', ' ', 'ﷺ', 'σς', 'ё\u0301'])(
    'takes little time for repeated %j',
    async (part) => {
      // In quadratic time, each would take several seconds.
      const many = part.repeat(Math.floor(65_536 / part.length))
      const taken = await quickest(2000, () => {
        foldedText(many)
        foldedText(`a${many}`)
      })
      expect(taken).toBeLessThan(2000)
    },
  )
})

describe('A name without case', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['Straße', 'STRAẞE'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['CAFÉ', 'cafe\u0301'],
  ])('%s is %s', (one, other) => {
    expect(caselessKey(one)).toBe(caselessKey(other))
  })

  it.each([
    ['Café', 'Cafe'],
    ['Ёлка', 'Елка'],
    ['a b', 'ab'],
  ])('%s is not %s', (one, other) => {
    expect(caselessKey(one)).not.toBe(caselessKey(other))
  })

  it('is the same for the upper case and the lower case of every letter', () => {
    for (let code = 0; code <= 0x1_ffff; code += 1) {
      const letter = String.fromCodePoint(code)
      const cases = [letter.toUpperCase(), letter.toLowerCase()].filter((one) => one !== letter)
      if (cases.some((one) => caselessKey(one) !== caselessKey(letter))) expect.fail(code.toString(16))
    }
  })
})
