/** The two structured fields of an event: tickets and custom fields (contract §1.1, §2.5). */

import { isCurrency } from '../domain/money/currencies.ts'
import { unicodeNormalizedText } from '../domain/text/letters.ts'
import { httpAddress } from '../domain/text/links.ts'
import {
  isCertainlyLonger,
  isLongerThan,
  normalizedTextWithoutTags,
  textFault,
  titleForStorage,
} from '../domain/text/plain-text.ts'
import { type ParsedDate, parseDateText } from '../domain/time/date-text.ts'
import { because, type Fault, type Faults, faultBecause, type RefusalReason } from '../problem.ts'
import type { Kind, ParsingResult } from './kinds.ts'

export const ticketAvailabilities = ['in_stock', 'sold_out', 'pre_order'] as const

/** A ticket as sent. `valid_from` and `valid_through` are local to the event's time zone. */
export interface TicketArgs {
  readonly name: string
  readonly price: string
  readonly currency: string
  readonly url: string
  readonly availability: (typeof ticketAvailabilities)[number]
  readonly valid_from: ParsedDate | ''
  readonly valid_through: ParsedDate | ''
}

/** A ticket as stored and represented: its dates are wall clocks, or "". */
export interface Ticket extends Omit<TicketArgs, 'valid_from' | 'valid_through'> {
  readonly valid_from: string
  readonly valid_through: string
}

type Members = Readonly<Record<string, unknown>>
type Check<T> = (raw: unknown) => T | undefined

const isBlank = (raw: unknown) => raw === undefined || raw === null || raw === ''

/** JSON numbers that overflow parse to Infinity, so numbers are checked to be finite. */
const isScalar = (raw: unknown): raw is string | number | boolean =>
  typeof raw === 'string' || typeof raw === 'boolean' || Number.isFinite(raw)

function shortText(raw: unknown, most = 2000): string | undefined {
  if (!isScalar(raw)) return undefined
  const sent = String(raw)
  if (isCertainlyLonger(sent, most)) return undefined
  const text = unicodeNormalizedText(sent)
  return textFault(text) === undefined && !isLongerThan(text, most) ? text : undefined
}

const readName: Check<string> = (raw) => titleForStorage(shortText(raw, 200) ?? '') || undefined

const readPrice: Check<string> = (raw) => {
  if (isBlank(raw)) return '0'
  const text = typeof raw === 'number' ? String(raw) : raw
  return typeof text === 'string' && /^\d{1,12}(\.\d{1,6})?$/.test(text.trim()) ? text.trim() : undefined
}

const readCurrency: Check<string> = (raw) => {
  if (isBlank(raw)) return ''
  const code = typeof raw === 'string' ? raw.trim().toUpperCase() : ''
  return isCurrency(code) ? code : undefined
}

const readUrl: Check<string> = (raw) => (isBlank(raw) ? '' : httpAddress(shortText(raw) ?? ''))
const readDateOrNone: Check<ParsedDate | ''> = (raw) => (isBlank(raw) ? '' : parseDateText(raw))
const readAvailability: Check<TicketArgs['availability']> = (raw) =>
  isBlank(raw) ? 'in_stock' : ticketAvailabilities.find((known) => known === raw)

const ticketRules: { readonly [K in keyof TicketArgs]: readonly [Check<TicketArgs[K]>, RefusalReason] } = {
  name: [readName, because('wrong_name_length', { most: 200 })],
  price: [readPrice, because('not_a_price')],
  currency: [readCurrency, because('not_a_currency')],
  url: [readUrl, because('neither_web_address_nor_empty')],
  availability: [readAvailability, because('not_a_choice', { choices: ticketAvailabilities.join(', ') })],
  valid_from: [readDateOrNone, because('neither_date_nor_empty')],
  valid_through: [readDateOrNone, because('neither_date_nor_empty')],
}

function readTicket(raw: unknown): TicketArgs | Readonly<Record<string, RefusalReason>> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { '': because('not_an_object') }
  const sent: Members = { ...raw }
  const faults: Record<string, RefusalReason> = {}
  const read = <K extends keyof TicketArgs>(name: K, none: TicketArgs[K]): TicketArgs[K] => {
    const [check, wrong] = ticketRules[name]
    const value = check(sent[name])
    if (value === undefined) faults[`.${name}`] = wrong
    return value ?? none
  }
  const ticket: TicketArgs = {
    name: read('name', ''),
    price: read('price', ''),
    currency: read('currency', ''),
    url: read('url', ''),
    availability: read('availability', 'in_stock'),
    valid_from: read('valid_from', ''),
    valid_through: read('valid_through', ''),
  }
  return Object.keys(faults).length > 0 ? faults : ticket
}

const MAX_TICKETS = 100

export const tickets: Kind<readonly TicketArgs[]> = {
  name: 'tickets',
  shown: undefined,
  schema: { type: 'array', items: { $ref: '#/components/schemas/NewTicket' }, maxItems: MAX_TICKETS },
  read: (raw) => {
    if (!Array.isArray(raw)) return { fault: because('not_tickets') }
    if (raw.length > MAX_TICKETS) return { fault: because('too_many_tickets', { most: MAX_TICKETS }) }
    const faults: Record<string, Fault> = {}
    const read = raw.flatMap((one: unknown, at) => {
      const ticket = readTicket(one)
      if ('name' in ticket) return [ticket as TicketArgs]
      for (const [name, reason] of Object.entries(ticket)) faults[`[${at}]${name}`] = faultBecause(reason)
      return []
    })
    return Object.keys(faults).length > 0 ? { faults } : { value: read }
  },
}

/** A custom field: its label and its value. */
export interface CustomField {
  readonly label: string
  readonly value: string | number | boolean
}

/** Custom fields by name, as stored and represented. */
export type CustomFields = Readonly<Record<string, CustomField>>

/** Maps a name to its field, or to null to remove the field. */
export type CustomFieldChanges = Readonly<Record<string, CustomField | null>>

function readScalar(raw: unknown): string | number | boolean | undefined {
  if (typeof raw === 'string') {
    const text = shortText(raw)
    return text === undefined ? undefined : normalizedTextWithoutTags(text)
  }
  return isScalar(raw) ? raw : undefined
}

function readField(name: string, raw: unknown): CustomField | null | undefined {
  if (raw === null) return null
  if (isScalar(raw)) {
    const value = readScalar(raw)
    return value === undefined ? undefined : { label: name, value }
  }
  if (typeof raw !== 'object') return undefined
  const sent: Members = { ...raw }
  const value = readScalar(sent.value)
  const label = isBlank(sent.label) ? name : shortText(sent.label, 200)
  return value === undefined || label === undefined
    ? undefined
    : { label: titleForStorage(label) || name, value }
}

const MAX_FIELDS = 50

/** Whether a custom field may have this name. */
export const isCustomFieldName = (name: string): boolean => /^(?!__proto__$)[a-z0-9_]{1,64}$/.test(name)

/** Custom fields by name. An empty list counts as no fields, because forms can't send an empty object. */
export const customFields: Kind<CustomFieldChanges | null> = {
  name: 'custom_fields',
  shown: undefined,
  schema: {
    type: 'object',
    propertyNames: { pattern: '^[a-z0-9_]{1,64}$' },
    additionalProperties: { $ref: '#/components/schemas/NewCustomField' },
    maxProperties: MAX_FIELDS,
  },
  read: (raw): ParsingResult<CustomFieldChanges | null> => {
    if (Array.isArray(raw) && raw.length === 0) return { value: null }
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      return { fault: because('not_custom_fields') }
    const entries = Object.entries(raw)
    if (entries.length > MAX_FIELDS) return { fault: because('too_many_fields', { most: MAX_FIELDS }) }
    const faults: Record<string, Faults[string]> = {}
    const fields: [string, CustomField | null][] = []
    for (const [name, sent] of entries) {
      const field = isCustomFieldName(name) ? readField(name, sent) : undefined
      if (field !== undefined) fields.push([name, field])
      else
        faults[`.${name.slice(0, 64)}`] = faultBecause(
          because('not_a_custom_field', { form: '{label, value}' }),
        )
    }
    return Object.keys(faults).length > 0 ? { faults } : { value: Object.fromEntries(fields) }
  },
}
