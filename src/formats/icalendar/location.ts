/** What LOCATION says: a place, the address of a meeting, or that an event is online. */

const LINK = /\bhttps?:\/\/[^\s<>"]+/gi

/** Hosts of maps, with the path that their maps have. */
const maps =
  /^(?:www\.)?(?:maps\.app\.goo\.gl\/|goo\.gl\/maps\/|maps\.google\.|google\.[a-z.]+\/maps|maps\.apple\.com|maps\.apple\/|openstreetmap\.org|osm\.org|bing\.com\/maps|waze\.com|ul\.waze\.com|what3words\.com|w3w\.co|share\.here\.com|wego\.here\.com|yandex\.[a-z.]+\/maps|mapy\.(?:cz|com)|g\.page\/)/i

/** Whether a link leads to a map. */
const isMap = (link: string) => maps.test(link.replace(/^https?:\/\//i, ''))

/** Services for meetings, and what their links have. */
const meetings =
  /^(?:[\w.-]*\.)?(?:zoom\.us|zoomgov\.com|teams\.microsoft\.com|teams\.live\.com|meet\.google\.com|hangouts\.google\.com|webex\.com|gotomeeting\.com|gotomeet\.me|goto\.com|meet\.jit\.si|whereby\.com|skype\.com|bluejeans\.com|ringcentral\.com|gather\.town|wonder\.me|edudip\.com|twitch\.tv|discord\.gg)(?:[/:?#]|$)|[?&](?:pwd|passcode|password)=|^(?:meet|bbb|jitsi|conference|webinar|live|stream)[\w-]*\./i

const isMeeting = (link: string) => meetings.test(link.replace(/^https?:\/\//i, ''))

const service =
  'zoom|(?:microsoft|ms)[ -]?teams|teams|google[ -]?(?:meet|hangouts?)|(?:cisco )?webex|skype|jitsi(?: meet)?|bigbluebutton|bbb|gotomeeting|go to meeting'
const remote =
  'online|on-line|virtual|virtually|virtuell|virtuel|virtuelle|virtuale|virtueel|en ligne|en línea|in linea|オンライン(?:開催)?|webinaire|livestream|live stream|videokonferenz|visioconférence|videoconferenza|videoconferencia|videoconferência|videoconferentie|ビデオ会議'
const kind =
  'meetings?|events?|call|video|conference|webinar|session|only|link|veranstaltung|treffen|besprechung|réunion|événement|évènement|riunione|evento|reunión|reunião|vergadering|bijeenkomst|evenement|会議|ミーティング'
/** Words that tell it although they are made of kinds: behind others these are read as kinds, so that each text is read in one way. */
const remoteKinds = 'webinar|video ?call|video ?conference'
const before = 'via|per|über|on|by|en|par|sur|su|por|pelo|op|als|join|in'
/** Words that tell that an event is online, without an address. */
const onlineWords = new RegExp(
  `^(?:(?:${before}) )?(?:(?:${kind})(?: (?:de|di|do|du|d'|su|no|en))? )?(?:${service}|${remote}|${remoteKinds})(?:[ -]*(?:${kind}|${service}|${remote}))*$`,
  'iu',
)

const signsBefore = ' \t\n,;:|/–—-'
const signsAfter = ' \t\n,;:|/–—<([-'

/** Where a text ends if these signs at its end are left out. */
function endWithout(text: string, signs: string): number {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1
  return end
}

/** The text without the signs and brackets that stood around a link. */
function trimmed(text: string): string {
  const plain = text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .replace(/[([<{]\s*[)\]>}]/g, '')
  const end = endWithout(plain, signsAfter)
  let from = 0
  while (from < end && signsBefore.includes(plain.charAt(from))) from += 1
  return plain.slice(from, end)
}

/** Longer than any name and address of a place. */
const LONGEST = 20_000

/** What a text of LOCATION means. */
interface ReadLocation {
  /** The name and the address of the place; "" if it names none. */
  readonly place: string
  /** The address of the meeting; "" if there is none. */
  readonly meeting: string
  /** The page of the place; "" if there is none. */
  readonly page: string
  /** The link to a map that stands for the place; "" if there is none. */
  readonly map: string
  /** Whether it says that the event is online. */
  readonly isOnline: boolean
}

/** Reads a text of LOCATION. The address of a meeting may hold its password, so it is never part of a place. */
export function readLocation(whole: string): ReadLocation {
  const text = whole.slice(0, LONGEST)
  const links: string[] = []
  const rest = trimmed(
    text.replace(LINK, (link) => {
      const end = endWithout(link, '),.;]')
      links.push(link.slice(0, end))
      return ` ${link.slice(end)}`
    }),
  )
  const parts = rest.split(/[;|]|\s\/(?=\s)/).map((part) => part.trim())
  const places = parts.filter((part) => !onlineWords.test(trimmed(part)))
  const isWord = places.length < parts.length
  const place = isWord ? places.join(', ') : rest
  const maps = links.filter(isMap)
  const others = links.filter((link) => !isMap(link))
  // A link alone, or with a word such as “Zoom” or “Link”, is where the event is.
  const isAlone = place === '' || /^(?:link|url|join|meeting)$/i.test(place)
  const meeting = others.find(isMeeting) ?? (isAlone || isWord ? others[0] : undefined) ?? ''
  return {
    place: isAlone ? '' : place,
    meeting,
    page: meeting === '' ? (others[0] ?? '') : '',
    map: isAlone && meeting === '' ? (maps[0] ?? '') : '',
    isOnline: meeting !== '' || isWord,
  }
}
