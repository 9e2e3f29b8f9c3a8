import { describe, expect, it } from 'vitest'
import { exampleOfArgNamed } from '../../src/contract/openapi/examples.ts'
import { readOnlyFieldTexts, responseTexts, statusTexts } from '../../src/contract/openapi/texts.ts'
import { resourceNames } from '../../src/contract/resources/index.ts'
import { operationsUnderNamespace } from '../../src/operations.ts'
import { problems } from '../../src/problem.ts'
import { type Exchange, hold } from '../support/held.ts'
import { parts } from '../support/inside/api.ts'
import { namespace, published } from '../support/published.ts'

const site = { baseUrl: 'http://127.0.0.1:3000', namespace }
const document = published()

const tag = {
  id: 1,
  name: 'a',
  slug: 'a',
  language: 'en',
  languages: ['en'],
  description: '',
  taxonomy: 'event_tag',
  count: 0,
  url: 'http://127.0.0.1:3000/tag/a/',
  rest_url: 'http://127.0.0.1:3000/cal/events/v1/tags/1',
  urls: { self: 'http://127.0.0.1:3000/x', collection: 'http://127.0.0.1:3000/y' },
}
const headers = {
  etag: '"v1-abc"',
  link: '<http://127.0.0.1:3000/>',
  vary: 'Accept',
  'cache-control': 'no-cache',
  'content-type': 'application/json; charset=utf-8',
}
const answer: Exchange = {
  method: 'GET',
  url: `/${namespace}/tags/1`,
  sent: {},
  status: 200,
  headers,
  body: tag,
}

describe('the check of responses against the document', () => {
  it('accepts valid responses under every root, with and without a trailing slash', () => {
    for (const url of ['/tags/1', '/tags/1/', '/tags/1?context=view'])
      for (const root of ['', '/de', '/pt-br']) hold({ ...answer, url: `${root}/${namespace}${url}` }, site)
  })

  const wrong: readonly (readonly [string, Partial<Exchange>, RegExp])[] = [
    ['a missing key', { body: { ...tag, name: undefined } }, /read-tag.*200[\s\S]*'name'/],
    ['a key of the wrong type', { body: { ...tag, id: '1' } }, /\/id must be integer/],
    ['an undocumented key', { body: { ...tag, colour: 'red' } }, /"colour"/],
    ['an undocumented status', { status: 410 }, /status 410 is not documented/],
    ['a missing header', { headers: { ...headers, etag: undefined } }, /ETag/],
    ['an undocumented header', { headers: { ...headers, 'x-new': '1' } }, /x-new is not documented/],
    ['an undocumented media type', { headers: { ...headers, 'content-type': 'text/plain' } }, /text\/plain/],
    ['success for an unknown route', { url: `/${namespace}/colours` }, /not documented/],
    ['success of an unknown method', { method: 'PUT', url: `/${namespace}/tags` }, /not documented/],
    [
      'a problem of another resource',
      { status: 404, body: { code: 'event-not-found', message: '', data: { status: 404 } } },
      /\/code/,
    ],
  ]
  for (const [what, change, words] of wrong)
    it(`reports ${what}`, () => {
      expect(() => hold({ ...answer, ...change }, site)).toThrow(words)
    })

  it('accepts absent keys that _fields left out', () => {
    hold({ ...answer, url: `${answer.url}?_fields=id`, body: { id: 1 } }, site)
    expect(() => hold({ ...answer, url: `${answer.url}?_fields=id`, body: { id: '1' } }, site)).toThrow('/id')
  })
})

describe('the published document', () => {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({ path, verb, operation })),
  )

  it('§7 has every operation, OPTIONS for every route, and no HEAD, which is answered like GET', () => {
    const served = operationsUnderNamespace(namespace).flatMap(({ path, methods }) =>
      methods.map((method) => `${method.toLowerCase()} ${path || '/'}`),
    )
    const shown = all.map(({ verb, path }) => `${verb} ${path}`)
    expect(shown).toEqual(expect.arrayContaining(served))
    expect(shown).toEqual(
      expect.arrayContaining(Object.keys(document.paths).map((path) => `options ${path}`)),
    )
    expect(shown.filter((one) => one.startsWith('head '))).toEqual([])
    expect(new Set(all.map(({ operation }) => operation.operationId)).size).toBe(all.length)
  })

  it('defines each parameter and response once, so that it is smaller than a megabyte', () => {
    const inline = all.flatMap(({ operation }) =>
      [...(operation.parameters ?? []), ...Object.values(operation.responses)].filter(
        ({ $ref }) => $ref === undefined,
      ),
    )
    expect(inline).toEqual([])
    for (const part of [document.components.parameters, document.components.responses]) {
      const contents = Object.values(part).map((one) => JSON.stringify(one))
      expect(new Set(contents).size).toBe(contents.length)
    }
    expect(JSON.stringify(document).length).toBeLessThan(1_000_000)
  })

  it('begins the operations on each kind of item with its list', () => {
    for (const name of [
      'events',
      'series',
      'venues',
      'organizers',
      'categories',
      'tags',
      'groups',
      'media',
    ]) {
      const first = all.find(({ path }) => path.split('/')[1] === name)
      expect(first?.operation.operationId).toBe(`list-${name}`)
    }
  })

  it('has an example and a description for every parameter and field', () => {
    const bare = operationsUnderNamespace(namespace).flatMap((operation) =>
      Object.keys({ ...operation.address, ...operation.args })
        .filter((name) => exampleOfArgNamed(name, operation.action) === undefined)
        .map((name) => `${operation.action} ${operation.path} ${name}`),
    )
    expect(bare).toEqual([])
    const text = JSON.stringify(document)
    expect(text.match(/"(description|summary)":""/g)).toBeNull()
    const operations = operationsUnderNamespace(namespace)
    const declared = new Set(operations.flatMap(({ resource, facts }) => (facts?.body ? [resource] : [])))
    expect(resourceNames.filter((name) => !declared.has(name))).toEqual([])
  })

  it('has a description for every property of an item', () => {
    const bare = ['Event', 'Venue', 'Organizer', 'Category', 'Tag', 'Media'].flatMap((name) => {
      const { properties } = document.components.schemas[name] as {
        readonly properties: Readonly<Record<string, { readonly description?: string }>>
      }
      return Object.entries(properties)
        .filter(([, { description }]) => description === undefined)
        .map(([key]) => `${name}.${key}`)
    })
    expect(bare).toEqual([])
  })

  it('names the code of every problem of an operation', () => {
    const text = JSON.stringify(document.components.responses)
    // Problems raised before an operation or in its place by a bridge, and states that terms never have, nor pages, of which nobody else learns.
    const elsewhere =
      /^(rest_(request_timeout|expectation_failed|headers_too_large|range_not_satisfiable|post_invalid_page_number)$)|^(category|tag|group|media)-(not-accessible|no-longer|is-in-trash)|^page-not-accessible$/
    const untold = Object.keys(problems).filter(
      (code) => !elsewhere.test(code) && !text.includes(`\`${code}\``),
    )
    expect(untold).toEqual([])
  })

  it('has an English description for every status', () => {
    for (const { operation } of all)
      for (const status of Object.keys(operation.responses).filter((one) => /^[45]/.test(one)))
        expect(statusTexts[Number(status)], status).toMatch(/\.$/)
  })

  it('shows each of its English texts', () => {
    const tables = [...Object.values(parts), readOnlyFieldTexts, responseTexts, statusTexts]
    const each = tables.map((table, at) => {
      const keys = Object.keys(table)
      return {
        table,
        texts: { ...table },
        marks: Object.fromEntries(keys.map((key) => [key, `<${at} ${key}>`])),
      }
    })
    for (const { table, marks } of each) Object.assign(table, marks)
    const shown = JSON.stringify(published())
    for (const { table, texts } of each) Object.assign(table, texts)
    const marks = each.flatMap((one) => Object.values(one.marks))
    // Merges are declared with texts of their own; the tables of the other operations still name them.
    expect(marks.filter((mark) => !shown.includes(mark) && !mark.endsWith(' merge>'))).toEqual([])
  })
})
