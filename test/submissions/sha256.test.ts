import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256 } from '../../src/web/pages/submit/sha256.ts'

it('§14 the form computes SHA-256 as others do, for texts that end at each place of a block', () => {
  for (const text of ['', 'a', 'ü€😀', ...Array.from({ length: 130 }, (_, length) => 'x'.repeat(length))])
    expect(sha256(text), text).toBe(createHash('sha256').update(text).digest('hex'))
})
