import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanedHtml } from '../../src/domain/text/html.ts'
import { withoutTags } from '../../src/domain/text/tags.ts'

it('a text without markup gives the same result as with a removed tag after it', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((some) => some.replace(/[<>&]/g, ''))
  fc.assert(
    fc.property(text, (some) => {
      expect(cleanedHtml(some, { allowedTags: [] })).toBe(cleanedHtml(`${some}<i></i>`, { allowedTags: [] }))
    }),
    { numRuns: 2000 },
  )
})

describe('open tags', () => {
  const nested = (deep: number) => `${'<b>'.repeat(deep)}a${'</b>'.repeat(deep)}`

  it('are limited to 256 at once', () => {
    expect(cleanedHtml(nested(256), { allowedTags: [] })).toBe('a')
    expect(cleanedHtml(nested(257), { allowedTags: [] })).toBeUndefined()
  })

  it('do not count once they are closed', () => {
    expect(cleanedHtml(nested(2).repeat(300), { allowedTags: [] })).toBe('a'.repeat(300))
  })
})

describe('tags that form when other tags are removed', () => {
  const hidden = (deep: number) => `${'<'.repeat(deep)}${'b>'.repeat(deep)}`

  it('are removed too, up to eight levels deep', () => {
    expect(withoutTags(`1 < 2 ${hidden(8)}c`)).toBe('1 < 2 c')
  })

  it('lose only their brackets above eight levels', () => {
    expect(withoutTags(`1 < 2 ${hidden(9)}c`)).toBe('1 < 2 b>c')
    expect(withoutTags(`1 < 2 ${hidden(40)}c <- d`)).toMatch(/^1 < 2 (?:b>)+c <- d$/)
  })
})

describe('a comment', () => {
  it('ends at its end mark, even if it is empty, otherwise at a bracket, otherwise at the end of the text', () => {
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
