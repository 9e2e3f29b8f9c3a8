import { expect, it } from 'vitest'
import { readComponentsAndFaults } from '../../src/formats/icalendar/text.ts'
import { zoneFinder } from '../../src/formats/icalendar/zones.ts'

const observance = (lines: string) =>
  `BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0130\r\n${lines}\r\nEND:STANDARD\r\n`
const calendar = async (observances: string) => {
  const text = `BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:Odd\r\n${observances}END:VTIMEZONE\r\nEND:VCALENDAR\r\n`
  const [component] = (await readComponentsAndFaults(text)).components
  if (component === undefined) throw new Error('not a calendar')
  return component
}

it('at most a thousand dates of a VTIMEZONE are read, for any number of observances', async () => {
  const dates = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `${from + at}0101T000000`).join(',')
  const of = async (fill: number) => {
    const full = observance(`RDATE:${dates(3000, fill)}`)
    const late = observance('RDATE:20200101T000000').replace('TZOFFSETTO:+0130', 'TZOFFSETTO:+0500')
    return zoneFinder(await calendar(full + late.replace('19700101', '99990101')), 'UTC')('Odd')
  }
  const wall = '2021-06-01 12:00:00'
  const hours = (await of(999))?.epochOf(wall)
  const later = (await of(1000))?.epochOf(wall)
  expect((later ?? 0) - (hours ?? 0)).toBe(3.5 * 3600)
})
