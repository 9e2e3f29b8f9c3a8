/** JSON as other servers read it: `@context`, and numbers that stay fractional. */

/** The meaning of the keys of our objects, for servers that read linked data. */
const context = [
  'https://www.w3.org/ns/activitystreams',
  'https://w3id.org/security/v1',
  'https://w3id.org/fep/8a8e',
  {
    Hashtag: 'as:Hashtag',
    mz: 'https://joinmobilizon.org/ns#',
    pt: 'https://joinpeertube.org/ns#',
    sc: 'http://schema.org#',
    address: { '@id': 'sc:address', '@type': 'sc:PostalAddress' },
    PostalAddress: 'sc:PostalAddress',
    streetAddress: 'sc:streetAddress',
    postalCode: 'sc:postalCode',
    addressLocality: 'sc:addressLocality',
    addressRegion: 'sc:addressRegion',
    addressCountry: 'sc:addressCountry',
    VirtualLocation: 'sc:VirtualLocation',
    timezone: { '@id': 'mz:timezone', '@type': 'mz:timezone' },
    isOnline: 'mz:isOnline',
    joinMode: { '@id': 'mz:joinMode', '@type': 'mz:joinModeType' },
    externalParticipationUrl: { '@id': 'mz:externalParticipationUrl', '@type': 'sc:URL' },
    repliesModerationOption: {
      '@id': 'mz:repliesModerationOption',
      '@type': 'mz:repliesModerationOptionType',
    },
    commentsEnabled: 'pt:commentsEnabled',
    status: 'http://www.w3.org/2002/12/cal/ical#status',
  },
] as const

/** Returns an object with its context. */
export const withJsonLdContext = (object: object): object => ({ '@context': context, ...object })

/**
 * Returns an object as JSON, in which whole coordinates are written as fractions (`47.0`): Mobilizon reads no others. Within a text, the
 * quotation marks would be escaped.
 */
export const serializeActivityAsJson = (object: object): string =>
  JSON.stringify(object).replace(/"(latitude|longitude)":(-?\d+)(?=[,}])/g, '"$1":$2.0')
