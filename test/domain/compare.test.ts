import { describe, expect, it } from 'vitest'
import { compareText } from '../../src/domain/text/letters.ts'

describe('the order of texts', () => {
  it('is that of their bytes in UTF-8, also beyond U+FFFF', () => {
    const texts = ['', 'a', 'ab', 'b', 'é', '\u07ff', '퟿', '', '', '￿', '😀', '😀a', '\u{10ffff}']
    for (const a of texts)
      for (const b of texts)
        expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
  })
})
