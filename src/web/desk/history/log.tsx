/** The log of all changes; editors see those of what they may edit. */

import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { resourcesWhoseHistoryEditorsMayRead } from '../../../contract/operations/account-names.ts'
import { listUsers } from '../accounts/accounts.tsx'
import { callApi, currentUser, hasRoleAtLeast, type QueryFields } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import { undoWrites } from '../bulk/undo.ts'
import { daysLater, wallDay } from '../calendar/days.ts'
import { deskSettings } from '../desk-settings.ts'
import { groupRoleText } from '../groups/groups.ts'
import { loadNextEventBySeries } from '../overview/overview.tsx'
import { askConfirmation } from '../parts/dialog.tsx'
import { SearchField, SelectField, TextField } from '../parts/field.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, Pager, useLoaded } from '../parts/loaded.tsx'
import { notify, showErrorNotice } from '../parts/notice.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import {
  browserZone,
  epochMillisecondsNow,
  utcAsBrowserTimeText,
  wallEpoch,
  wallTimeIn,
} from '../time/wall.ts'
import { listText, t, wordAt } from '../words/index.ts'
import { ChangedValues, ChangeLines, type ChangeLinesProps } from './change-lines.tsx'
import {
  type ChangedKind,
  changeAuthorText,
  changeText,
  historyLabelKeysByItemKind,
  isMadeByUser,
  itemFieldLabel,
  type LoggedChange,
  loadChangesPageAtPath,
  singularKindWordKeys,
} from './changes.ts'

// The log with what was done many times in a row folded into one line, as the rows of an import.

/** The changes that fold from this number on, and the most seconds between two of them. */
const MANY = 6
const NEAR = 10

interface RunsProps extends Required<ChangeLinesProps> {
  /** The title of a changed item, which is no link. */
  readonly title: (change: LoggedChange) => ComponentChildren
  /** The acts on a folded run, beside its line. */
  readonly acts: (run: readonly LoggedChange[]) => ComponentChildren
}

/** Returns the changes in runs: by the same user, of the same kind and words, one soon after the other. */
function runsOf({ changes, detail }: RunsProps): readonly (readonly LoggedChange[])[] {
  const runs: LoggedChange[][] = []
  for (const change of changes) {
    const last = runs.at(-1)?.at(-1)
    const isNext =
      last !== undefined &&
      last.user_id === change.user_id &&
      last.login === change.login &&
      last.resource === change.resource &&
      detail(change) !== '' &&
      detail(last) === detail(change) &&
      (wallEpoch(last.at_utc) ?? 0) - (wallEpoch(change.at_utc) ?? 0) <= NEAR
    if (isNext) runs.at(-1)?.push(change)
    else runs.push([change])
  }
  return runs
}

/** One line that unfolds into the lines of a run. */
function FoldedRun({ first, count, props }: { first: LoggedChange; count: number; props: RunsProps }) {
  return (
    <>
      <span class="who">{changeAuthorText(first)}</span> {props.title(first)}{' '}
      <strong class="unfolds">{t('changed.others', { count: count - 1 })}</strong>{' '}
      <span class="detail">{props.detail(first)}</span>{' '}
      <span class="at">{utcAsBrowserTimeText(first.at_utc)}</span>
    </>
  )
}

/** The lines, newest first; long runs are folded. */
function FoldedChangeLines(props: RunsProps) {
  const runs = runsOf(props)
  if (runs.every(({ length }) => length < MANY)) return <ChangeLines {...props} />
  return (
    <>
      {runs.map((run) => {
        const [first] = run
        if (first === undefined || run.length < MANY)
          return <ChangeLines key={first?.id} {...props} changes={run} />
        return (
          <div key={first.id} class="run">
            <details class="changes">
              <summary>
                <FoldedRun first={first} count={run.length} props={props} />
              </summary>
              <ChangeLines {...props} changes={run} />
            </details>
            {props.acts(run)}
          </div>
        )
      })}
    </>
  )
}

// Texts for acts on groups, accounts and the site in the log, which the service records as data.

type Act = NonNullable<LoggedChange['act']>
type ActValues = NonNullable<LoggedChange['act_values']>

const nameOf = ({ person }: ActValues) => person?.display_name ?? ''
const ofPerson = (values: ActValues, text: string) => t('labelled', { label: nameOf(values), text })
const ofGroup = ({ group }: ActValues, text: string) =>
  group === undefined ? text : t('labelled', { label: group, text })

/** The name of a role, without what it allows. */
const nameOfRole = ({ role = '' }: ActValues) => wordAt(`role.${role}`) ?? role

const handedTo = (values: ActValues, text: string) =>
  t('labelled', { label: t('user.transfer', { name: nameOf(values) }), text })

function tokenText(values: ActValues): string {
  const { name = '', scopes = [] } = values
  const may = scopes.map((scope) => wordAt(`token.scope.${scope}`) ?? scope)
  return ofPerson(values, may.length === 0 ? name : `${name} (${listText(may)})`)
}

const fieldsText = ({ fields = [] }: ActValues) =>
  listText(fields.map((field) => itemFieldLabel('user', field)))

/** The text of each act; those of accounts, tokens and feeds name what the verb of their row is about. */
const texts: Readonly<Record<Act, (values: ActValues) => string>> = {
  account_added: nameOf,
  account_removed: nameOf,
  profile_changed: (values) => ofPerson(values, fieldsText(values)),
  role_given: (values) => t('user.role.changed', { name: nameOf(values), role: nameOfRole(values) }),
  suspended: (values) => t('user.suspended', { name: nameOf(values) }),
  resumed: (values) => t('user.resumed', { name: nameOf(values) }),
  password_set: (values) => ofPerson(values, t('password')),
  sessions_ended: (values) => t('user.sessions.ended', { name: nameOf(values) }),
  session_ended: (values) => ofPerson(values, t('session.ended')),
  second_factor_on: (values) => ofPerson(values, `${t('factor')} (${t('webhook.on')})`),
  second_factor_off: (values) => t('factor.removed', { name: nameOf(values) }),
  handed_over: (values) => handedTo(values, values.to?.display_name ?? ''),
  handed_to_group: (values) => handedTo(values, values.group ?? ''),
  taken_from_group: (values) => ofPerson(values, t('log.taken-from-group', { group: values.group ?? '' })),
  data_exported: (values) =>
    values.person === undefined ? t('person.export') : ofPerson(values, t('person.export')),
  token_created: tokenText,
  token_revoked: tokenText,
  feed_created: tokenText,
  feed_revoked: tokenText,
  member_role_given: (values) =>
    ofGroup(values, t('member.changed', { name: nameOf(values), role: groupRoleText(values.role ?? '') })),
  member_removed: (values) => t('member.removed', { name: nameOf(values), group: values.group ?? '' }),
  template_added: (values) => ofGroup(values, t('template.saved', { name: values.name ?? '' })),
  template_renamed: (values) =>
    ofGroup(values, t('labelled', { label: t('template.rename'), text: values.name ?? '' })),
  template_removed: (values) => ofGroup(values, t('deleted', { name: values.name ?? '' })),
  sign_in_refused: (values) => {
    const [who, claims, rules] = [
      nameOf(values) || values.subject || '',
      listText(values.claims ?? []),
      listText(values.rules ?? []),
    ]
    return rules === '' ? t('log.refused', { who, claims }) : t('log.refused.rules', { who, claims, rules })
  },
  sign_in_rules_set: (values) =>
    t('labelled', { label: t('log.rules'), text: listText(values.rules ?? []) || t('log.rules.none') }),
  identity_linked: (values) => t('identity.linked', { name: nameOf(values) }),
  identity_unlinked: (values) => t('identity.unlinked', { name: nameOf(values) }),
  back_up_started: () => t('log.back-up'),
  everything_exported: () => t('log.export'),
}

/** Whether the text of a change says what was done, too. */
const isToldByItsText = ({ act, verb }: LoggedChange): boolean => act !== undefined && verb === 'update'

/** Returns what a change is about, in words of the reader: an act on a group, an account or the site, or the title of an item. */
const changedThingText = ({ act, act_values, title }: LoggedChange): string =>
  act === undefined ? title : texts[act](act_values ?? {})

// The filters of the log.

/** The changes among which the names of people are found. */
const MOST_READ = 100

const isAdministrator = () => hasRoleAtLeast('administrator')
const kinds = Object.keys(historyLabelKeysByItemKind) as readonly ChangedKind[]
/** The filters of the log that shows everything. */
const noLogFilters = { search: '', kind: '', user: '', since: '', until: '' }
type LogFilterValues = typeof noLogFilters

interface LogFiltersProps {
  readonly values: LogFilterValues
  readonly set: (changed: Partial<LogFilterValues>) => void
}

/** Returns the query of the log that the filters stand for. */
const logFiltersQuery = ({ kind, until, ...more }: LogFilterValues) => ({
  ...more,
  resource: kind,
  // The day itself is meant, too.
  until: until === '' ? '' : daysLater(until, 1),
})

type PeopleNames = ReadonlyMap<string, string>

const loadAllNames = async (): Promise<PeopleNames> =>
  new Map((await listUsers()).map(({ id, display_name }) => [String(id), display_name]))

/** Loads who made the latest of the changes that the other filters leave: editors may read these, but may not list users. */
async function loadNamesInLog(values: LogFilterValues): Promise<PeopleNames> {
  const query = { ...logFiltersQuery({ ...values, user: '' }), per_page: MOST_READ }
  const { changes } = await loadChangesPageAtPath('/audit', query)
  return new Map(
    changes.filter(isMadeByUser).map(({ user_id, display_name }) => [String(user_id), display_name]),
  )
}

/** The names of all users; for editors, of those whose changes are in the log, the ones found before among them. */
function usePeopleNames(values: LogFilterValues): PeopleNames {
  const found = useRef<PeopleNames>(new Map())
  const { search, kind, since, until } = values
  const load = async () => {
    found.current = new Map([...found.current, ...(await loadNamesInLog(values))])
    return found.current
  }
  const { value } = useLoaded(isAdministrator() ? loadAllNames : load, [search, kind, since, until])
  return value ?? new Map()
}

/** The choice of who made the changes. */
function UserFilter({ values, set }: LogFiltersProps) {
  const names = usePeopleNames(values)
  return (
    <SelectField
      name="user"
      label={t('log.user')}
      value={values.user}
      options={[
        ['', t('log.user.any')],
        ...[...names].toSorted(([, one], [, other]) => one.localeCompare(other, deskSettings.language)),
      ]}
      onChange={(user) => set({ user })}
    />
  )
}

/** The fields of the filters. */
function LogFilters({ values, set }: LogFiltersProps) {
  const shown: readonly ChangedKind[] = isAdministrator() ? kinds : resourcesWhoseHistoryEditorsMayRead
  return (
    <search class="filters">
      <SearchField value={values.search} onSearch={(search) => set({ search })} />
      <SelectField
        name="kind"
        label={t('log.kind')}
        value={values.kind}
        options={[
          ['', t('log.kind.any')],
          ...shown.map((one) => [one, t(historyLabelKeysByItemKind[one])] as const),
        ]}
        onChange={(kind) => set({ kind })}
      />
      <UserFilter values={values} set={set} />
      <TextField
        name="since"
        type="date"
        label={t('log.since')}
        value={values.since}
        onInput={(since) => set({ since })}
      />
      <TextField
        name="until"
        type="date"
        label={t('until')}
        value={values.until}
        onInput={(until) => set({ until })}
      />
    </search>
  )
}

// Takes back everything that the reader did today, act by act, and says what stays.

const WRITES_PER_PAGE = 100
const MOST_PAGES = 10

interface OwnDayProps {
  /** The query of the log for the reader's own changes, from yesterday on. */
  readonly query: Readonly<Record<string, string | number>>
  /** Whether a change is one of today that can be undone. */
  readonly isUndoable: (change: LoggedChange) => boolean
  readonly reload: () => void
}

/** The changes of today, one for each write, the newest first. */
async function ownWrites({ query, isUndoable }: OwnDayProps): Promise<readonly LoggedChange[]> {
  const writes = new Map<number, LoggedChange>()
  for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
    const loaded = await loadChangesPageAtPath('/audit', { ...query, page, per_page: WRITES_PER_PAGE })
    pages = loaded.pages
    for (const change of loaded.changes.filter(isUndoable))
      if (!writes.has(change.revision)) writes.set(change.revision, change)
  }
  return [...writes.values()].sort((one, other) => other.revision - one.revision)
}

/** Undoes writes, the newest first. Returns those that the service refuses, such as what others changed since. */
async function undoEach(writes: readonly LoggedChange[]): Promise<readonly LoggedChange[]> {
  const left: LoggedChange[] = []
  for (const write of writes)
    try {
      await callApi('POST', '/undo', { body: { revision: write.revision } })
    } catch (error) {
      if (!(error instanceof RequestFault) || error.status === 0) throw error
      left.push(write)
    }
  return left
}

async function undoDay(props: OwnDayProps): Promise<void> {
  const writes = await ownWrites(props)
  const count = writes.length
  if (count === 0) return notify(t('log.day.none'))
  const question = { title: t('log.day'), text: t('log.day.text', { count }), yes: t('undo') }
  if (!(await askConfirmation({ ...question, isDangerous: true }))) return
  const left = await undoEach(writes)
  const titles = [...new Set(left.map(changedThingText))]
  const names = new Intl.ListFormat(deskSettings.language).format(titles)
  if (left.length === 0) notify(t('log.day.done', { count }))
  else showErrorNotice(`${t('log.day.done', { count: count - left.length })} ${t('log.day.left', { names })}`)
  props.reload()
}

/** The button; it waits while it is at work. */
function UndoOwnChangesOfDayButton(props: OwnDayProps) {
  const [isBusy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    await undoDay(props).catch(() => showErrorNotice(t('log.day.failed')))
    setBusy(false)
  }
  return (
    <button type="button" class="quiet" disabled={isBusy} onClick={() => void act()}>
      {t('log.day')}
    </button>
  )
}

// The way back for what the reader did today.

/** Returns the day of a time on the clock of the browser. */
const browserDay = (epoch: number) => wallDay(wallTimeIn(browserZone, epoch))

/** Changes of accounts and of the site, which the service does not undo. */
const lasting: readonly ChangedKind[] = [
  'user',
  'token',
  'feed',
  'subscription',
  'webhook',
  'follower',
  'following',
  'block',
  'settings',
]

const handOvers: readonly LoggedChange['act'][] = ['handed_over', 'handed_to_group', 'taken_from_group']

/** Whether the reader made a change today and the service can undo it. */
const isUndoable = ({ user_id, revision, at_utc, resource, act }: LoggedChange) =>
  (!lasting.includes(resource) || handOvers.includes(act)) &&
  user_id === currentUser()?.id &&
  revision > 0 &&
  browserDay(wallEpoch(at_utc) ?? 0) === browserDay(epochMillisecondsNow())

interface RunActsProps {
  /** All changes that are shown. */
  readonly changes: readonly LoggedChange[]
  readonly run: readonly LoggedChange[]
  readonly reload: () => void
}

/** The way back for a folded run: for all its writes, of which each is undone as a whole. */
function UndoFoldedChangesButton({ run, changes, reload }: RunActsProps) {
  const [newest] = run
  // A change of an account lasts, and so do the changes of items that it made.
  const stay = new Set(changes.filter((one) => !isUndoable(one)).map(({ revision }) => revision))
  const revisions = [...new Set(run.map(({ revision }) => revision))].filter((one) => !stay.has(one))
  if (newest === undefined || revisions.length === 0) return null
  const writes = revisions.toReversed().map((revision) => ({ revision }))
  const label = t(writes.length === 1 ? 'log.undo.whole' : 'log.undo.all')
  const text = `${t('changed.others', { count: run.length - 1 })}, ${utcAsBrowserTimeText(newest.at_utc)}`
  const named = t('labelled', { label, text: `${changedThingText(newest)} ${text}` })
  return (
    <button type="button" aria-label={named} onClick={() => void undoWrites(writes, reload)}>
      {label}
    </button>
  )
}

const PER_PAGE = 50

const withEditor: readonly ChangedKind[] = ['event', 'venue', 'organizer']

type NextDates = Awaited<ReturnType<typeof loadNextEventBySeries>>

/** Loads a page of the log, and the next dates of its series. */
async function loadLog(query: QueryFields) {
  const page = await loadChangesPageAtPath('/audit', query)
  const series = page.changes.flatMap(({ resource, item_id }) => (resource === 'series' ? [item_id] : []))
  return { ...page, next: await loadNextEventBySeries(series, { status: 'any' }) }
}

/** The address of the editor of a changed item, of a series that of its next date; undefined if there is none. */
function addressOf({ resource, item_id, verb }: LoggedChange, next: NextDates): string | undefined {
  if (verb === 'delete') return undefined
  if (withEditor.includes(resource)) return `/${resource}s/${item_id}`
  const date = resource === 'series' ? next.get(item_id) : undefined
  return date && `/events/${date.id}`
}

/** Returns what shows the changed item, as a link if it has an editor and still exists. */
const aboutWith = (next: NextDates) => (change: LoggedChange) => {
  const title = changedThingText(change)
  const address = addressOf(change, next)
  return (
    <span class="about">
      <small>{t(singularKindWordKeys[change.resource])}</small>{' '}
      {address === undefined ? title : <Link to={address}>{title}</Link>}
    </span>
  )
}

/** The changed item and its kind, where there is no place for a link. */
const titleWithKind = (change: LoggedChange) => (
  <>
    <small>{t(singularKindWordKeys[change.resource])}</small> {changedThingText(change)}
  </>
)

/** Said beside the item, unless its title tells the act already. */
const detailOf = (change: LoggedChange) => (isToldByItsText(change) ? '' : changeText(change))

/** The collections whose items have a history. */
const collections: Partial<Record<ChangedKind, string>> = {
  event: 'events',
  series: 'series',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  media: 'media',
}

interface FoldedProps {
  readonly change: LoggedChange
  readonly collection: string
}

/** The values of a change, from the history of its item. */
function LoadedValues({ change, collection }: FoldedProps) {
  const path = `/${collection}/${change.item_id}/history`
  const loaded = useLoaded(() => loadChangesPageAtPath(path, { per_page: 100 }), [path])
  return (
    <LoadedContent of={loaded}>
      {({ changes }) => <ChangedValues change={changes.find(({ id }) => id === change.id) ?? change} />}
    </LoadedContent>
  )
}

/** The values before and after a change, loaded when they are unfolded. */
function FoldedValues({ change, collection }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('log.values')}</summary>
      {isOpen && <LoadedValues change={change} collection={collection} />}
    </details>
  )
}

function Values(change: LoggedChange) {
  const collection = collections[change.resource]
  if (change.verb !== 'update' || collection === undefined) return null
  return <FoldedValues change={change} collection={collection} />
}

interface ChangeActsProps {
  readonly change: LoggedChange
  /** All changes that are shown. */
  readonly changes: readonly LoggedChange[]
  readonly reload: () => void
}

/** The values, and the way back: of several changes by one act beside the first of them, since they are undone together. */
function ChangeActs({ change, changes, reload }: ChangeActsProps) {
  const [first, second] = changes.filter(({ revision }) => revision === change.revision)
  const named = { title: changedThingText(change), at: utcAsBrowserTimeText(change.at_utc) }
  const whole = second === undefined ? undefined : t('log.undo.whole')
  const label =
    whole === undefined
      ? t('log.undo', named)
      : t('labelled', { label: whole, text: `${named.title}, ${named.at}` })
  return (
    <>
      <Values {...change} />
      {isUndoable(change) && change === first && (
        <button type="button" aria-label={label} onClick={() => void undoWrites([change], reload)}>
          {whole ?? t('undo')}
        </button>
      )}
    </>
  )
}

/** The query for the reader's own changes from yesterday on: the day of the service may be another one. */
const ownQuery = () => ({
  user: currentUser()?.id ?? 0,
  since: daysLater(browserDay(epochMillisecondsNow()), -1),
})

/** The log, with filters, values before and after, and a way back for what the reader did today. */
export function ChangeLog() {
  const [values, setValues] = useState(noLogFilters)
  const [page, setPage] = useState(1)
  const query = { ...logFiltersQuery(values), page, per_page: PER_PAGE }
  const loaded = useLoaded(() => loadLog(query), [JSON.stringify(query)])
  const set = (changed: Partial<LogFilterValues>) => {
    setPage(1)
    setValues({ ...values, ...changed })
  }
  return (
    <>
      <ViewHeading text={t('log')}>
        <UndoOwnChangesOfDayButton query={ownQuery()} isUndoable={isUndoable} reload={loaded.reload} />
      </ViewHeading>
      <LogFilters values={values} set={set} />
      <LoadedContent of={loaded}>
        {({ changes, total, pages, next }) => (
          <>
            <FoldedChangeLines
              changes={changes}
              title={titleWithKind}
              about={aboutWith(next)}
              detail={detailOf}
              acts={(run) => <UndoFoldedChangesButton run={run} changes={changes} reload={loaded.reload} />}
              more={(change) => <ChangeActs change={change} changes={changes} reload={loaded.reload} />}
            />
            <Pager page={page} pages={pages} total={total} onPage={setPage} />
          </>
        )}
      </LoadedContent>
    </>
  )
}
