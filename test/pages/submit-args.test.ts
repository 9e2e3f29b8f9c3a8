import { expect, it } from 'vitest'
import { formArgs, shownFormValues } from '../../src/http/site/submission-form.ts'

it('a text in place of a venue, an organizer or a submitter is not taken apart into its characters', () => {
  for (const name of ['venue', 'organizer', 'submitter']) {
    expect(formArgs({ [name]: 'Hall' }).raw[name]).toEqual({})
    expect(shownFormValues({ [name]: 'Hall' })).toEqual({ [name]: 'Hall' })
  }
  expect(formArgs({ venue: { venue: ' Hall ', city: '' } }).raw.venue).toEqual({ venue: 'Hall' })
  expect(shownFormValues({ venue: { venue: 'Hall' } })).toMatchObject({ 'venue[venue]': 'Hall' })
  expect(formArgs({ venue: '' }).raw).not.toHaveProperty('venue')
})
