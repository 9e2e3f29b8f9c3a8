/** A time zone, searched by typing. */
import { useState } from 'preact/hooks'
import { Combobox, type Suggestion } from '../parts/combobox.tsx'
import { t } from '../words/index.ts'
import { clockIn, isZone, now, zones } from './zones.ts'

const folded = (text: string) => text.toLowerCase().replaceAll('_', ' ')
const MAX_ZONES = 12

/** Zones whose names contain every word, with their current time. */
function suggestZones(text: string): readonly Suggestion[] {
  const words = folded(text)
    .split(/[\s/]+/)
    .filter(Boolean)
  const found = zones.filter((zone) => words.every((word) => folded(zone).includes(word)))
  return found.slice(0, MAX_ZONES).map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
    detail: t('now-there', { at: clockIn(zone, now()).slice(11, 16) }),
  }))
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
      suggest={(text) => suggestZones(text === value ? '' : text)}
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
