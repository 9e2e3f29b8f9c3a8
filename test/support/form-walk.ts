/** Fills every field of a form in a browser by its keys, as a user types, and compares the answer of the API with what was typed. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Json } from './service.ts'

/** A file for a field that takes one. */
interface TypedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

interface TypedField {
  /** The typed value: text, a date such as `2030-05-04` or `2030-05-04T18:05`, the label of an option, `on` or `off` for a box, or a file. */
  readonly type: string | TypedFile
  /** The part of the answer that shows it. */
  readonly shown?: Json
  /** Names of buttons and summaries that are pressed first, so that the field appears. */
  readonly press?: readonly string[]
  /** The key that is pressed after it. By default none: the next field gets the focus. */
  readonly key?: string
  /** Waits for something before the next field. */
  readonly after?: (page: Page) => Promise<unknown>
}

export type TypedFields = Readonly<Record<string, TypedField>>

/** Names of fields, and why the walk leaves them out. */
export type LeftFields = Readonly<Record<string, string>>

/** The names of all fields that a walk has typed into. */
export const walked = new Set<string>()

/** The fields that walks before have typed into, for a walk through the rest of the same form. */
export const typedBefore = (): LeftFields =>
  Object.fromEntries([...walked].map((name) => [name, 'typed before']))

const CONTROLS = 'input:not([type=hidden]), select, textarea, [contenteditable]'

/** The names of all fields in a part of the page, also of those that are folded. */
const namesIn = (part: Locator): Promise<string[]> =>
  part.evaluate(
    (element, controls) =>
      [...element.querySelectorAll(controls)].map(
        (one) =>
          one.getAttribute('name') ||
          one.getAttribute('data-name') ||
          one.getAttribute('aria-label') ||
          one.outerHTML,
      ),
    CONTROLS,
  )

const controlOf = (part: Locator, name: string) =>
  part.locator(`[name="${name}"], [data-name="${name}"], :is(${CONTROLS})[aria-label="${name}"]`).first()

/** The orders in which the field of a browser takes a date and a time, by its language. */
const orders: readonly ((year: string, month: string, day: string, time: string) => readonly string[])[] = [
  (year, month, day, time) => [`${month}${day}${year}`, time],
  (year, month, day, time) => [`${day}${month}${year}`, time],
]

/** A time of day as digits, and for browsers that ask for it with its half of the day. */
function digitsOf(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(hour % 12 || 12)}${two(minute)}${hour < 12 ? 'A' : 'P'}`
}

/** Types `2030-05-04`, `18:05` or both, with a `T` between, into a field of the browser’s language. */
async function typeMoment(page: Page, control: Locator, moment: string): Promise<void> {
  const [date = '', time = ''] =
    moment.includes(':') && !moment.includes('T') ? ['', moment] : moment.split('T')
  const [year = '', month = '', day = ''] = date.split('-')
  for (const order of date === '' ? orders.slice(0, 1) : orders)
    for (const typedTime of time === '' ? [''] : [digitsOf(time), time.replace(':', '')]) {
      // Fields begin with their first part when they get the focus again.
      await control.blur()
      await control.focus()
      const [days = '', hours = ''] = order(year, month, day, typedTime)
      await page.keyboard.type(days)
      if (days !== '' && hours !== '') await page.keyboard.press('ArrowRight')
      await page.keyboard.type(hours)
      if ((await control.inputValue()) === moment) return
    }
  expect(await control.inputValue()).toBe(moment)
}

/** Types into one field. */
async function typeInto(page: Page, control: Locator, { type, key }: TypedField): Promise<void> {
  if (typeof type !== 'string') return control.setInputFiles(type)
  const kind = (await control.getAttribute('type')) ?? (await control.evaluate((one) => one.localName))
  await control.focus()
  await expect.poll(() => control.evaluate((one) => one.matches(':focus'))).toBe(true)
  if (kind === 'checkbox') {
    if ((await control.isChecked()) !== (type === 'on')) await page.keyboard.press('Space')
  } else if (kind === 'color')
    // The dialog in which it is typed is one of the browser, which has none here.
    await control.fill(type)
  else if (kind === 'select') await page.keyboard.type(type)
  else if (kind === 'date' || kind === 'datetime-local' || kind === 'time')
    await typeMoment(page, control, type)
  else {
    await page.keyboard.press('ControlOrMeta+a')
    if (type === '') await page.keyboard.press('Delete')
    else await page.keyboard.type(type)
  }
  if (key !== undefined) await page.keyboard.press(key)
}

/**
 * Types into every field of a part of the page. Fails for a field of it that is neither typed nor left out, and for one that is named
 * and not there.
 */
export async function typeAll(
  page: Page,
  part: Locator,
  fields: TypedFields,
  left: LeftFields = {},
): Promise<void> {
  const seen = new Set<string>()
  const look = async () => {
    for (const name of await namesIn(part)) seen.add(name)
  }
  for (const [name, field] of Object.entries(fields)) {
    for (const label of field.press ?? [])
      await part.locator('button, summary').filter({ hasText: label }).first().click()
    const control = controlOf(part, name)
    await control.waitFor({ state: 'attached' })
    await typeInto(page, control, field)
    await field.after?.(page)
    walked.add(name)
    await look()
  }
  await look()
  const known = new Set([...Object.keys(fields), ...Object.keys(left)])
  expect([...seen].filter((name) => !known.has(name))).toEqual([])
}

/** Compares the answer of the API with what was typed into each field. */
export function expectShown(answer: Json, fields: TypedFields): void {
  for (const [name, { shown }] of Object.entries(fields))
    if (shown !== undefined) expect({ [name]: answer }).toMatchObject({ [name]: shown })
}
