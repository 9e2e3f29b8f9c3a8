/** Zones that are an offset from UTC. Browsers use it too, so it does without Temporal. */

const EARLIEST = -12 * 3600
const LATEST = 14 * 3600
const OFFSET_FORMS = [/^UTC([+-])(\d{1,2})(?::([0-5]\d)|(\.5))?$/, /^([+-])(\d\d):([0-5]\d)$/]

/** The offset, in seconds, of a fixed-offset zone: `UTC`, `UTC+2`, `+05:30`; undefined for other zones. */
export function fixedOffset(zone: string): number | undefined {
  if (zone === 'UTC') return 0
  const match = OFFSET_FORMS.map((form) => form.exec(zone)).find((found) => found !== null)
  if (!match) return undefined
  const [, sign, hours, minutes = '0', half] = match
  const size = Number(hours) * 3600 + (half ? 30 : Number(minutes)) * 60
  const offset = sign === '-' ? -size : size
  return EARLIEST <= offset && offset <= LATEST ? offset : undefined
}
