import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { published } from '../support/published.ts'

it('the document below docs/ is the one that the declarations make', () => {
  const kept = readFileSync(resolve(import.meta.dirname, '../../docs/openapi.json'), 'utf8')
  expect(published()).toEqual(JSON.parse(kept))
})
