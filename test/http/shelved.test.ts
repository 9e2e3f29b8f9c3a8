import { expect, it } from 'vitest'
import { bytesOf } from '../../src/http/shelved.ts'

it('a text that is held holds its own bytes and no others', () => {
  const bytes = bytesOf('"Café"')
  expect([bytes.toString(), bytes.buffer.byteLength]).toEqual(['"Café"', 7])
})
