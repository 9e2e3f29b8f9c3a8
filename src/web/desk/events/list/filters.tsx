/** The filters of the list of events. They are in the URL, so that users can bookmark and share them. */
import { eventStatuses } from '../../../../contract/resources/fields/event-fields.ts'
import { listUsers } from '../../accounts/accounts.ts'
import { currentUser, hasRoleAtLeast, isLocalMode } from '../../api/session.ts'
import { VenueFilter } from '../../items/venue-filter.tsx'
import { SelectField } from '../../parts/choice.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { useLoaded } from '../../parts/loaded.tsx'
import { FoldedSection } from '../../parts/part.tsx'
import { SearchField } from '../../parts/search.tsx'
import { CategoryFilter } from '../../terms/category-filter.tsx'
import { t, wordAt } from '../../words/index.ts'
import { listAssignees } from '../assignees.ts'
import { choiceText } from '../fields/choice-text.ts'
import type { ViewFilters } from './listed.ts'
import { statusText } from './status.tsx'

interface FilterProps {
  readonly filters: ViewFilters
  readonly change: (filters: Partial<ViewFilters>) => void
}

function WhenFilter({ filters, change }: FilterProps) {
  const { when, from, to } = filters
  const options = [
    ['coming', t('when.coming')],
    ['past', t('when.past')],
    ['ever', t('when.ever')],
    ['between', t('when.between')],
  ] as const
  return (
    <>
      <SelectField
        name="when"
        label={t('when')}
        value={when}
        options={options}
        onChange={(one) => change({ when: one })}
      />
      {when === 'between' && (
        <>
          <TextField
            name="from"
            type="date"
            label={t('from')}
            value={from}
            onInput={(one) => change({ from: one })}
          />
          <TextField
            name="to"
            type="date"
            label={t('to')}
            value={to}
            onInput={(one) => change({ to: one })}
          />
        </>
      )}
    </>
  )
}

const statuses = ['publish', 'future', 'draft', 'pending', 'private'] as const

/** The filter by the status of publication. */
function StatusFilter({ filters, change }: FilterProps) {
  return (
    <SelectField
      name="status"
      label={t('status')}
      value={filters.status}
      options={[['any', t('status.any')] as const, ...statuses.map((one) => [one, statusText(one)] as const)]}
      onChange={(status) => change({ status })}
    />
  )
}

/** The filter by what became of the event: cancelled, moved … */
function OutcomeFilter({ filters, change }: FilterProps) {
  return (
    <SelectField
      name="outcome"
      label={t('event_status')}
      value={filters.outcome}
      options={[
        ['', t('event_status.any')] as const,
        ...eventStatuses.map((one) => [one, choiceText('event_status', one)] as const),
      ]}
      onChange={(outcome) => change({ outcome })}
    />
  )
}

interface AuthorProps {
  readonly value: string
  readonly onChange: (author: string) => void
}

/** The filter by author, for those who may list users. */
function AuthorFilter({ value, onChange }: AuthorProps) {
  const { value: users = [] } = useLoaded(listUsers, [])
  return (
    <SelectField
      name="author"
      label={t('author.field')}
      value={value}
      options={[
        ['', t('author.any')] as const,
        ...users.map(({ id, display_name, login }) => [String(id), display_name || login] as const),
      ]}
      onChange={onChange}
    />
  )
}

interface WaitsProps {
  readonly value: string
  readonly onChange: (waits: string) => void
}

/** The filter by whom events wait for. */
function WaitsFilter({ value, onChange }: WaitsProps) {
  const { value: users = [] } = useLoaded(() => listAssignees({}), [])
  const own = currentUser()?.id
  return (
    <SelectField
      name="waits"
      label={t('assignee')}
      value={value}
      options={[
        ['', t('assignee.any')] as const,
        ['me', t('assignee.me')] as const,
        ['none', t('assignee.none')] as const,
        ...users
          .filter(({ id }) => id !== own)
          .map(({ id, display_name }) => [String(id), display_name] as const),
      ]}
      onChange={onChange}
    />
  )
}

/** Whom events wait for, in words; nothing for a user whose name is not at hand. */
const waitsText = (waits: string): string =>
  waits === 'me' || waits === 'none'
    ? t('labelled', { label: t('assignee'), text: t(`assignee.${waits}`) })
    : waits === ''
      ? ''
      : t('assignee')

const orders = ['', 'start_date-asc', 'start_date-desc', 'modified-desc', 'title-asc'] as const

/** Windows in which the first event shall be in sight: all filters but the words are folded. */
const narrow = matchMedia('(max-width: 40rem)')

/** The filters that are needed most, besides the words. */
function CommonFilters({ filters, change }: FilterProps) {
  return (
    <>
      <StatusFilter filters={filters} change={change} />
      <WhenFilter filters={filters} change={change} />
      <CategoryFilter value={filters.category} onChange={(category) => change({ category })} />
      <VenueFilter value={filters.venue} onChange={(venue) => change({ venue })} />
    </>
  )
}

/** The folded filters that are set, in one line. */
const foldedText = ({ status, when, outcome, order, dates, mine, waits, hidden }: ViewFilters) =>
  [
    narrow.matches
      ? [wordAt(`when.${when}`), ...statuses.filter((one) => one === status).map(statusText)]
      : [],
    eventStatuses.filter((one) => one === outcome).map((one) => choiceText('event_status', one)),
    orders.filter((one) => one !== '' && one === order).map((one) => t(`order.${one || 'default'}`)),
    dates === '' ? '' : t('each-date'),
    mine === '' ? '' : t('mine-only'),
    waitsText(waits),
    hidden === '' ? '' : t('hidden-only'),
  ]
    .flat()
    .filter(Boolean)
    .join(' · ')

/** The filters that are seldom needed or have no room, folded. */
function RareFilters({ filters, change }: FilterProps) {
  return (
    <FoldedSection title={t('filters.more')} line={foldedText(filters)}>
      <div class="filters">
        {narrow.matches && <CommonFilters filters={filters} change={change} />}
        <OutcomeFilter filters={filters} change={change} />
        <SelectField
          name="order"
          label={t('order')}
          value={filters.order}
          options={orders.map((one) => [one, t(`order.${one || 'default'}`)] as const)}
          onChange={(order) => change({ order })}
        />
        {hasRoleAtLeast('administrator') && !isLocalMode() && (
          <AuthorFilter value={filters.author} onChange={(author) => change({ author })} />
        )}
        {!isLocalMode() && <WaitsFilter value={filters.waits} onChange={(waits) => change({ waits })} />}
        <CheckField
          name="dates"
          label={t('each-date')}
          value={filters.dates !== ''}
          onChange={(one) => change({ dates: one ? 'each' : '' })}
        />
        {!isLocalMode() && (
          <CheckField
            name="mine"
            label={t('mine-only')}
            value={filters.mine !== ''}
            onChange={(one) => change({ mine: one ? '1' : '' })}
          />
        )}
        <CheckField
          name="hidden"
          label={t('hidden-only')}
          value={filters.hidden !== ''}
          onChange={(one) => change({ hidden: one ? '1' : '' })}
        />
      </div>
    </FoldedSection>
  )
}

/** All filters of the list. */
export function EventFilters({ filters, change }: FilterProps) {
  return (
    <search>
      <div class="filters">
        <SearchField value={filters.q} onSearch={(q) => change({ q })} />
        {!narrow.matches && <CommonFilters filters={filters} change={change} />}
      </div>
      <RareFilters filters={filters} change={change} />
    </search>
  )
}
