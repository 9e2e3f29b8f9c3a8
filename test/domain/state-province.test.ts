import { expect, it } from 'vitest'
import { stateProvince } from '../../src/domain/places.ts'

const of = (country: string, state = 'Oregon', province = 'Torino') =>
  stateProvince({ country, state, province })

it('a venue in the United States, or without a country, shows its state', () => {
  for (const country of ['', ' ', 'US', 'us', ' USA ', 'United States'])
    expect(of(country), country).toBe('Oregon')
})

it('a venue in another country shows its province', () => {
  for (const country of ['Italia', 'United Kingdom', 'U', 'S', 'USA!'])
    expect(of(country), country).toBe('Torino')
})

it('the other one is shown if one is empty', () => {
  expect(of('US', '')).toBe('Torino')
  expect(of('Italia', 'Oregon', '')).toBe('Oregon')
  for (const country of ['US', 'Italia']) expect(of(country, '', '')).toBe('')
})
