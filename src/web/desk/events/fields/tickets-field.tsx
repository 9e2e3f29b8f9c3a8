/** The tickets of an event. */
import type { Ticket } from '../../api/types.ts'
import { deskSettings } from '../../desk-settings.ts'
import { SelectField } from '../../parts/choice.tsx'
import { TextField } from '../../parts/field.tsx'
import { locale, t } from '../../words/index.ts'
import type { EventEditingState } from '../editing.ts'
import { focusFieldOnceShown } from '../form/focus-field.ts'
import { priceOfTicket } from './sent-ticket.ts'

const blank: Ticket = {
  name: '',
  price: '',
  currency: '',
  url: '',
  availability: 'in_stock',
  valid_from: '',
  valid_through: '',
}

const texts = [
  ['name', 'name', 'text'],
  ['price', 'price', 'text'],
  ['currency', 'currency', 'text'],
  ['url', 'address.web', 'url'],
  ['valid_from', 'valid-from', 'datetime-local'],
  ['valid_through', 'valid-through', 'datetime-local'],
] as const

interface TicketProps {
  readonly ticket: Ticket
  readonly at: number
  readonly faults: Readonly<Record<string, string>>
  readonly put: (ticket: Ticket) => void
  readonly remove: () => void
}

/** A date in the format of the browser's field, and in the format of the API. */
const forField = (type: string, value: string) =>
  type === 'datetime-local' ? value.slice(0, 16).replace(' ', 'T') : value
const fromField = (type: string, value: string) =>
  type === 'datetime-local' && value !== '' ? `${value.replace('T', ' ')}:00` : value

/** How a typed price is read, where that is not what was typed: `1.200` is “1,200”. */
function readPriceText(ticket: Ticket): string | undefined {
  const { value = ticket.price, code = '' } = priceOfTicket(ticket) ?? {}
  if (value === ticket.price.trim()) return undefined
  const money = code === '' ? {} : ({ style: 'currency', currency: code } as const)
  return t('price.read', { price: new Intl.NumberFormat(locale, money).format(Number(value)) })
}

function TicketFields({ ticket, at, faults, put, remove }: TicketProps) {
  return (
    <fieldset class="ticket">
      <legend>{t('ticket', { at: at + 1 })}</legend>
      <div class="row">
        {texts.map(([key, label, type]) => (
          <TextField
            key={key}
            name={`tickets[${at}].${key}`}
            label={t(label)}
            type={type}
            hint={key === 'price' ? readPriceText(ticket) : undefined}
            value={forField(type, ticket[key])}
            fault={faults[`tickets[${at}].${key}`]}
            onInput={(value) => put({ ...ticket, [key]: fromField(type, value) })}
          />
        ))}
        <SelectField
          name={`tickets[${at}].availability`}
          label={t('availability')}
          value={ticket.availability}
          options={[
            ['in_stock', t('in-stock')],
            ['sold_out', t('sold-out')],
            ['pre_order', t('pre-order')],
          ]}
          onChange={(availability) => put({ ...ticket, availability })}
        />
      </div>
      <button type="button" class="quiet" onClick={remove}>
        {t('ticket.remove', { at: at + 1 })}
      </button>
    </fieldset>
  )
}

/** All tickets. */
export function TicketsField({ state }: { readonly state: EventEditingState }) {
  const { tickets } = state.draft.value
  const set = (next: readonly Ticket[]) => state.set('tickets', next)
  return (
    <div class="tickets" data-field="tickets">
      {tickets.map((ticket, at) => (
        <TicketFields
          key={at}
          {...{ ticket, at }}
          faults={state.faults.value}
          put={(next) => set(tickets.toSpliced(at, 1, next))}
          remove={() => set(tickets.toSpliced(at, 1))}
        />
      ))}
      <button
        type="button"
        onClick={() => {
          set([...tickets, { ...blank, currency: deskSettings.currency }])
          focusFieldOnceShown(`tickets[${tickets.length}].name`)
        }}
      >
        {t('ticket.add')}
      </button>
    </div>
  )
}
