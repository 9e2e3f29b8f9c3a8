/** Time zones of calendar files: VTIMEZONE, names of other programs, and offsets. */
import { ruleDatesAsSecondsInSteps, untilSecond } from '../../domain/time/recurrence.ts'
import { parseRule } from '../../domain/time/recurrence-rule.ts'
import { epochOfUtc, plusSeconds, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import {
  epochOfWall,
  offsetSeconds,
  storedZoneName,
  wallAt,
  type ZoneTransition,
  zoneTransitionsAroundYear,
} from '../../domain/time/zones.ts'
import { type Component, parseTimeValue, propertyNamed, unescapedText } from './text.ts'

/** Maps the zone names of Windows to IANA names: those that CLDR lists for the world (001). */

const windowsTable = `
dateline standard time=Etc/GMT+12|utc-11=Etc/GMT+11|aleutian standard time=America/Adak
hawaiian standard time=Pacific/Honolulu|marquesas standard time=Pacific/Marquesas|alaskan standard time=America/Anchorage
utc-09=Etc/GMT+9|pacific standard time (mexico)=America/Tijuana|utc-08=Etc/GMT+8|pacific standard time=America/Los_Angeles
us mountain standard time=America/Phoenix|mountain standard time (mexico)=America/Mazatlan|mountain standard time=America/Denver
yukon standard time=America/Whitehorse|central america standard time=America/Guatemala|central standard time=America/Chicago
easter island standard time=Pacific/Easter|central standard time (mexico)=America/Mexico_City
canada central standard time=America/Regina|sa pacific standard time=America/Bogota
eastern standard time (mexico)=America/Cancun|eastern standard time=America/New_York|haiti standard time=America/Port-au-Prince
cuba standard time=America/Havana|us eastern standard time=America/Indiana/Indianapolis
turks and caicos standard time=America/Grand_Turk|paraguay standard time=America/Asuncion|atlantic standard time=America/Halifax
venezuela standard time=America/Caracas|central brazilian standard time=America/Cuiaba|sa western standard time=America/La_Paz
pacific sa standard time=America/Santiago|newfoundland standard time=America/St_Johns|tocantins standard time=America/Araguaina
e. south america standard time=America/Sao_Paulo|sa eastern standard time=America/Cayenne
argentina standard time=America/Argentina/Buenos_Aires|greenland standard time=America/Nuuk
montevideo standard time=America/Montevideo|magallanes standard time=America/Punta_Arenas
saint pierre standard time=America/Miquelon|bahia standard time=America/Bahia|utc-02=Etc/GMT+2
azores standard time=Atlantic/Azores|cape verde standard time=Atlantic/Cape_Verde|utc=UTC|coordinated universal time=UTC
gmt standard time=Europe/London|greenwich standard time=Atlantic/Reykjavik|sao tome standard time=Africa/Sao_Tome
morocco standard time=Africa/Casablanca|w. europe standard time=Europe/Berlin|central europe standard time=Europe/Budapest
romance standard time=Europe/Paris|central european standard time=Europe/Warsaw
w. central africa standard time=Africa/Lagos|jordan standard time=Asia/Amman|gtb standard time=Europe/Bucharest
middle east standard time=Asia/Beirut|egypt standard time=Africa/Cairo|e. europe standard time=Europe/Chisinau
syria standard time=Asia/Damascus|west bank standard time=Asia/Hebron|south africa standard time=Africa/Johannesburg
fle standard time=Europe/Kiev|israel standard time=Asia/Jerusalem|south sudan standard time=Africa/Juba
kaliningrad standard time=Europe/Kaliningrad|sudan standard time=Africa/Khartoum|libya standard time=Africa/Tripoli
namibia standard time=Africa/Windhoek|arabic standard time=Asia/Baghdad|turkey standard time=Europe/Istanbul
arab standard time=Asia/Riyadh|belarus standard time=Europe/Minsk|russian standard time=Europe/Moscow
e. africa standard time=Africa/Nairobi|volgograd standard time=Europe/Volgograd|iran standard time=Asia/Tehran
arabian standard time=Asia/Dubai|astrakhan standard time=Europe/Astrakhan|azerbaijan standard time=Asia/Baku
russia time zone 3=Europe/Samara|mauritius standard time=Indian/Mauritius|saratov standard time=Europe/Saratov
georgian standard time=Asia/Tbilisi|caucasus standard time=Asia/Yerevan|afghanistan standard time=Asia/Kabul
west asia standard time=Asia/Tashkent|qyzylorda standard time=Asia/Qyzylorda|ekaterinburg standard time=Asia/Yekaterinburg
pakistan standard time=Asia/Karachi|india standard time=Asia/Kolkata|sri lanka standard time=Asia/Colombo
nepal standard time=Asia/Kathmandu|central asia standard time=Asia/Almaty|bangladesh standard time=Asia/Dhaka
omsk standard time=Asia/Omsk|myanmar standard time=Asia/Yangon|se asia standard time=Asia/Bangkok
altai standard time=Asia/Barnaul|w. mongolia standard time=Asia/Hovd|north asia standard time=Asia/Krasnoyarsk
n. central asia standard time=Asia/Novosibirsk|tomsk standard time=Asia/Tomsk|china standard time=Asia/Shanghai
north asia east standard time=Asia/Irkutsk|singapore standard time=Asia/Singapore|w. australia standard time=Australia/Perth
taipei standard time=Asia/Taipei|ulaanbaatar standard time=Asia/Ulaanbaatar|aus central w. standard time=Australia/Eucla
transbaikal standard time=Asia/Chita|tokyo standard time=Asia/Tokyo|north korea standard time=Asia/Pyongyang
korea standard time=Asia/Seoul|yakutsk standard time=Asia/Yakutsk|cen. australia standard time=Australia/Adelaide
aus central standard time=Australia/Darwin|e. australia standard time=Australia/Brisbane
aus eastern standard time=Australia/Sydney|west pacific standard time=Pacific/Port_Moresby
tasmania standard time=Australia/Hobart|vladivostok standard time=Asia/Vladivostok
lord howe standard time=Australia/Lord_Howe|bougainville standard time=Pacific/Bougainville
russia time zone 10=Asia/Srednekolymsk|magadan standard time=Asia/Magadan|norfolk standard time=Pacific/Norfolk
sakhalin standard time=Asia/Sakhalin|central pacific standard time=Pacific/Guadalcanal
russia time zone 11=Asia/Kamchatka|new zealand standard time=Pacific/Auckland|utc+12=Etc/GMT-12|fiji standard time=Pacific/Fiji
chatham islands standard time=Pacific/Chatham|utc+13=Etc/GMT-13|tonga standard time=Pacific/Tongatapu
samoa standard time=Pacific/Apia|line islands standard time=Pacific/Kiritimati`

const pairsIn = (table: string): ReadonlyMap<string, string> =>
  new Map(
    table
      .trim()
      .split(/[|\n]/)
      .map((entry) => {
        const [name = '', value = ''] = entry.split('=')
        return [name, value] as const
      }),
  )

/** Maps a name in lower case to the zone. */
const windowsZones = pairsIn(windowsTable)

// Resolves the zones of a calendar to zones that can be stored. A zone that only the calendar defines gives instants.

// A time zone as calendars are read in it.

/** Conversions between instants, in seconds since 1970 UTC, and wall clock times, as timestamps. */
export interface ZoneClock {
  epochOf(wall: string): number
  wallAt(epoch: number): string
  /** The zone to store for a time at that instant. */
  nameAt(epoch: number): string
  /** Whether only the offset before an unknown name tells of the zone, so that it has no clock changes. */
  readonly isOffsetAlone?: true
  /** The stored zone that has the same wall clock times between two instants; undefined if there is none. */
  during(from: number, to: number): string | undefined
}

/** Returns a zone by its stored name. */
export function zoneNamed(name: string): ZoneClock {
  return {
    epochOf: (wall) => epochOfWall(wall, name),
    wallAt: (epoch) => wallAt(epoch, name),
    nameAt: () => name,
    during: () => name,
  }
}

// Zones that a calendar describes. They are stored as a zone that behaves alike in the years in question.

// The clock changes that a VTIMEZONE describes (RFC 5545 §3.6.5).

/** Parses `+0200` or `-003000` into seconds. */
function offsetOf(text: string | undefined): number | undefined {
  const [, sign, hours = '', minutes = '', seconds = '0'] =
    /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text ?? '') ?? []
  if (sign === undefined) return undefined
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return sign === '-' ? -size : size
}

/** From that wall clock on, the zone is `to` seconds from UTC. */
interface Onset {
  readonly wall: string
  readonly from: number
  readonly to: number
}

/** The year up to which a VTIMEZONE is computed. */
const HORIZON = '2100-01-01 00:00:00'
/** The maximum observances of a zone, and rules of an observance. */
const MAX_OBSERVANCES = 200
const MAX_RULES = 4
/** The maximum onsets of a rule. */
const MAX_ONSETS = 10_000
/** The maximum dates of all observances of a zone, and steps of computing their rules: a few milliseconds. */
const MAX_DATES = 1000
const MAX_STEPS = 24

/** The remaining dates and steps of a zone. */
interface Left {
  steps: number
  dates: number
}

/** The onsets of a rule; none if it is not understood, has too many, or takes more steps than remain. */
function ruleOnsets(text: string, start: string, from: number, left: Left): readonly string[] {
  const rule = parseRule(text)
  // Clock changes recur by year.
  if ('fault' in rule || (rule.frequency !== 'YEARLY' && rule.frequency !== 'MONTHLY')) return []
  const until = untilSecond(rule, (utc) => plusSeconds(utc, from))
  if (until === undefined) return []
  const onsets: string[] = []
  const wanted = { start: epochOfUtc(start), last: Math.min(until, epochOfUtc(HORIZON)) }
  for (const second of ruleDatesAsSecondsInSteps(rule, wanted)) {
    if (left.steps <= 0) return []
    if (second === undefined) left.steps -= 1
    else if (onsets.length === MAX_ONSETS) return []
    else onsets.push(utcTimestampOfEpoch(second))
    if (onsets.length >= rule.count) break
  }
  return onsets.slice(-MAX_DATES)
}

/** The dates of an observance, up to the remaining number. */
function datesOf({ properties }: Component, left: Left): readonly string[] {
  const dates: string[] = []
  for (const { name, value } of properties) {
    if (name !== 'RDATE' || left.dates <= 0) continue
    const some = value.split(',', left.dates)
    left.dates -= some.length
    dates.push(...some.flatMap((one) => parseTimeValue(one.trim())?.timestamp ?? []))
  }
  return dates
}

/** All onsets of an observance. */
function onsetsOf(observance: Component, left: Left): readonly Onset[] {
  const value = (name: string) => propertyNamed(observance, name)?.value.trim()
  const [from, to] = [offsetOf(value('TZOFFSETFROM')), offsetOf(value('TZOFFSETTO'))]
  const start = parseTimeValue(value('DTSTART') ?? '')?.timestamp
  if (from === undefined || to === undefined || start === undefined) return []
  const rules = observance.properties.filter(({ name }) => name === 'RRULE').slice(0, MAX_RULES)
  const recurring = rules.flatMap(({ value: rule }) => ruleOnsets(rule, start, from, left))
  return [...new Set([start, ...recurring, ...datesOf(observance, left)])].map((wall) => ({ wall, from, to }))
}

/** Returns the changes that a VTIMEZONE describes up to the year 2100, in order; none if it is not understood. */
export function readOffsetChangesFromVtimezone({ components }: Component): readonly ZoneTransition[] {
  const left = { steps: MAX_STEPS, dates: MAX_DATES }
  return components
    .slice(0, MAX_OBSERVANCES)
    .flatMap((one) => onsetsOf(one, left))
    .map(({ wall, from, to }) => ({ epoch: epochOfUtc(wall) - from, from, to }))
    .sort((a, b) => a.epoch - b.epoch)
}

const DAY = 86_400
/** Half a year on either side of a time: its neighbouring clock changes. */
const NEAR = 183 * DAY

/** Formats an offset as `UTC+5:30`. */
function offsetName(seconds: number): string | undefined {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const [hours, rest] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')]
  return seconds === 0 ? 'UTC' : storedZoneName(`UTC${seconds < 0 ? '-' : '+'}${hours}:${rest}`)
}

/** Returns the offset at an instant, in seconds. The changes are in order, and at least one. */
function offsetsOf(changes: readonly ZoneTransition[]): (epoch: number) => number {
  return (epoch) => {
    let [low, high] = [0, changes.length]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if ((changes[middle]?.epoch ?? 0) <= epoch) low = middle + 1
      else high = middle
    }
    return changes[low - 1]?.to ?? changes[0]?.from ?? 0
  }
}

const yearOf = (epoch: number) => Number(utcTimestampOfEpoch(epoch).slice(0, 4))

/** The instants between two others at which a zone changes its offset. */
function changesOf(zone: string, from: number, to: number): readonly number[] {
  const found: number[] = []
  for (let year = yearOf(from); year <= yearOf(to); year += 1)
    for (const { epoch } of zoneTransitionsAroundYear(zone, year))
      if (epoch > from && epoch <= to) found.push(epoch)
  return found
}

type OffsetAt = (epoch: number) => number

/** The offsets of a described zone between two instants, and its changes there; in seconds since 1970 UTC. */
interface DescribedOffsets {
  readonly offsetAt: OffsetAt
  readonly changes: readonly number[]
  readonly from: number
  readonly to: number
}

/** Whether a zone has the same offsets. */
function isAlike(zone: string, { offsetAt, changes, from, to }: DescribedOffsets): boolean {
  const isSame = (epoch: number) => offsetAt(epoch) === offsetSeconds(zone, epoch)
  // Most zones differ at one of these.
  if (![from, from + NEAR, to].every(isSame)) return false
  return [...changes, ...changesOf(zone, from, to)].every((epoch) => isSame(epoch) && isSame(epoch - 1))
}

/** One zone for each set of rules in use. */
const representative: readonly string[] = [...new Set(windowsZones.values())]

/** The maximum spans of time for which a zone is looked for. */
const MAX_SPANS = 200

/**
 * Returns the zone that a VTIMEZONE describes; undefined if it is not understood. It is stored as the first of the `wanted` zones
 * that behaves alike in the years in question, otherwise as an offset without clock changes or as any zone that behaves alike.
 */
function describedZone(component: Component, wanted: readonly string[]): ZoneClock | undefined {
  const changes = readOffsetChangesFromVtimezone(component)
  if (changes.length === 0) return undefined
  const offsetAt = offsetsOf(changes)
  const search = (from: number, to: number) => {
    const within = changes.filter((one) => one.epoch > from && one.epoch <= to && one.from !== one.to)
    const steady = within.length === 0 ? offsetName(offsetAt(from)) : undefined
    const all = [...wanted, ...(steady === undefined ? representative : [steady])]
    const described = { offsetAt, changes: within.map(({ epoch }) => epoch), from, to }
    return all.find((zone) => isAlike(zone, described))
  }
  const known = new Map<string, string | undefined>()
  const during = (from: number, to: number) => {
    const key = `${from} ${to}`
    if (!known.has(key) && known.size < MAX_SPANS) known.set(key, search(from, to))
    return known.get(key)
  }
  return {
    epochOf(wall) {
      const local = epochOfUtc(wall)
      const [before, after] = [offsetAt(local - DAY), offsetAt(local + DAY)]
      return local - ([before, after].find((one) => offsetAt(local - one) === one) ?? before)
    },
    wallAt: (epoch) => utcTimestampOfEpoch(epoch + offsetAt(epoch)),
    nameAt(epoch) {
      const first = epochOfUtc(`${utcTimestampOfEpoch(epoch).slice(0, 4)}-01-01 00:00:00`)
      return during(first, first + 2 * NEAR) ?? offsetName(offsetAt(epoch)) ?? 'UTC'
    },
    during,
  }
}

// Maps the display names of zones in Windows and Outlook, such as `(UTC+01:00) Amsterdam, Berlin …`, to the names of Windows.

/** Without the offset, which differs between versions; in lower case. */
const shownNamesTable = `
international date line west=dateline standard time|coordinated universal time-11=utc-11|aleutian islands=aleutian standard time
hawaii=hawaiian standard time|marquesas islands=marquesas standard time|alaska=alaskan standard time
coordinated universal time-09=utc-09|baja california=pacific standard time (mexico)|coordinated universal time-08=utc-08
pacific time (us & canada)=pacific standard time|pacific time (us & canada); tijuana=pacific standard time
tijuana, baja california=pacific standard time (mexico)|arizona=us mountain standard time
la paz, mazatlan=mountain standard time (mexico)|chihuahua, la paz, mazatlan=mountain standard time (mexico)
mountain time (us & canada)=mountain standard time|yukon=yukon standard time|central america=central america standard time
central time (us & canada)=central standard time|easter island=easter island standard time
guadalajara, mexico city, monterrey=central standard time (mexico)|saskatchewan=canada central standard time
bogota, lima, quito=sa pacific standard time|bogota, lima, quito, rio branco=sa pacific standard time
chetumal=eastern standard time (mexico)|eastern time (us & canada)=eastern standard time|haiti=haiti standard time
havana=cuba standard time|indiana (east)=us eastern standard time|turks and caicos=turks and caicos standard time
asuncion=paraguay standard time|atlantic time (canada)=atlantic standard time|caracas=venezuela standard time
cuiaba=central brazilian standard time|georgetown, la paz, manaus, san juan=sa western standard time
santiago=pacific sa standard time|newfoundland=newfoundland standard time|araguaina=tocantins standard time
brasilia=e. south america standard time|cayenne, fortaleza=sa eastern standard time
city of buenos aires=argentina standard time|buenos aires=argentina standard time|greenland=greenland standard time
montevideo=montevideo standard time|punta arenas=magallanes standard time
saint pierre and miquelon=saint pierre standard time|salvador=bahia standard time|coordinated universal time-02=utc-02
azores=azores standard time|cabo verde is.=cape verde standard time|cape verde is.=cape verde standard time
coordinated universal time=utc|dublin, edinburgh, lisbon, london=gmt standard time
greenwich mean time : dublin, edinburgh, lisbon, london=gmt standard time|monrovia, reykjavik=greenwich standard time
sao tome=sao tome standard time|casablanca=morocco standard time
amsterdam, berlin, bern, rome, stockholm, vienna=w. europe standard time
belgrade, bratislava, budapest, ljubljana, prague=central europe standard time
brussels, copenhagen, madrid, paris=romance standard time|sarajevo, skopje, warsaw, zagreb=central european standard time
west central africa=w. central africa standard time|amman=jordan standard time|athens, bucharest=gtb standard time
athens, bucharest, istanbul=gtb standard time|beirut=middle east standard time|cairo=egypt standard time
chisinau=e. europe standard time|damascus=syria standard time|gaza, hebron=west bank standard time
harare, pretoria=south africa standard time|helsinki, kyiv, riga, sofia, tallinn, vilnius=fle standard time
helsinki, kiev, riga, sofia, tallinn, vilnius=fle standard time|jerusalem=israel standard time
juba=south sudan standard time|kaliningrad=kaliningrad standard time|khartoum=sudan standard time
tripoli=libya standard time|windhoek=namibia standard time|baghdad=arabic standard time|istanbul=turkey standard time
kuwait, riyadh=arab standard time|minsk=belarus standard time|moscow, st. petersburg=russian standard time
moscow, st. petersburg, volgograd=russian standard time|nairobi=e. africa standard time|volgograd=volgograd standard time
tehran=iran standard time|abu dhabi, muscat=arabian standard time|astrakhan, ulyanovsk=astrakhan standard time
baku=azerbaijan standard time|izhevsk, samara=russia time zone 3|port louis=mauritius standard time
saratov=saratov standard time|tbilisi=georgian standard time|yerevan=caucasus standard time|kabul=afghanistan standard time
ashgabat, tashkent=west asia standard time|astana=qyzylorda standard time|qyzylorda=qyzylorda standard time
ekaterinburg=ekaterinburg standard time|islamabad, karachi=pakistan standard time
chennai, kolkata, mumbai, new delhi=india standard time|sri jayawardenepura=sri lanka standard time
kathmandu=nepal standard time|bishkek=central asia standard time|dhaka=bangladesh standard time
novosibirsk=n. central asia standard time|omsk=omsk standard time|yangon (rangoon)=myanmar standard time
bangkok, hanoi, jakarta=se asia standard time|barnaul, gorno-altaysk=altai standard time|hovd=w. mongolia standard time
krasnoyarsk=north asia standard time|tomsk=tomsk standard time
beijing, chongqing, hong kong, urumqi=china standard time|irkutsk=north asia east standard time
kuala lumpur, singapore=singapore standard time|perth=w. australia standard time|taipei=taipei standard time
ulaanbaatar=ulaanbaatar standard time|eucla=aus central w. standard time|chita=transbaikal standard time
osaka, sapporo, tokyo=tokyo standard time|pyongyang=north korea standard time|seoul=korea standard time
yakutsk=yakutsk standard time|adelaide=cen. australia standard time|darwin=aus central standard time
brisbane=e. australia standard time|canberra, melbourne, sydney=aus eastern standard time
guam, port moresby=west pacific standard time|hobart=tasmania standard time|vladivostok=vladivostok standard time
lord howe island=lord howe standard time|bougainville island=bougainville standard time
chokurdakh=russia time zone 10|magadan=magadan standard time|norfolk island=norfolk standard time
sakhalin=sakhalin standard time|solomon is., new caledonia=central pacific standard time
anadyr, petropavlovsk-kamchatsky=russia time zone 11|auckland, wellington=new zealand standard time
coordinated universal time+12=utc+12|fiji=fiji standard time|chatham islands=chatham islands standard time
coordinated universal time+13=utc+13|nuku'alofa=tonga standard time|samoa=samoa standard time
kiritimati island=line islands standard time`

const windowsNames = pairsIn(shownNamesTable)

/** `(UTC+05:30) Chennai, …`, `(GMT-05:00) …`: the offset, and the display name. */
const displayed = /^\((?:UTC|GMT)(?:([+-])(\d{1,2}):(\d\d))?\)\s*(.*)$/i

/** Returns the zone of a Windows display name, with or without its offset; undefined for any other text. */
function zoneNameOfOutlookName(id: string): string | undefined {
  const shown = displayed.exec(id)?.[4] ?? id
  const plain = shown.trim().toLowerCase().replace(/\s+/g, ' ')
  return windowsZones.get(windowsNames.get(plain) ?? windowsNames.get(plain.replaceAll(' and ', ' & ')) ?? '')
}

/** Returns the offset at the beginning of a name like `(UTC+05:30) Somewhere`, as a stored zone; undefined without one. */
function offsetZoneNameOfOutlookName(id: string): string | undefined {
  const [whole, sign = '+', hours = '0', minutes = '00'] = displayed.exec(id) ?? []
  if (whole === undefined) return undefined
  const isUtc = Number(hours) === 0 && minutes === '00'
  return isUtc ? 'UTC' : storedZoneName(`UTC${sign}${Number(hours)}:${minutes}`)
}

/** Prefixes that programs add to IANA names: `/mozilla.org/20070129_1/America/New_York`. */
function suffixOf(id: string): string | undefined {
  const parts = id.split('/').filter((part) => part !== '')
  const tails = [3, 2, 1].map((count) => parts.slice(-count).join('/'))
  return id.includes('/') ? tails.map(storedZoneName).find((name) => name !== undefined) : undefined
}

/** Normalises a TZID for comparison: some programs escape its commas in only one of two places. */
const comparable = (id: string) => unescapedText(id).trim()

function describedIn(calendar: Component): ReadonlyMap<string, Component> {
  const described = new Map<string, Component>()
  for (const component of calendar.components) {
    const id = component.name === 'VTIMEZONE' ? propertyNamed(component, 'TZID')?.value : undefined
    if (id !== undefined && !described.has(comparable(id))) described.set(comparable(id), component)
  }
  return described
}

/** Whether the name of a zone is that of a place, or UTC. Others, such as `EST`, are also given to zones with other rules. */
const isPlace = (name: string) => name.includes('/') || name === 'UTC'

/** The zone that a TZID names beyond doubt: by the name of a place, or by the exact name in Windows. */
function zoneSaid(id: string, own: Component | undefined): string | undefined {
  const location = own === undefined ? undefined : propertyNamed(own, 'X-LIC-LOCATION')?.value
  // The rules of the calendar itself count before a name in other letters, such as Europe/lisbon.
  const isMeant = (name: string, written: string) =>
    own === undefined || written.endsWith(name) || !written.toLowerCase().endsWith(name.toLowerCase())
  const places = [
    [storedZoneName(id), id],
    [storedZoneName(location ?? ''), location ?? ''],
    [suffixOf(id), id],
  ] as const
  const [place] =
    places.find(([name, written]) => name !== undefined && isPlace(name) && isMeant(name, written)) ?? []
  return place ?? windowsZones.get(id.toLowerCase())
}

/** Returns a function that finds the zones of one calendar; it returns undefined for an unknown zone. `site` is the site zone. */
export function zoneFinder(calendar: Component, site: string): (id: string) => ZoneClock | undefined {
  const components = describedIn(calendar)
  const known = new Map<string, ZoneClock | undefined>()
  const find = (id: string): ZoneClock | undefined => {
    const own = components.get(id)
    const said = zoneSaid(id, own)
    if (said !== undefined) return zoneNamed(said)
    // The name only resembles that of a zone: what the calendar says of it counts.
    const like = storedZoneName(id) ?? zoneNameOfOutlookName(id) ?? suffixOf(id)
    const wanted = [like, site].flatMap((name) => name ?? [])
    const described = own === undefined ? undefined : describedZone(own, wanted)
    if (described !== undefined) return described
    if (like !== undefined) return zoneNamed(like)
    const offset = offsetZoneNameOfOutlookName(id)
    return offset === undefined ? undefined : { ...zoneNamed(offset), isOffsetAlone: true }
  }
  return (written) => {
    const id = comparable(written)
    if (!known.has(id)) known.set(id, find(id))
    return known.get(id)
  }
}
