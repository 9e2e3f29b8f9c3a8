import { expect, it } from 'vitest'
import type { Component } from '../../src/formats/icalendar/text.ts'
import { readOffsetChangesFromVtimezone } from '../../src/formats/icalendar/zones.ts'

const component = (name: string, values: object, components: readonly Component[] = []): Component => {
  const properties = Object.entries(values).map(([key, value]) => ({
    name: key,
    value,
    params: new Map(),
  }))
  return { name, number: 1, properties, components }
}

/** The clock changes of a zone with that rule, on every day since 2000. */
const changesOf = (rule: string) => {
  const own = { DTSTART: '20000101T000000', TZOFFSETFROM: '+0100', TZOFFSETTO: '+0200', RRULE: rule }
  return readOffsetChangesFromVtimezone(component('VTIMEZONE', {}, [component('STANDARD', own)]))
}

it('a rule of a zone with 10,000 clock changes is followed to its last thousand, one with more is left out', () => {
  const daily = 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU'
  expect(changesOf(`${daily};COUNT=10000`)).toHaveLength(1001)
  expect(changesOf(`${daily};COUNT=10001`)).toHaveLength(1)
})
