import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleaned, withoutTags } from '../../src/domain/markup.ts'

it('a text without markup is what it is with a tag behind it that does not stay', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((some) => some.replace(/[<>&]/g, ''))
  fc.assert(
    fc.property(text, (some) => {
      expect(cleaned(some, { allowedTags: [] })).toBe(cleaned(`${some}<i></i>`, { allowedTags: [] }))
    }),
    { numRuns: 2000 },
  )
})

describe('tags that are open at once', () => {
  const nested = (deep: number) => `${'<b>'.repeat(deep)}a${'</b>'.repeat(deep)}`

  it('are at most 256', () => {
    expect(cleaned(nested(256), { allowedTags: [] })).toBe('a')
    expect(cleaned(nested(257), { allowedTags: [] })).toBeUndefined()
  })

  it('are no longer open when they are closed', () => {
    expect(cleaned(nested(2).repeat(300), { allowedTags: [] })).toBe('a'.repeat(300))
  })
})

describe('tags that only come together when others are gone', () => {
  const hidden = (deep: number) => `${'<'.repeat(deep)}${'b>'.repeat(deep)}`

  it('are gone too, eight of them one within the other', () => {
    expect(withoutTags(`1 < 2 ${hidden(8)}c`)).toBe('1 < 2 c')
  })

  it('lose their brackets where they are more, and nothing else does', () => {
    expect(withoutTags(`1 < 2 ${hidden(9)}c`)).toBe('1 < 2 b>c')
    expect(withoutTags(`1 < 2 ${hidden(40)}c <- d`)).toMatch(/^1 < 2 (?:b>)+c <- d$/)
  })
})

describe('a comment', () => {
  it('ends at its own end, be it empty, else at a bracket, and reaches to the end of the text where there is none', () => {
    for (const [text, kept] of [
      ['a <!-- > --> b', 'a  b'],
      ['a <!--> b', 'a  b'],
      ['a <!-- > b', 'a  b'],
      ['<!-- a', ''],
      ['a <!-- b', 'a '],
      ['a <!-- > --!> b', 'a  b'],
      ['a <!--!> --> b', 'a  b'],
    ] as const)
      expect(withoutTags(text), text).toBe(kept)
  })
})
