/** Inline venues and organizers of an event are parsed by the rules of their create operation. */
import { expect, it } from 'vitest'
import { readArgs } from '../../src/contract/arg.ts'
import { event } from '../../src/contract/resources/event.ts'

const read = (sent: object) =>
  readArgs({ venue: event.fields.venue, organizer: event.fields.organizer }, { ...sent }, 'create')

it('an inline item is parsed like a separate create', () => {
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

it('all faults of an inline item are reported together by path, including a missing name', () => {
  const { values, missing, faults } = read({
    venue: { website: 'x', geo_lat: 91 },
    organizer: [{ organizer: 'Ada' }, {}, { organizer: '' }],
  })
  expect({ values, missing }).toEqual({ values: {}, missing: [] })
  const wrong = (message: unknown) => expect.objectContaining({ code: 'rest_invalid_param', message })
  expect(faults).toEqual({
    'venue[0].venue': wrong('is required'),
    'venue[0].website': wrong(expect.stringMatching(/^must be a URL/)),
    'venue[0].geo_lat': wrong('must be from -90 to 90'),
    'organizer[1].organizer': wrong('is required'),
    'organizer[2].organizer': wrong('must not be empty'),
  })
})
