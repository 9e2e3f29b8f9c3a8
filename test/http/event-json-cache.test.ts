import { expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { utf8Buffer } from '../support/inside/service.ts'
import { anEvent, testService } from '../support/service.ts'

it('a cached text does not keep a shared buffer alive', () => {
  const bytes = utf8Buffer('"Café"')
  expect([bytes.toString(), bytes.buffer.byteLength]).toEqual(['"Café"', 7])
})

for (const { name } of dialects) {
  it(`a venue that events share is shown as each request asks for it, whatever was asked before, on ${name}`, async () => {
    const service = await testService(name)
    const { headers } = await service.user('administrator')
    const first = await service.post('/events', anEvent({ venue: { venue: 'Hall' } }), headers)
    const { id } = first.body.venue
    for (let more = 0; more < 3; more++) await service.post('/events', anEvent({ venue: id }), headers)
    const shownUnder = async (root: string, event: number): Promise<string> => {
      const one = await service.get(`${root}/events/${event}`)
      const list = await service.get(`${root}/events`)
      const { body: venue } = await service.get(`${root}/venues/${id}`)
      const { json_ld, ...inLists } = venue
      expect(json_ld.name).toBe('Hall')
      expect(one.body.venue).toEqual(venue)
      expect(one.body.json_ld.location['@id']).toBe(venue.url)
      for (const { venue: listed } of list.body.events) expect(listed).toEqual(inLists)
      return venue.url
    }
    const own = await shownUnder('', 1)
    const inGerman = await shownUnder('//de/cal/events/v1', 2)
    expect([inGerman, await shownUnder('', 3)]).toEqual([own.replace('/venue/', '/de/venue/'), own])
    await service.patch(`/venues/${id}`, { venue: 'New hall' }, headers)
    const { body } = await service.get('/events/4')
    expect([body.venue.venue, body.json_ld.location.name]).toEqual(['New hall', 'New hall'])
    await service.close()
  })
}
