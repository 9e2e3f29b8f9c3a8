/** A web calendar with one event, as browsers request it. */
import { expect } from 'vitest'
import type { DialectName } from '../../src/store/database/dialects.ts'
import { type Answered, anEvent, type Json, type TestService, testService } from './service.ts'

/** The Accept header of browsers. */
export const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

export interface TestSite {
  readonly service: TestService
  readonly market: Json
  /** Requests a page as a browser does. */
  page(path: string, headers?: Record<string, string>): Promise<Answered>
  /** Creates an event as the editor with these headers. */
  create(more: Json): Promise<Json>
  readonly editor: Record<string, string>
}

/** Starts the site on a new database. Requests without headers are anonymous. The caller closes its service. */
export async function testSite(dialect: DialectName): Promise<TestSite> {
  const service = await testService(dialect)
  const { headers: editor } = await service.user('editor', 'ed')
  const create = async (more: Json) => {
    const { status, body } = await service.post('/events', anEvent(more), editor)
    expect([body.message, status]).toEqual([undefined, 201])
    return body
  }
  const market = await create({
    title: 'Market day',
    description: '<h1>Welcome</h1><p>Cheese &amp; <a href="https://cheese.test/">more</a></p>',
    cost: '$5',
    categories: ['Food'],
    tags: ['outdoors'],
    venue: { venue: 'Town hall', city: 'Alderhaven', geo_lat: 52.01, geo_lng: 3.61 },
    organizer: { organizer: 'The town', email: 'town@town.test' },
    custom_fields: { dogs: { label: 'Dogs allowed', value: true } },
    tickets: [{ name: 'Adults', price: '5', currency: 'EUR', url: 'https://tickets.test/' }],
  })
  const page = (path: string, headers = {}) => service.get(`/${path}`, { ...browser, ...headers })
  return { service, market, page, create, editor }
}
