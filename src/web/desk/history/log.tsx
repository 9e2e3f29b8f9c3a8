/** The log of all changes; editors see those of what they may edit. */

import { Fragment } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { resourcesWhoseHistoryEditorsMayRead } from '../../../contract/operations/account-names.ts'
import { listUsers } from '../accounts/accounts.tsx'
import { currentUser, hasRoleAtLeast, type QueryFields } from '../api/api.ts'
import { isUnreachable } from '../api/faults.ts'
import { undoEach, undoWrites } from '../bulk/undo.ts'
import { daysLater } from '../calendar/days.ts'
import { deskSettings } from '../desk-settings.ts'
import { loadNextEventBySeries } from '../events/list/listed.ts'
import { groupRoleText } from '../groups/groups.ts'
import { ListContent, type ListedPage, type ListFilter, type ListPart, useList } from '../lists/list.tsx'
import { askConfirmation } from '../parts/dialog.tsx'
import { Link } from '../parts/link.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { MomentField } from '../parts/moment-field.tsx'
import { notify, showErrorNotice, useBusyAct } from '../parts/notice.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { todayOfSite, utcAsSiteTimeText, wallEpoch } from '../time/wall.ts'
import { enumerationText, type Key, listText, t, wordAt } from '../words/index.ts'
import { ChangeSentence, ChangesByDay, dayOfChange } from './change-lines.tsx'
import {
  type ChangedKind,
  changedKinds,
  changeText,
  isMadeByUser,
  type LoggedChange,
  loadChangesPageAtPath,
  manyOfKindText,
  oneOfKindText,
  theFieldsText,
} from './changes.ts'
import { ChangedValues, recordedValues } from './values.tsx'

// The log with what was done many times in a row folded into one line, as the rows of an import.

/** The changes that fold from this number on, and the most seconds between two of them. */
const MANY = 6
const NEAR = 10

const isAlike = (last: LoggedChange, change: LoggedChange): boolean =>
  last.user_id === change.user_id &&
  last.login === change.login &&
  last.resource === change.resource &&
  sentenceOf(last) === sentenceOf(change) &&
  (wallEpoch(last.at_utc) ?? 0) - (wallEpoch(change.at_utc) ?? 0) <= NEAR

/** Returns the changes in runs: of one write, or by the same user, of the same kind and words, one soon after the other. */
function runsOf(changes: readonly LoggedChange[]): readonly (readonly LoggedChange[])[] {
  const runs: LoggedChange[][] = []
  for (const change of changes) {
    const last = runs.at(-1)?.at(-1)
    const isNext =
      last !== undefined &&
      last.verb === change.verb &&
      ((last.revision === change.revision && change.revision > 0) || isAlike(last, change))
    if (isNext) runs.at(-1)?.push(change)
    else runs.push([change])
  }
  return runs
}

// Texts for acts on groups, accounts and the site in the log, which the service records as data.

type Act = NonNullable<LoggedChange['act']>
type ActValues = NonNullable<LoggedChange['act_values']>

const nameOf = ({ person }: ActValues) => person?.display_name ?? ''
const ofPerson = (values: ActValues, text: string) =>
  values.person === undefined ? text : t('labelled', { label: nameOf(values), text })
const ofGroup = ({ group }: ActValues, text: string) =>
  group === undefined ? text : t('labelled', { label: group, text })

const nameOfRole = ({ role = '' }: ActValues) => wordAt(`role.${role}`) ?? role

const handedTo = (values: ActValues, to = '') => t('log.handed-over', { name: nameOf(values), to })

function tokenText(values: ActValues): string {
  const { name = '', scopes = [] } = values
  const may = scopes.map((scope) => wordAt(`token.scope.${scope}`) ?? scope)
  return ofPerson(values, may.length === 0 ? name : `${name} (${listText(may)})`)
}

/** The text of each act; those of accounts, tokens and feeds name what the words for their change are about. */
const texts: Readonly<Record<Act, (values: ActValues) => string>> = {
  account_added: nameOf,
  account_removed: nameOf,
  profile_changed: nameOf,
  role_given: (values) => t('user.role.changed', { name: nameOf(values), role: nameOfRole(values) }),
  suspended: (values) => t('user.suspended', { name: nameOf(values) }),
  resumed: (values) => t('user.resumed', { name: nameOf(values) }),
  password_set: nameOf,
  sessions_ended: (values) => t('user.sessions.ended', { name: nameOf(values) }),
  session_ended: (values) => t('log.session', { name: nameOf(values) }),
  second_factor_on: (values) => t('log.factor', { name: nameOf(values) }),
  second_factor_off: (values) => t('factor.removed', { name: nameOf(values) }),
  handed_over: (values) => handedTo(values, values.to?.display_name),
  handed_to_group: (values) => handedTo(values, values.group),
  taken_from_group: (values) => ofPerson(values, t('log.taken-from-group', { group: values.group ?? '' })),
  data_exported: (values) => t('log.exported', { name: nameOf(values) || t('did.somebody') }),
  token_created: tokenText,
  token_revoked: tokenText,
  feed_created: tokenText,
  feed_revoked: tokenText,
  member_role_given: (values) =>
    ofGroup(values, t('member.changed', { name: nameOf(values), role: groupRoleText(values.role ?? '') })),
  member_removed: (values) => t('member.removed', { name: nameOf(values), group: values.group ?? '' }),
  template_added: (values) => ofGroup(values, t('template.saved', { name: values.name ?? '' })),
  template_renamed: (values) => ofGroup(values, t('log.template', { name: values.name ?? '' })),
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

/** The fields that an act changed of the account that its text names; undefined for other acts. */
function fieldsOfAccount({ act, act_values }: LoggedChange): readonly string[] | undefined {
  if (act === 'profile_changed') return act_values?.fields ?? []
  return act === 'password_set' ? ['password'] : undefined
}

const isOfTokenOrFeed = ({ resource }: LoggedChange) => resource === 'token' || resource === 'feed'

/** Returns what a change is about, in words of the reader: an act on a group, an account or the site, or the title of an item. */
function changedThingText(change: LoggedChange): string {
  const { act, act_values: values = {}, title, user_id } = change
  if (act === undefined) return title
  const { person, ...others } = values
  // The line begins with the name of who made an own token.
  return texts[act](isOfTokenOrFeed(change) && person?.id === user_id ? others : values)
}

const THING = '{{thing}}'

/** What follows the name of the author in the line of a change, with the place of what it is about. */
function sentenceOf(change: LoggedChange): string {
  const { act, verb } = change
  const fields = fieldsOfAccount(change)
  if (fields !== undefined)
    return ` ${t('did.update.fields.of', { fields: theFieldsText('user', fields), what: THING })}`
  // The texts of the other acts say what was done, too.
  return act !== undefined && verb === 'update'
    ? t('labelled', { label: '', text: THING })
    : ` ${changeText(change, THING)}`
}

/** The same for a line that stands for other changes, too: it names fields only where all say the same. */
function sentenceOfAll(change: LoggedChange, others: readonly LoggedChange[]): string {
  const own = sentenceOf(change)
  return others.every((other) => sentenceOf(other) === own) ? own : sentenceOf({ ...change, fields: [] })
}

// The filters of the log.

const PER_PAGE = 50
/** The changes among which the names of people are found. */
const MOST_READ = 100

const isAdministrator = () => hasRoleAtLeast('administrator')

/** Returns the query of the part of the log that is shown. */
const queryOfLog = ({ q: search, kind: resource, user, since, until, page }: ListPart): QueryFields => ({
  search,
  resource,
  user,
  since,
  // The day itself is meant, too.
  until: until && daysLater(until, 1),
  page,
  per_page: PER_PAGE,
})

type PeopleNames = ReadonlyMap<string, string>

const loadAllNames = async (): Promise<PeopleNames> =>
  new Map((await listUsers()).map(({ id, display_name }) => [String(id), display_name]))

/** Loads who made the latest of the changes that the other filters leave: editors may read these, but may not list users. */
async function loadNamesInLog({ user: _, page: __, ...part }: ListPart): Promise<PeopleNames> {
  const { changes } = await loadChangesPageAtPath('/audit', { ...queryOfLog(part), per_page: MOST_READ })
  return new Map(
    changes.filter(isMadeByUser).map(({ user_id, display_name }) => [String(user_id), display_name]),
  )
}

/** The names of all users; for editors, of those whose changes are in the log, the ones found before among them. */
function usePeopleNames(part: ListPart): PeopleNames {
  const found = useRef<PeopleNames>(new Map())
  const load = async () => {
    found.current = new Map([...found.current, ...(await loadNamesInLog(part))])
    return found.current
  }
  const { q, kind, since, until } = part
  const { value } = useLoaded(isAdministrator() ? loadAllNames : load, [q, kind, since, until])
  return value ?? new Map()
}

/** The control for the first or the last day. */
const dayFilter = (name: 'since' | 'until', label: Key): ListFilter => ({
  name,
  label,
  isRare: true,
  control: (value, change) => (
    <MomentField kind="day" name={name} label={t(label)} value={value} isOfPast onInput={change} />
  ),
})

function logFilters(names: PeopleNames): readonly ListFilter[] {
  const shown: readonly ChangedKind[] = isAdministrator() ? changedKinds : resourcesWhoseHistoryEditorsMayRead
  return [
    {
      name: 'kind',
      label: 'log.kind',
      options: [['', t('log.kind.any')], ...shown.map((one) => [one, manyOfKindText(one)] as const)],
    },
    {
      name: 'user',
      label: 'log.user',
      options: [
        ['', t('log.user.any')],
        ...[...names].toSorted(([, one], [, other]) => one.localeCompare(other, deskSettings.language)),
      ],
    },
    dayFilter('since', 'log.since'),
    dayFilter('until', 'until'),
  ]
}

// Takes back everything that the reader did today, act by act, and says what stays.

const WRITES_PER_PAGE = 100
const MOST_PAGES = 10

async function ownWritesOfToday(): Promise<readonly LoggedChange[]> {
  const writes = new Map<number, LoggedChange>()
  const query = { user: currentUser()?.id ?? 0, since: todayOfSite(), per_page: WRITES_PER_PAGE }
  for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
    const loaded = await loadChangesPageAtPath('/audit', { ...query, page })
    pages = loaded.pages
    for (const change of loaded.changes.filter(isUndoable))
      if (!writes.has(change.revision)) writes.set(change.revision, change)
  }
  return [...writes.values()].sort((one, other) => other.revision - one.revision)
}

async function undoDay(reload: () => void): Promise<void> {
  const writes = await ownWritesOfToday()
  const count = writes.length
  if (count === 0) return notify(t('log.day.none'))
  const question = { title: t('log.day'), text: t('log.day.text', { count }), yes: t('undo') }
  if (!(await askConfirmation({ ...question, isDangerous: true }))) return
  const faults = await undoEach(writes.map(({ revision }) => revision))
  const unreachable = [...faults.values()].find(isUnreachable)
  if (unreachable !== undefined) throw unreachable
  const left = writes.filter(({ revision }) => faults.has(revision))
  const titles = [...new Set(left.map(changedThingText))]
  const names = enumerationText(titles)
  if (left.length === 0) notify(t('log.day.done', { count }))
  else showErrorNotice(`${t('log.day.done', { count: count - left.length })} ${t('log.day.left', { names })}`)
  reload()
}

function UndoDayButton({ reload }: { readonly reload: () => void }) {
  const [isBusy, act] = useBusyAct()
  const undo = () =>
    undoDay(reload).catch(() => {
      showErrorNotice(t('log.day.failed'))
      reload()
    })
  return (
    <button type="button" class="danger" disabled={isBusy} onClick={() => act(undo)}>
      {t('log.day')}
    </button>
  )
}

// The way back for what the reader did today.

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

/** Acts on these that it does undo. */
const undoneActs: readonly LoggedChange['act'][] = [
  'handed_over',
  'handed_to_group',
  'taken_from_group',
  'template_added',
  'template_renamed',
  'template_removed',
]

const isUndoable = (change: LoggedChange) =>
  (!lasting.includes(change.resource) || undoneActs.includes(change.act)) &&
  change.user_id === currentUser()?.id &&
  change.revision > 0 &&
  dayOfChange(change) === todayOfSite()

interface UndoProps {
  /** The changes of the line. */
  readonly run: readonly LoggedChange[]
  /** All changes of the page. */
  readonly changes: readonly LoggedChange[]
  readonly reload: () => void
}

/** The way back for a line: for all its writes, of which each is undone as a whole, beside the first of its changes. */
function UndoButton({ run, changes, reload }: UndoProps) {
  const [newest] = run
  const ofWrite = (revision: number) => changes.filter((one) => one.revision === revision)
  // A change of an account lasts, and so do the changes of items that it made.
  const writes = run.filter((one) => {
    const all = ofWrite(one.revision)
    return all[0] === one && all.every(isUndoable)
  })
  const [write, another] = writes
  if (newest === undefined || write === undefined) return null
  const isWhole = ofWrite(write.revision).length > 1
  const label = t(another !== undefined ? 'log.undo.all' : isWhole ? 'log.undo.whole' : 'undo')
  const named = (count: number) => {
    const others = count > 1 ? [t('changed.others', { count: count - 1 })] : []
    return `${[changedThingText(newest), ...others].join(' ')}, ${utcAsSiteTimeText(newest.at_utc)}`
  }
  const undo = async () => {
    const taken = writes.flatMap(({ revision }) => ofWrite(revision)).length
    const question = { title: label, text: named(taken), yes: t('undo'), isDangerous: true }
    if (taken > 1 && !(await askConfirmation(question))) return
    await undoWrites(writes.toReversed(), reload)
  }
  return (
    <button
      type="button"
      class="quiet"
      aria-label={t('labelled', { label, text: named(run.length) })}
      onClick={() => void undo()}
    >
      {label}
    </button>
  )
}

const withEditor: readonly ChangedKind[] = ['event', 'venue', 'organizer', 'group', 'page']

type NextDates = Awaited<ReturnType<typeof loadNextEventBySeries>>

/** A page of the log, and the next dates of its series. */
interface LogPage extends ListedPage<LoggedChange> {
  readonly next: NextDates
}

async function loadLog(part: ListPart): Promise<LogPage> {
  const {
    changes: items,
    total,
    pages,
  } = await loadChangesPageAtPath('/audit', { ...queryOfLog(part), values: true })
  const series = items.flatMap(({ resource, item_id }) => (resource === 'series' ? [item_id] : []))
  return {
    items,
    total,
    pages,
    hasSearch: true,
    next: await loadNextEventBySeries(series, { status: 'any' }),
  }
}

/** The address of the editor of a changed item, of a series that of its next date; undefined if there is none. */
function addressOf({ resource, item_id, verb, act }: LoggedChange, next: NextDates): string | undefined {
  if (verb === 'delete' || act !== undefined) return undefined
  if (withEditor.includes(resource)) return `/${resource}s/${item_id}`
  const date = resource === 'series' ? next.get(item_id) : undefined
  return date && `/events/${date.id}`
}

/** Whether the line names the kind of what was changed: not that of events, nor where the sentence does, and of acts only where their text is a name alone. */
const hasKind = ({ act, resource }: LoggedChange) =>
  act === undefined
    ? resource !== 'event' && resource !== 'settings'
    : texts[act] === nameOf || texts[act] === tokenText

interface LogLineProps {
  readonly change: LoggedChange
  readonly next: NextDates
  /** The other changes that the line stands for. */
  readonly others?: readonly LoggedChange[]
}

/** The sentence of a change, with a link to what it is about if that has an editor and still exists. */
function LogSentence({ change, next, others = [] }: LogLineProps) {
  const [before, after] = sentenceOfAll(change, others).split(THING)
  const title = changedThingText(change)
  const address = others.length === 0 ? addressOf(change, next) : undefined
  const areOfOneKind = others.every(({ resource }) => resource === change.resource)
  return (
    <ChangeSentence change={change}>
      {before}
      <span class="about">
        {address === undefined ? title : <Link to={address}>{title}</Link>}
        {others.length > 0 && ` ${t('changed.others', { count: others.length })}`}
      </span>
      {after}
      {areOfOneKind && hasKind(change) && (
        <>
          {' '}
          <small class="kind">{oneOfKindText(change.resource)}</small>
        </>
      )}
    </ChangeSentence>
  )
}

/** A change with what it replaced, which is folded. */
function LogLine({ change, next, ...page }: LogLineProps & Omit<UndoProps, 'run'>) {
  const [isOpen, setOpen] = useState(false)
  const hasValues = change.verb === 'update' && recordedValues(change).length > 0
  return (
    <li class="line">
      <LogSentence change={change} next={next} />
      {hasValues && (
        <button type="button" class="quiet unfolds" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('log.values')}
        </button>
      )}
      <UndoButton run={[change]} {...page} />
      {isOpen && <ChangedValues change={change} />}
    </li>
  )
}

interface LogLinesProps extends Omit<UndoProps, 'run'> {
  readonly of: readonly LoggedChange[]
  readonly next: NextDates
}

/** The lines of a day; long runs are folded. */
function LogLines({ of: some, ...page }: LogLinesProps) {
  const lines = (run: readonly LoggedChange[]) =>
    run.map((change) => <LogLine key={change.id} change={change} {...page} />)
  return (
    <ol class="lines">
      {runsOf(some).map((run) => {
        const [first] = run
        if (first === undefined || run.length < MANY) return <Fragment key={first?.id}>{lines(run)}</Fragment>
        // The settings have no title.
        const named = run.find((one) => changedThingText(one) !== '') ?? first
        return (
          <li key={first.id} class="run">
            <details>
              <summary>
                <LogSentence change={named} next={page.next} others={run.filter((one) => one !== named)} />
              </summary>
              <ol class="lines">{lines(run)}</ol>
            </details>
            <UndoButton run={run} {...page} />
          </li>
        )
      })}
    </ol>
  )
}

/** The log, with filters, values before and after, and a way back for what the reader did today. */
export function ChangeLog() {
  const list = useList<LoggedChange, LogPage>(loadLog)
  const { reload } = list.loaded
  const names = usePeopleNames(list.part)
  return (
    <>
      <ViewHeading text={t('log')}>
        <UndoDayButton reload={reload} />
      </ViewHeading>
      <ListContent
        list={list}
        filters={logFilters(names)}
        none={t('history.none')}
        table={({ items, next }) => (
          <ChangesByDay changes={items} heading="h2">
            {(some) => <LogLines of={some} changes={items} next={next} reload={reload} />}
          </ChangesByDay>
        )}
      />
    </>
  )
}
