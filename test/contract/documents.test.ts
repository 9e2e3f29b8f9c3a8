import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { published } from '../support/published.ts'

it('docs/ contains the document that the declarations produce', () => {
  const kept = readFileSync(resolve(import.meta.dirname, '../../docs/openapi.json'), 'utf8')
  expect(published()).toEqual(JSON.parse(kept))
})
