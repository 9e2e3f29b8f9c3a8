import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarFetchUrlOrUndefined, checkedBasicAuthLogin } from '../../src/contract/kinds/of-one-room.ts'
import { parseStoredRecurrence } from '../../src/domain/series/recurrence-lines.ts'
import { textDecodedFromBytes } from '../../src/domain/text/decoded-text.ts'
import { sanitizeHtml } from '../../src/domain/text/html.ts'
import {
  caselessKey,
  foldedText,
  lowerCaseWithoutLatinAccents,
  slugify,
  unicodeNormalizedText,
} from '../../src/domain/text/letters.ts'
import {
  httpAddress,
  linkableAddress,
  redactWebAddresses,
  urlOfAnyScheme,
  wholeTextAsEmailAddress,
} from '../../src/domain/text/links.ts'
import { sanitizeForPage } from '../../src/domain/text/page-html.ts'
import {
  decodedReferences,
  escapedReferenceAmpersands,
  htmlOfText,
  normalizedTextWithoutTags,
  plainTextOf,
  textFault,
  titleForStorage,
} from '../../src/domain/text/plain-text.ts'
import { parseSearch } from '../../src/domain/text/search-words.ts'
import { withoutTags } from '../../src/domain/text/tags.ts'
import { parseDateText } from '../../src/domain/time/date-text.ts'
import { csvRows } from '../../src/formats/csv/cells.ts'
import { proposeMapping } from '../../src/formats/csv/mapping.ts'
import { importFormatOfText } from '../../src/formats/format.ts'
import { readLocation } from '../../src/formats/icalendar/event-args.ts'
import { calendarOfPage } from '../../src/formats/icalendar/page.ts'
import {
  parseDuration,
  parseTimeValue,
  readComponentsAndFaults,
  unescapedText,
  unescapedTexts,
} from '../../src/formats/icalendar/text.ts'
import { linesOfFile, objectOnLine } from '../../src/formats/jsonl/lines.ts'
import { weightsOf } from '../../src/http/protocol.ts'
import { jsonFaultOffset } from '../../src/http/request/body.ts'
import { parseFormValues } from '../../src/http/request/query.ts'
import { operationsUnderNamespace } from '../../src/operations.ts'
import { Problem } from '../../src/problem.ts'
import { anyText } from '../support/any-text.ts'
import { growingShapes, growthOf, hostileShapes } from '../support/growth.ts'

const times = {
  start: '2027-05-04 18:00:00',
  end: '2027-05-04 19:00:00',
  zone: 'Europe/Paris',
  allDay: false,
}

/** Reads all that a generator or an iterator yields. A problem ends it: what refuses a text has read it. */
async function exhausted(steps: () => Iterable<unknown> | AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const step of steps()) void step
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

async function* inChunks(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  normalized: (text) => [
    unicodeNormalizedText(text),
    unicodeNormalizedText(text, 'NFD'),
    unicodeNormalizedText(text, 'NFKC'),
  ],
  fold: foldedText,
  caseless: caselessKey,
  withoutLatinAccents: lowerCaseWithoutLatinAccents,
  slugify,
  parseSearch,
  plainTitle: titleForStorage,
  plainText: normalizedTextWithoutTags,
  plainTextOf,
  textFault,
  withoutTags,
  sanitizeHtml,
  pageHtml: (text) => sanitizeForPage(text, 'https://example.org/media/'),
  htmlOfText,
  decodedReferences,
  withoutReferences: escapedReferenceAmpersands,
  emailAddress: wholeTextAsEmailAddress,
  webAddress: linkableAddress,
  httpAddress,
  urlOfAnyScheme,
  calendarAddress: calendarFetchUrlOrUndefined,
  calendarLogin: checkedBasicAuthLogin,
  withShownAddresses: redactWebAddresses,
  decodedText: (text) => textDecodedFromBytes(Buffer.from(text)),
  parseDateText,
  recurrence: (text) => parseStoredRecurrence([`RRULE:FREQ=DAILY;${text}`, text], times),
  readComponents: (text) =>
    readComponentsAndFaults(`BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${text}`).catch(() => undefined),
  'values of iCalendar': (text) => [
    unescapedText(text),
    unescapedTexts(text),
    parseTimeValue(text),
    parseDuration(text),
  ],
  readLocation,
  'events of a page': (text) => {
    const node = { '@type': 'Event', name: text, startDate: '2027-05-04', location: text, description: text }
    const script = `<script type="application/ld+json">${JSON.stringify(node)}</script>`
    return [script, text].map((part) => calendarOfPage(`<html itemscope>${part}`, undefined, 'UTC'))
  },
  formatOf: importFormatOfText,
  rowsOf: (text) => exhausted(() => csvRows(text)),
  proposalFor: (text) => exhausted(() => [proposeMapping(text, 'day_first')]),
  linesOf: (text) => exhausted(() => linesOfFile(inChunks(text))),
  sentOn: (text) => exhausted(() => [objectOnLine({ text, number: 1, isCut: false })]),
  formValues: parseFormValues,
  weightsOf,
  jsonFaultAt: (text) => jsonFaultOffset(text),
}

describe('four times as long a text takes about four times as long', () => {
  it.each(Object.entries(readers))('for %s', async (_, read) => {
    expect(await growingShapes(read)).toEqual([])
  })

  const kinds = new Map(
    operationsUnderNamespace('cal/events/v1').flatMap(({ args }) =>
      Object.values(args).map(({ kind }) => [JSON.stringify([kind.name, kind.schema]), kind] as const),
    ),
  )

  it.each([...kinds.values()].map((kind) => [kind.name, kind] as const))(
    'for the kind %s',
    async (_, kind) => {
      const read = (text: string) => {
        const object = { name: text, email: text, label: text, value: text, url: text, price: text, id: text }
        return [text, [text], object, [object], { [text]: object }].map((sent) => kind.read(sent))
      }
      expect(await growingShapes(read)).toEqual([])
    },
  )

  it('notices work that grows with the square of the length', async () => {
    const pairs = ({ length }: string) => {
      let sum = 0
      for (let at = 0; at < length; at += 1) for (let to = at; to < length; to += 8) sum += to
      return sum
    }
    const growth = await growthOf(pairs, (n) => 'a'.repeat(n))
    expect(growth).toBeGreaterThan(9)
  })
})

describe('texts are normalised in one place', () => {
  const src = resolve(import.meta.dirname, '../../src')

  it('so that long runs of marks cost nobody time', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    const own = files.filter((file) =>
      /\.(?:normalize|localeCompare)\(/.test(readFileSync(join(src, file), 'utf8')),
    )
    // The desk normalises what its own user types, in the browser.
    expect(own.filter((file) => !file.startsWith('web/'))).toEqual(['domain/text/letters.ts'])
  })
})

describe('Normalised text', () => {
  it('has at most 30 marks in a row, as stream-safe text has, and keeps them all', () => {
    const sent = `a${'\u0301\u0316'.repeat(40)}b`
    const kept = unicodeNormalizedText(sent)
    expect(kept).not.toMatch(/(?:(?!\u034f)\p{M}){31}/u)
    expect([...kept].filter((one) => one === '\u0316')).toHaveLength(40)
    expect(unicodeNormalizedText(kept)).toBe(kept)
  })

  it('is that of Unicode where runs are short, and is not changed a second time', () => {
    fc.assert(fc.property(anyText(20), (text) => unicodeNormalizedText(text) === text.normalize('NFC')))
    for (const shape of Object.values(hostileShapes)) {
      const kept = unicodeNormalizedText(shape(2000))
      expect(unicodeNormalizedText(kept)).toBe(kept)
    }
  })
})
