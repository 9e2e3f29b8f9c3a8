import { expect, it } from 'vitest'
import { utf8Bytes } from '../../src/http/cache/cached-event.ts'

it('a cached text does not keep a shared buffer alive', () => {
  const bytes = utf8Bytes('"Café"')
  expect([bytes.toString(), bytes.buffer.byteLength]).toEqual(['"Café"', 7])
})
