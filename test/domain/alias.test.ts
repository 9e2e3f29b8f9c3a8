import { expect, it } from 'vitest'
import { isNamespace, parseAliases } from '../../src/domain/alias.ts'

it('an alias is a path of the host and a namespace below it', () => {
  expect(parseAliases([])).toEqual([])
  expect(parseAliases(['/wp-json:cal/v1', ':old', '/a/b.c/:x_y-z/2'])).toEqual([
    { path: '/wp-json', namespace: 'cal/v1' },
    { path: '', namespace: 'old' },
    { path: '/a/b.c', namespace: 'x_y-z/2' },
  ])
  for (const wrong of [
    '',
    'x',
    'x:y',
    '/a',
    '/a:',
    '/a:b:c',
    '/a b:c',
    '/a:b c',
    '/a:/b',
    '/a:b/',
    '/a?:b',
    ' :b',
  ])
    expect(parseAliases([wrong]), wrong).toBeUndefined()
  expect(parseAliases([':ok', '/a:not ok'])).toBeUndefined()
  expect(parseAliases(['/a:b', '/a/:b'])).toBeUndefined()
  expect(parseAliases(['/a:b', '/b:b'])).toHaveLength(2)
})

it('a namespace consists of segments of letters, digits, hyphens and underscores', () => {
  for (const text of ['a', 'A/b', 'cal/events/v1', '_-0']) expect(isNamespace(text), text).toBe(true)
  for (const text of ['', '/', 'a/', '/a', 'a//b', 'a b', 'ä']) expect(isNamespace(text), text).toBe(false)
})
