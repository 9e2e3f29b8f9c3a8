import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberedSlug, slugify, slugOr } from '../../src/domain/text/letters.ts'
import { anyText } from '../support/any-text.ts'
import { growthOf } from '../support/growth.ts'

const bytes = (text: string) => Buffer.byteLength(text)

describe('A slug', () => {
  it.each([
    ['Straße ÆØ', 'strasse-aeo'],
    ['音楽 祭', '音楽-祭'],
    ['が パーティー', 'が-パーティー'],
    ['مهرجان الموسيقى', 'مهرجان-الموسيقى'],
    ['عَرَبِيّ', 'عَرَبِيّ'],
    ['שָׁלוֹם עולם', 'שָׁלוֹם-עולם'],
    ['हिन्दी मेला', 'हिन्दी-मेला'],
    ['Чайковский – ёлка', 'чайковский-ёлка'],
    ['二〇二七年 ٢٠٢٧', '二〇二七年-٢٠٢٧'],
    ['  A & B -- C!  ', 'a-b-c'],
    ['Rock 🎉 Roll ☀️', 'rock-roll'],
    ['1️⃣ first', '1-first'],
    ['Cafe\u0301', 'cafe'],
    ['ＡＢＣ', 'abc'],
    ['\u0301x', 'x'],
    ['🎉 – !', ''],
    ['\u3164\u115f', ''],
    ['', ''],
  ])('of %j is %j', (text, slug) => {
    expect(slugify(text)).toBe(slug.normalize('NFKC'))
  })

  it('is the fallback if it would be empty', () => {
    expect(slugOr('🎉', 'event')).toBe('event')
    expect(slugOr('x', 'event')).toBe('x')
  })

  it('is truncated to 200 bytes at a character boundary', () => {
    expect(slugify('a'.repeat(201))).toBe('a'.repeat(200))
    expect(slugify('音'.repeat(100))).toBe('音'.repeat(66))
    expect(slugify('𠮷'.repeat(100))).toBe('𠮷'.repeat(50))
    expect(slugify(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199))
  })

  it('is not truncated between a letter and its marks', () => {
    expect(slugify(`${'a'.repeat(194)}बहि`)).toBe(`${'a'.repeat(194)}ब`)
    expect(slugify(`${'a'.repeat(200)}बहि`)).toBe('a'.repeat(200))
  })

  it('consists of letters, marks, digits and single hyphens within 200 bytes, and is its own slug', () => {
    fc.assert(
      fc.property(anyText(300), (text) => {
        const slug = slugify(text)
        expect(slug).toMatch(/^(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:-[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*)?$/u)
        expect(bytes(slug)).toBeLessThanOrEqual(200)
        expect(slugify(slug)).toBe(slug)
      }),
      { numRuns: 300 },
    )
  })

  it.each(['a ', '- ', 'e\u0301', '\u0301'])(
    'takes work in proportion to the length of repeated %j',
    async (part) => {
      expect(await growthOf(slugify, (n) => part.repeat(n / part.length))).toBe(0)
    },
  )
})

describe('The next slug to try', () => {
  it('is numbered from 2', () => {
    expect([1, 2, 3, 10].map((n) => numberedSlug('x', n))).toEqual(['x', 'x-2', 'x-3', 'x-10'])
  })

  it('stays within 200 bytes, without a hyphen before the suffix', () => {
    expect(numberedSlug('a'.repeat(200), 2)).toBe(`${'a'.repeat(198)}-2`)
    expect(numberedSlug(`${'a'.repeat(197)}-bb`, 2)).toBe(`${'a'.repeat(197)}-2`)
    expect(numberedSlug('音'.repeat(66), 12)).toBe(`${'音'.repeat(65)}-12`)
  })
})
