import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readXml } from '../support/calendars.ts'
import { sitemapPartNames } from '../support/inside/formats.ts'
import { onDatabase } from '../support/on-database.ts'
import { type TestService, testService } from '../support/service.ts'

describe('the parts of a sitemap', () => {
  const partsOf = (events: number, tags: number) =>
    sitemapPartNames(
      new Map([
        ['event', events],
        ['venue', 0],
        ['tag', tags],
      ]),
      2,
      10,
    )

  it('are not needed up to the maximum of one sitemap', () => {
    expect(partsOf(0, 0)).toBeUndefined()
    expect(partsOf(7, 1)).toBeUndefined()
    expect(partsOf(8, 1)).toEqual(['event/1', 'tag/1'])
  })

  it('are as many as each kind of item needs, and none for an empty kind', () => {
    expect(partsOf(20, 0)).toEqual(['event/1', 'event/2'])
    expect(partsOf(21, 9)).toEqual(['event/1', 'event/2', 'event/3', 'tag/1'])
  })
})

describe('the sitemap of a calendar with more pages than one lists', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fasti-sitemap-'))
  let service: TestService
  beforeAll(async () => {
    const url = `sqlite:${join(folder, 'fasti.db')}`
    service = await testService('sqlite', { DATABASE_URL: url })
    await onDatabase(
      url,
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 801)
       insert into tags (slug, name, name_key, description, search_text, origins, count, version, modified_utc) select 'tag-' || n, 'Tag ' || n, 'tag ' || n, '', '', '', 0, 1, 0 from numbers`,
    )
  })
  afterAll(async () => {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const placesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)/g)].map(([, place = '']) => place)

  it('is an index whose parts list every page once', async () => {
    const index = await service.get('//sitemap.xml')
    expect(readXml(index.body).nodeName).toBe('sitemapindex')
    const parts = placesIn(index.body)
    const names = ['views/1', 'tag/1', 'tag/2', 'tag/3']
    expect(parts).toEqual(names.map((part) => `http://127.0.0.1:3000/sitemap/${part}`))
    const pages: string[] = []
    for (const part of parts) {
      const { status, body } = await service.get(`/${new URL(part).pathname}`)
      expect([part, status, readXml(body).nodeName]).toEqual([part, 200, 'urlset'])
      pages.push(...placesIn(body))
    }
    const views = [
      '',
      'calendar/',
      'calendar/agenda/',
      'venues/',
      'organizers/',
      'categories/',
      'tags/',
      'series/',
    ]
    expect(pages.slice(0, views.length)).toEqual(views.map((view) => `http://127.0.0.1:3000/${view}`))
    expect([new Set(pages).size, pages.length]).toEqual([801 + views.length, 801 + views.length])
    expect((await service.get('//sitemap/tag/4')).status).toBe(404)
  })
})
