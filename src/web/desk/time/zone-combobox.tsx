/** A time zone, searched by typing. */
import { useState } from 'preact/hooks'
import { foldedText } from '../../../domain/text/letters.ts'
import { loadedOnce } from '../parts/once.ts'
import { Combobox } from '../suggesting/combobox.tsx'
import type { Suggestion } from '../suggesting/suggestion.ts'
import { t } from '../words/index.ts'
import { epochMillisecondsNow, isZone, offsetText, wallTimeIn, zones } from './wall.ts'

const folded = (text: string) => foldedText(text.replaceAll('_', ' '))
const MAX_ZONES = 12

const wordsOf = (text: string) =>
  folded(text)
    .split(/[\s/]+/)
    .filter(Boolean)

/** The cities of each zone in the languages of the desk, folded, once somebody looks for a zone. */
const otherCities = loadedOnce(async () => {
  const { citiesByZone } = await import('./cities.ts')
  return new Map([...citiesByZone].map(([zone, cities]) => [zone, cities.map(folded)]))
})

/** Without a connection, zones are found by their own names. */
const otherCitiesOf = (zone: string) => otherCities.value()?.get(zone) ?? []

/** How well a zone fits: 0 if the text is its name, 1 if the text is its city, otherwise 2. */
function distance(zone: string, words: readonly string[]): number {
  const text = words.join(' ')
  const [name, city = ''] = [wordsOf(zone).join(' '), folded(zone).split('/').at(-1)]
  if (name === text) return 0
  return city === text || otherCitiesOf(zone).includes(text) ? 1 : 2
}

/** Whether a zone, or one of its cities, has all of the words in its name. */
const isNamed = (zone: string, words: readonly string[]) =>
  [folded(zone), ...otherCitiesOf(zone)].some((name) => words.every((word) => name.includes(word)))

/** A typed offset, such as `+9`, `UTC+5:30` or `GMT-3`, as zones have theirs; undefined for other texts. */
function typedOffset(text: string): string | undefined {
  const [, sign, hours, minutes = '00'] =
    /^(?:utc|gmt)?\s*([+\u2212-])\s*(\d{1,2})(?::?(\d\d))?$/i.exec(text.trim()) ?? []
  if (sign === undefined) return undefined
  return `UTC${sign === '+' ? '+' : '-'}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
}

/** Zones whose names contain every word, or whose offset now it is, with their current time. The one whose name or city it is comes first. */
async function suggestZones(text: string): Promise<readonly Suggestion[]> {
  await otherCities.load()
  const words = wordsOf(text)
  const offset = typedOffset(text)
  const found = zones
    .filter((zone) => (offset === undefined ? isNamed(zone, words) : offsetText(zone) === offset))
    .toSorted((one, other) => distance(one, words) - distance(other, words))
  return found.slice(0, MAX_ZONES).map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
    detail: `${offsetText(zone)} · ${t('now-there', { at: wallTimeIn(zone, epochMillisecondsNow()).slice(11, 16) })}`,
  }))
}

/** Returns the zone with this name or city, or the only one that fits. */
function exactZone(text: string, found: readonly Suggestion[]): Suggestion | undefined {
  const words = wordsOf(text)
  const [first, second] = found
  const isFirst = first !== undefined && distance(first.value, words) < 2
  const isOnly =
    isFirst && (second === undefined || distance(second.value, words) > distance(first.value, words))
  return isOnly || (found.length === 1 && !isZone(text.trim())) ? first : undefined
}

interface ZoneProps {
  readonly value: string
  readonly fault: string | undefined
  readonly hint?: string
  readonly onChange: (zone: string) => void
}

/** The field. An invalid zone is reported at once. */
export function ZoneCombobox({ value, fault, hint, onChange }: ZoneProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined)
  return (
    <Combobox
      name="timezone"
      label={t('zone')}
      text={typed ?? value}
      fault={isZone(value) ? fault : t('zone.unknown')}
      {...(hint !== undefined && { hint })}
      // A zone that was chosen before doesn't limit the choice of another.
      suggest={(text) => suggestZones(typed === undefined ? '' : text)}
      exactly={exactZone}
      isUntaken={typed !== undefined && !zones.includes(value)}
      isJudged
      onText={(text) => {
        setTyped(text)
        onChange(text)
      }}
      onPick={({ value }) => {
        setTyped(undefined)
        onChange(value)
      }}
    />
  )
}
