import { expect, it } from 'vitest'
import { hasFormOfApiNamespace, parseApiAliases } from '../../src/domain/api-aliases.ts'

it('an alias is a path of the host and a namespace below it', () => {
  expect(parseApiAliases([])).toEqual([])
  expect(parseApiAliases(['/wp-json:cal/v1', ':old', '/a/b.c/:x_y-z/2'])).toEqual([
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
    expect(parseApiAliases([wrong]), wrong).toBeUndefined()
  expect(parseApiAliases([':ok', '/a:not ok'])).toBeUndefined()
  expect(parseApiAliases(['/a:b', '/a/:b'])).toBeUndefined()
  expect(parseApiAliases(['/a:b', '/b:b'])).toHaveLength(2)
})

it('a namespace consists of segments of letters, digits, hyphens and underscores', () => {
  for (const text of ['a', 'A/b', 'cal/events/v1', '_-0'])
    expect(hasFormOfApiNamespace(text), text).toBe(true)
  for (const text of ['', '/', 'a/', '/a', 'a//b', 'a b', 'ä'])
    expect(hasFormOfApiNamespace(text), text).toBe(false)
})
