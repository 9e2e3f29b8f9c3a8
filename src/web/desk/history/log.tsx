/** The log of all changes; editors see those of what they may edit. */

import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { resourcesWhoseHistoryEditorsMayRead } from '../../../contract/operations/account-names.ts'
import { listUsers } from '../accounts/accounts.tsx'
import { currentUser, hasRoleAtLeast, type QueryFields } from '../api/api.ts'
import { isUnreachable } from '../api/faults.ts'
import { notifyWithUndo, undoEach, undoWrites } from '../bulk/undo.ts'
import { daysLater } from '../calendar/days.ts'
import { deskSettings } from '../desk-settings.ts'
import { loadNextEventBySeries } from '../events/list/listed.ts'
import { groupRoleText } from '../groups/groups.ts'
import { ListContent, type ListedPage, type ListFilter, type ListPart, useList } from '../lists/list.tsx'
import { Button } from '../parts/button.tsx'
import { askConfirmation } from '../parts/dialog.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, Pager, useLoaded } from '../parts/loaded.tsx'
import { MomentField } from '../parts/moment-field.tsx'
import { notify, showErrorNotice, useBusyAct } from '../parts/notice.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { todayOfSite, utcAsSiteTimeText } from '../time/wall.ts'
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

/** The same for a line that stands for many changes, too: it says what was done only where all say the same. */
function sentenceOfAll({ act, ...change }: LoggedChange): string {
  if (change.folded?.is_alike === false) return sentenceOf({ ...change, verb: 'update', fields: [] })
  return sentenceOf({ ...change, ...(act && { act }) })
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
  const { body } = await loadChangesPageAtPath('/audit', { ...queryOfLog(part), per_page: MOST_READ })
  return new Map(
    body.filter(isMadeByUser).map(({ user_id, display_name }) => [String(user_id), display_name]),
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
    for (const change of loaded.body.filter(isUndoable))
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
  const { undone, left: faults } = await undoEach(writes.map(({ revision }) => revision))
  const unreachable = [...faults.values()].find(isUnreachable)
  if (unreachable !== undefined) throw unreachable
  const left = writes.filter(({ revision }) => faults.has(revision))
  const titles = [...new Set(left.map(changedThingText))]
  const names = enumerationText(titles)
  if (left.length === 0) notifyWithUndo(t('log.day.done', { count }), undone, reload)
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
  return <Button class="danger" disabled={isBusy} onClick={() => act(undo)} label={t('log.day')} />
}

// The way back for what the reader did today.

/** Changes of accounts and of what is connected, which the service does not undo. */
const lasting: readonly ChangedKind[] = [
  'user',
  'token',
  'feed',
  'subscription',
  'webhook',
  'follower',
  'following',
  'block',
]

/** The acts that it does undo. */
const undoneActs: readonly LoggedChange['act'][] = [
  'handed_over',
  'handed_to_group',
  'taken_from_group',
  'member_role_given',
  'member_removed',
  'template_added',
  'template_renamed',
  'template_removed',
]

const isUndoable = (change: LoggedChange) =>
  (change.act === undefined ? !lasting.includes(change.resource) : undoneActs.includes(change.act)) &&
  change.user_id === currentUser()?.id &&
  change.revision > 0 &&
  dayOfChange(change) === todayOfSite()

/** Whether all changes of an act are undone with it. */
const isUndoableAct = ({ folded, ...change }: LoggedChange) =>
  isUndoable(change) && folded?.resources.some((one) => lasting.includes(one)) === false

interface UndoProps {
  /** What a line is about, and how many changes it undoes. */
  readonly change: LoggedChange
  readonly count: number
  readonly label: Key
  /** The writes that are undone, newest first. */
  readonly revisions: readonly number[]
  readonly reload: () => void
}

/** The way back for a line: for all its writes, of which each is undone as a whole. */
function UndoButton({ change, count, label: key, revisions, reload }: UndoProps) {
  const [isBusy, act] = useBusyAct()
  const label = t(key)
  const others = count > 1 ? ` ${t('changed.others', { count: count - 1 })}` : ''
  const text = `${changedThingText(change)}${others}, ${utcAsSiteTimeText(change.at_utc)}`
  const undo = async () => {
    if (count > 1 && !(await askConfirmation({ title: label, text, yes: t('undo'), isDangerous: true })))
      return
    await undoWrites(revisions.map((revision) => ({ revision })).toReversed(), reload)
  }
  return (
    <Button
      class="quiet"
      aria-label={t('labelled', { label, text })}
      disabled={isBusy}
      onClick={() => act(undo)}
      label={label}
    />
  )
}

/** Kinds of items that have an editor → the path of their list. */
const lists: Partial<Readonly<Record<ChangedKind, string>>> = {
  event: '/events',
  venue: '/venues',
  organizer: '/organizers',
  category: '/categories',
  tag: '/tags',
  group: '/groups',
  media: '/media',
  page: '/pages',
}

type NextDates = Awaited<ReturnType<typeof loadNextEventBySeries>>

/** A page of the log, and the next dates of its series. */
interface LogPage extends ListedPage<LoggedChange> {
  readonly next: NextDates
}

/** Loads a part of the log: of acts, or of the changes of one. */
async function loadLog(part: ListPart, more: QueryFields): Promise<LogPage> {
  const page = await loadChangesPageAtPath('/audit', { ...queryOfLog(part), values: true, ...more })
  const series = page.body.flatMap(({ resource, item_id }) => (resource === 'series' ? [item_id] : []))
  return { ...page, next: await loadNextEventBySeries(series, { status: 'any' }) }
}

/** The address of the editor of a changed item, of a series that of its next date; undefined if there is none. */
function addressOf({ resource, item_id, verb, act }: LoggedChange, next: NextDates): string | undefined {
  if (verb === 'delete' || act !== undefined) return undefined
  const list = lists[resource]
  if (list !== undefined) return `${list}/${item_id}`
  const date = resource === 'series' ? next.get(item_id) : undefined
  return date && `/events/${date.id}`
}

/** Whether the line names the kind of what was changed: not that of events, nor where the sentence does, and of acts only where their text is a name alone. */
const hasKind = ({ act, resource }: LoggedChange) =>
  act === undefined
    ? resource !== 'event' && resource !== 'settings'
    : texts[act] === nameOf || texts[act] === tokenText

interface SentenceProps {
  readonly change: LoggedChange
  readonly next: NextDates
}

/** The sentence of a change, with a link to what it is about if that has an editor and still exists; or of all changes of an act. */
function LogSentence({ change, next }: SentenceProps) {
  const { folded } = change
  const [before, after] = sentenceOfAll(change).split(THING)
  const title = changedThingText(change)
  const address = folded === undefined ? addressOf(change, next) : undefined
  const areOfOneKind = folded === undefined || folded.resources.length === 1
  return (
    <ChangeSentence change={change}>
      {before}
      <span class="about">
        {address === undefined ? title : <Link to={address}>{title}</Link>}
        {folded !== undefined && ` ${t('changed.others', { count: folded.count - 1 })}`}
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

interface LineProps extends SentenceProps {
  readonly children: ComponentChildren
}

/** A change with what it replaced, which is folded. */
function LogLine({ change, next, children }: LineProps) {
  const [isOpen, setOpen] = useState(false)
  const hasValues = change.verb === 'update' && recordedValues(change).length > 0
  return (
    <li class="line">
      <LogSentence change={change} next={next} />
      {hasValues && (
        <Button
          class="quiet unfolds"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          label={t('log.values')}
        />
      )}
      {children}
      {isOpen && <ChangedValues change={change} />}
    </li>
  )
}

interface LinesProps {
  readonly changes: readonly LoggedChange[]
  /** All changes of the page. */
  readonly page: LogPage
  /** The part of the log that is shown. */
  readonly part: ListPart
  /** Whether the page has each write whole, so that it can be undone from here. */
  readonly isOfWholeWrites: boolean
  readonly reload: () => void
}

/** The lines of changes. Beside the first of those of one write, all of them are undone. */
function LogLines({ changes, page: { body, next }, part, isOfWholeWrites, reload }: LinesProps) {
  return (
    <ol class="lines">
      {changes.map((change) => {
        const { id, revision, folded } = change
        if (folded !== undefined) return <Act key={id} {...{ change, next, part, reload }} />
        const all = body.filter((one) => one.revision === revision)
        const { length: count } = all
        return (
          <LogLine key={id} change={change} next={next}>
            {isOfWholeWrites && all[0] === change && all.every(isUndoable) && (
              <UndoButton
                {...{ change, count, reload }}
                label={count > 1 ? 'log.undo.whole' : 'undo'}
                revisions={[revision]}
              />
            )}
          </LogLine>
        )
      })}
    </ol>
  )
}

interface ActProps extends SentenceProps, Pick<LinesProps, 'part' | 'reload'> {}

/** An act of many changes, which are loaded once they are to be seen. */
function Act({ change, next, part, reload }: ActProps) {
  const [isOpen, setOpen] = useState(false)
  const { count = 0, revisions = [] } = change.folded ?? {}
  return (
    <li class="run">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <LogSentence change={change} next={next} />
        </summary>
        {isOpen && <ChangesOfAct {...{ change, part, reload }} />}
      </details>
      {isUndoableAct(change) && <UndoButton {...{ change, count, revisions, reload }} label="log.undo.all" />}
    </li>
  )
}

function ChangesOfAct({ change, part, reload }: Pick<ActProps, 'change' | 'part' | 'reload'>) {
  const [at, setAt] = useState(1)
  const { oldest, newest, count, revisions = [] } = change.folded ?? {}
  const loaded = useLoaded(() => loadLog({ ...part, page: String(at) }, { oldest, newest }), [at])
  return (
    <LoadedContent of={loaded}>
      {(page) => (
        <>
          <LogLines
            {...{ changes: page.body, page, part, reload }}
            isOfWholeWrites={revisions.length === count}
          />
          {page.pages > 1 && (
            <Pager
              page={page.page}
              pages={page.pages}
              total={page.total}
              onPage={setAt}
              of={changedThingText(change)}
            />
          )}
        </>
      )}
    </LoadedContent>
  )
}

/** The log, with filters, values before and after, and a way back for what the reader did today. */
export function ChangeLog() {
  const list = useList<LoggedChange, LogPage>((part) => loadLog(part, { folded: true }))
  const { part } = list
  const { reload } = list.loaded
  const names = usePeopleNames(part)
  return (
    <>
      <ViewHeading text={t('log')}>
        <UndoDayButton reload={reload} />
      </ViewHeading>
      <ListContent
        list={list}
        filters={logFilters(names)}
        none={t('history.none')}
        table={(page) => (
          <ChangesByDay changes={page.body} heading="h2">
            {(changes) => <LogLines {...{ changes, page, part, reload }} isOfWholeWrites />}
          </ChangesByDay>
        )}
      />
    </>
  )
}
