import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleaned } from '../../src/domain/markup.ts'

it('a text without markup is what it is with a tag behind it that does not stay', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((some) => some.replace(/[<>&]/g, ''))
  fc.assert(
    fc.property(text, (some) => {
      expect(cleaned(some, { allowedTags: [] })).toBe(cleaned(`${some}<i></i>`, { allowedTags: [] }))
    }),
    { numRuns: 2000 },
  )
})
