import { expect, it } from 'vitest'
import { pieceOf } from '../../src/http/shelved.ts'

it('a piece that is held holds its own bytes and no others', () => {
  const { bytes } = pieceOf('"Café"')
  expect([bytes.toString(), bytes.buffer.byteLength]).toEqual(['"Café"', 7])
})
