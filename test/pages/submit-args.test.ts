import { expect, it } from 'vitest'
import { argsOf, valuesOf } from '../../src/http/site/submitting/submit-args.ts'

it('a text in place of a venue, an organizer or a submitter is not taken apart into its characters', () => {
  for (const name of ['venue', 'organizer', 'submitter']) {
    expect(argsOf({ [name]: 'Hall' }).raw[name]).toEqual({})
    expect(valuesOf({ [name]: 'Hall' })).toEqual({ [name]: 'Hall' })
  }
  expect(argsOf({ venue: { venue: ' Hall ', city: '' } }).raw.venue).toEqual({ venue: 'Hall' })
  expect(valuesOf({ venue: { venue: 'Hall' } })).toMatchObject({ 'venue[venue]': 'Hall' })
  expect(argsOf({ venue: '' }).raw).not.toHaveProperty('venue')
})
