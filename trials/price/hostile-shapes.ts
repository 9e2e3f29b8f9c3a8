/** Texts and bodies that are dear to walk where a function is worse than linear: each shape in any length. */

/** A shape: name → a text of about that many UTF-16 units. */
export const textShapes: Readonly<Record<string, (length: number) => string>> = {
  // Marks of two classes, in the wrong order: normalisation sorts them.
  'repeated marks': (length) => `a${'\u0301'.repeat(length / 2)}${'\u0316'.repeat(length / 2)}`,
  'a long run': (length) => 'a'.repeat(length),
  'a run of spaces': (length) => `a${' '.repeat(length)}b`,
  'many parts': (length) => 'a, '.repeat(length / 3),
  'many hyphens': (length) => 'a-'.repeat(length / 2),
  'open brackets': (length) => '[(<{'.repeat(length / 4),
  'nested elements': (length) => '<b>'.repeat(length / 3),
  'open comments': (length) => '<!--'.repeat(length / 4),
  'character references': (length) => '&#x301;'.repeat(length / 7),
  addresses: (length) => 'a@'.repeat(length / 4) + 'https://a.'.repeat(length / 20),
}

export const EXACT = 'application/json'
export const FORM = 'application/x-www-form-urlencoded'

const MULTIPART = 'multipart/form-data; boundary=part'
/** The most parts that a body may have. */
const MAX_PARTS = 2000

const multipart = (parts: readonly string[], name: string) => ({
  type: MULTIPART,
  body: `${parts.map((text) => `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`).join('')}--part--\r\n`,
})

/** Whole bodies, each with its media type, of about that many bytes. */
export const bodyShapes: Readonly<Record<string, (length: number) => { type: string; body: string }>> = {
  'nested lists': (length) => ({ type: EXACT, body: '['.repeat(length / 2) + ']'.repeat(length / 2) }),
  'nested objects': (length) => ({
    type: EXACT,
    body: `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}`,
  }),
  'many fields': (length) => ({
    type: EXACT,
    body: `{${Array.from({ length: length / 12 }, (_, nth) => `"f${nth}":1`).join()}}`,
  }),
  'many form fields': (length) => ({ type: FORM, body: 'a=1&b[]=2&'.repeat(length / 10) }),
  'nested form fields': (length) => ({ type: FORM, body: `a${'[a]'.repeat(length / 3)}=1` }),
  'many parts': (length) =>
    multipart(
      Array.from({ length: MAX_PARTS }, () => 'a'.repeat(length / MAX_PARTS)),
      'venue[venue]',
    ),
  'a long part': (length) => multipart([textShapes['repeated marks']?.(length / 2) ?? ''], 'description'),
}

/** Bytes and units of what is sent: below and near the limits of bodies, and of texts. */
export const sizes = [16_000, 256_000, 1_000_000] as const
/** Bytes of whole bodies: those with a picture may be larger. */
export const bodySizes = [...sizes, 5_000_000] as const

/** Units of a text in a query: a URL is limited to a few kilobytes, and a mark takes six of them. */
export const IN_QUERY = 1200
