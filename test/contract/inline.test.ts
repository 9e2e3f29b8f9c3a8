/** Venues and organizers that come with an event, read by the rules of their own create. */
import { expect, it } from 'vitest'
import { readArgs } from '../../src/contract/arg.ts'
import { event } from '../../src/contract/resources/event.ts'

const read = (sent: object) =>
  readArgs({ venue: event.fields.venue, organizer: event.fields.organizer }, { ...sent }, 'create')

it('what comes with an event is read as what is created alone', () => {
  expect(
    read({ venue: { venue: '<b>Hall</b>', show_map: 'no', city: '' }, organizer: [7, { organizer: 'Ada' }] }),
  ).toEqual({
    values: {
      venue: [{ inline: { venue: 'Hall', show_map: false } }],
      organizer: [{ id: 7 }, { inline: { organizer: 'Ada' } }],
    },
    missing: [],
    faults: {},
  })
})

it('every fault of it is told at once, by its place, a missing name too', () => {
  const { values, missing, faults } = read({
    venue: { website: 'x', geo_lat: 91 },
    organizer: [{ organizer: 'Ada' }, {}, { organizer: '' }],
  })
  expect({ values, missing }).toEqual({ values: {}, missing: [] })
  const wrong = (message: unknown) => ({ code: 'rest_invalid_param', message })
  expect(faults).toEqual({
    'venue[0].venue': wrong('is required'),
    'venue[0].website': wrong(expect.stringMatching(/^must be a URL/)),
    'venue[0].geo_lat': wrong('must be from -90 to 90'),
    'organizer[1].organizer': wrong('is required'),
    'organizer[2].organizer': wrong('must not be empty'),
  })
})
