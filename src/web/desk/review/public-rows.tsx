/** The rows of a card about money, terms and the plain fields of an event. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import {
  eventFields,
  type WritableEventFieldName,
  writableEventFieldNames,
} from '../../../contract/resources/fields/event-fields.ts'
import { costOfEventInWords, moneyFormat } from '../../../domain/money/cost-words.ts'
import type { EventItem } from '../api/types.ts'
import { choiceText } from '../events/fields/choice-text.ts'
import { isChoiceFieldName, isHtmlFieldName, isWebAddressFieldName } from '../events/fields/field-kinds.ts'
import { argLabel } from '../events/key-text.ts'
import { domNodesOfHtml } from '../parts/markup.ts'
import { locale, t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'

interface RowProps {
  readonly label: string
  readonly children: ComponentChildren
}

/** A label with its value, within a list of them. */
export function LabelledRow({ label, children }: RowProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** HTML as the service cleaned it, with the address of each link beside it: a reviewer judges them, too. */
function Markup({ html }: { readonly html: string }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const nodes = domNodesOfHtml(html)
    element.current?.replaceChildren(...nodes)
    for (const link of element.current?.querySelectorAll('a') ?? [])
      Object.assign(link, { target: '_blank', rel: 'noopener nofollow' })
  }, [html])
  return <div class="markup" ref={element} />
}

const WebLink = ({ href }: { readonly href: string }) => (
  <a href={href} target="_blank" rel="noopener nofollow">
    {href}
  </a>
)

/** Whether a plain field says something: choices and flags do where they differ from the usual. */
function isTelling(name: WritableEventFieldName, value: unknown): boolean {
  const row = eventFields[name]
  if (row.type === 'flag') return value !== ('byDefault' in row ? row.byDefault : false)
  if (row.type === 'choice') return value !== row.choices[0]
  return value !== '' && value !== null && value !== undefined
}

function FieldValue({ name, value }: { readonly name: WritableEventFieldName; readonly value: unknown }) {
  if (typeof value === 'boolean') return <>{t(value ? 'yes' : 'no')}</>
  const text = String(value)
  if (isHtmlFieldName(name)) return <Markup html={text} />
  if (isWebAddressFieldName(name)) return <WebLink href={text} />
  return <>{isChoiceFieldName(name) ? choiceText(name, text) : text}</>
}

const namesOfTerms = (terms: EventItem['categories'] | EventItem['tags']) =>
  listText(terms.map(({ name }) => name))

/** The cost in the reader's language, with its word for “free”. */
const costText = (event: EventItem) =>
  costOfEventInWords(event, t('free'), (currency) => moneyFormat(locale, currency))

/** The rows about money, terms and every plain field that has a value. */
export function PublicDetailRows({ event }: { readonly event: EventItem }) {
  const { cost, categories, tags, tickets } = event
  return (
    <>
      {cost !== '' && <LabelledRow label={t('cost')}>{costText(event)}</LabelledRow>}
      {tickets.length > 0 && (
        <LabelledRow label={t('tickets')}>
          {listText(tickets.map(({ name, price }) => `${name} ${price}`))}
        </LabelledRow>
      )}
      {categories.length > 0 && <LabelledRow label={t('categories')}>{namesOfTerms(categories)}</LabelledRow>}
      {tags.length > 0 && <LabelledRow label={t('tags')}>{namesOfTerms(tags)}</LabelledRow>}
      {writableEventFieldNames
        .filter((name) => isTelling(name, event[name]))
        .map((name) => (
          <LabelledRow key={name} label={argLabel(name)}>
            <FieldValue name={name} value={event[name]} />
          </LabelledRow>
        ))}
    </>
  )
}
