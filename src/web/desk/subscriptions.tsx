import { useState } from 'preact/hooks'
import type { components } from '../../../clients/typescript/src/schema.ts'
import { withScheme } from '../../domain/typed/fields.ts'
import { callApi, loadList } from './api/api.ts'
import { loadRefusalWordsOnce, refusalText } from './api/faults.ts'
import type { FormRow } from './edited/fields.tsx'
import { RowsForm } from './edited/form.tsx'
import {
  type EditedResource,
  type FormValue,
  type FormValues,
  useEditedItem,
} from './edited/use-edited-item.ts'
import { ReportedLine } from './import/results.tsx'
import { ListView, pageOfWhole, useList } from './lists/list.tsx'
import { Thumb } from './lists/thumb.tsx'
import { Button } from './parts/button.tsx'
import { askConfirmation, Dialog, DialogButton } from './parts/dialog.tsx'
import { Entry, Lines } from './parts/loaded.tsx'
import { notify, tellWhenDone, useBusyAct } from './parts/notice.tsx'
import { ActionMenu } from './shell/action-menu.tsx'
import { durationText, utcAsSiteTimeText } from './time/wall.ts'
import { type Key, listText, t } from './words/index.ts'

type Subscription = components['schemas']['Subscription']

/** Loads all calendar subscriptions, and the words for their results. */
async function listSubscriptions(): Promise<readonly Subscription[]> {
  const { body } = await loadList<Subscription>('/subscriptions')
  await loadRefusalWordsOnce()
  return body
}

const subscriptionName = ({ name, address }: Subscription): string => name || new URL(address).host

/** The address; where its host is the name, what follows that. */
const placeText = ({ name, address }: Subscription): string =>
  name === '' ? address.slice(new URL(address).origin.length) : address

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 }

/** The label of an interval such as `6h`. */
const intervalText = (every: string): string =>
  durationText(Number.parseInt(every, 10) * (MINUTES[every.at(-1) ?? ''] ?? 1))

const usual = ['15m', '1h', '6h', '12h', '1d', '7d']

/** The intervals to choose from, including the current one. */
function intervalOptions(current: string): readonly (readonly [string, string])[] {
  const all = usual.includes(current) ? usual : [current, ...usual]
  return all.map((every) => [every, intervalText(every)])
}

// Adds a subscription to an external calendar, or edits one.

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** A subscription as the form has it. Its login can only be written. */
const subscriptions: EditedResource<Subscription> = {
  collection: 'subscriptions',
  nameOfArg: (arg) => (arg === 'login' ? 'user' : arg),
  valuesOf: (subscription) => ({
    address: subscription?.address ?? '',
    name: subscription?.name ?? '',
    user: '',
    password: '',
    'login-removed': false,
    every: subscription?.every ?? '',
    categories: subscription?.categories.join(', ') ?? '',
    prune: subscription?.prune ?? false,
  }),
  argOf(name, value) {
    if (name === 'address') return withScheme(String(value))
    return name === 'categories' ? namesIn(String(value)) : value
  },
  bodyOf({ user, password = '', 'login-removed': isRemoved, ...args }) {
    if (isRemoved === true) return { ...args, login: null }
    return user === undefined ? args : { ...args, login: `${user}:${password}` }
  },
  secrets: ['password'],
}

function rowsFor(subscription: Subscription | undefined, every: FormValue): readonly FormRow[] {
  const hasLogin = subscription?.has_login === true
  const fold = hasLogin ? listText([t('subscription.user'), t('password')]) : t('subscription.login')
  const removal: FormRow = { name: 'login-removed', label: 'subscription.login.remove', type: 'flag', fold }
  return [
    {
      name: 'address',
      label: 'subscription.address',
      hint: subscription === undefined ? 'subscription.address.hint' : 'subscription.address.kept',
      type: 'web',
    },
    { name: 'name', label: 'name', hint: 'subscription.name.hint' },
    { name: 'every', label: 'subscription.every', type: 'choice', options: intervalOptions(String(every)) },
    { name: 'categories', label: 'categories', hint: 'subscription.categories.hint' },
    { name: 'prune', label: 'subscription.prune', type: 'flag' },
    { name: 'user', label: 'subscription.user', ...(hasLogin && { hint: 'subscription.login.set' }), fold },
    { name: 'password', label: 'password', type: 'password', autocomplete: 'new-password', fold },
    ...(hasLogin ? [removal] : []),
  ]
}

interface DialogProps {
  /** The subscription to edit; undefined adds one. */
  readonly subscription: Subscription | undefined
  /** Called when the dialog closes, with whether something was saved. */
  readonly close: (isSaved: boolean) => void
}

const submitKey = (isNew: boolean, isSaving: boolean) => {
  if (!isNew) return 'save'
  return isSaving ? 'subscription.reading' : 'subscription.add'
}

/** The dialog. The service reads a new calendar before it responds, which may take a while. */
function SubscriptionDialog({ subscription, close }: DialogProps) {
  // A password without a user name is never sent, so that the service can't refuse it.
  const [lacksUser, setLacksUser] = useState(false)
  const loaded = subscription && { body: subscription, etag: '' }
  const state = useEditedItem(subscriptions, loaded, { every: '6h' })
  const { values, isSaving } = state
  const isNew = subscription === undefined
  const set = (changed: FormValues) =>
    state.set({
      ...changed,
      ...(changed['login-removed'] === true && { user: '', password: '' }),
      ...(changed.user && { 'login-removed': false }),
    })
  const save = async () => {
    const isIncomplete = values.user === '' && values.password !== ''
    setLacksUser(isIncomplete)
    return isIncomplete ? undefined : state.save()
  }
  const saved = (one: Subscription) => {
    const name = subscriptionName(one)
    notify(isNew ? t('subscription.added', { name }) : t('saved', { title: name }))
    close(true)
  }
  const { address, ...others } = state.faults
  // Whoever needs a login is led to its section, which unfolds.
  const wantsLogin = address !== undefined && address === refusalText({ reason: 'address_refused' })
  const faults = {
    ...(wantsLogin ? { ...others, user: address } : state.faults),
    ...(lacksUser && { user: t('subscription.user.missing') }),
  }
  return (
    <Dialog
      title={isNew ? t('subscription.new') : t('subscription.edit', { name: subscriptionName(subscription) })}
      onClose={() => close(false)}
    >
      <RowsForm
        state={{ ...state, set, faults, save }}
        rows={rowsFor(subscription, values.every)}
        saved={saved}
        submit={t(submitKey(isNew, isSaving))}
        close={() => close(false)}
      />
    </Dialog>
  )
}

const pathOf = ({ id }: Subscription) => `/subscriptions/${id}`

/** The options of a subscription, as text. */
const manner = ({ has_login, categories, prune }: Subscription) =>
  [
    ...categories,
    ...(has_login ? [t('subscription.login.shown')] : []),
    ...(prune ? [t('subscription.prunes')] : []),
  ].join(' · ')

const rhythms: ReadonlyMap<string, Key> = new Map([
  ['1h', 'subscription.hourly'],
  ['1d', 'subscription.daily'],
])

/** How often a subscription is read, as a sentence begins with it. */
function rhythmText({ every }: Subscription): string {
  const rhythm = rhythms.get(every)
  return rhythm === undefined ? t('subscription.rhythm', { every: intervalText(every) }) : t(rhythm)
}

/** What a read may bring; of what is told, no count is zero. */
const brought = ['created', 'updated', 'removed', 'refused'] as const

/** Returns the result of the last read in words. */
function readResultText(subscription: Subscription): string {
  const { reason, result, values, failures } = subscription
  const usual = failures > 0 ? 'calendar_failed' : 'calendar_unchanged'
  if (reason !== 'calendar_read') return refusalText(subscription) ?? refusalText({ reason: usual }) ?? result
  const counts = brought.flatMap((one) => {
    const count = Number(values?.[one] ?? 0)
    return count > 0 ? [t(`import.${one}`, { count })] : []
  })
  return counts.join(' · ') || (refusalText({ reason: usual }) ?? result)
}

interface OutcomeProps {
  readonly subscription: Subscription
}

function Failure({ subscription }: OutcomeProps) {
  const { result, reason, tried_utc, next_utc } = subscription
  const told = readResultText(subscription)
  const tried = t('subscription.tried', { at: utcAsSiteTimeText(tried_utc) })
  // After failures, it is read later than usual.
  const next = t('subscription.next', { at: utcAsSiteTimeText(next_utc) })
  // What the lines below say is not said here, too.
  const isTold = told === result || reason === 'no_event_imported'
  return (
    <>
      <p class="wrong outcome" role="status">
        {told}
      </p>
      <p class="detail outcome">{[rhythmText(subscription), tried, next].join(' · ')}</p>
      {!isTold && (
        <details class="outcome">
          <summary>{t('subscription.technical')}</summary>
          <code lang="en">{result.replace(/^failed: /, '')}</code>
        </details>
      )}
    </>
  )
}

function Outcome({ subscription }: OutcomeProps) {
  const { failures, tried_utc } = subscription
  if (failures > 0) return <Failure subscription={subscription} />
  const read = { at: utcAsSiteTimeText(tried_utc), result: readResultText(subscription) }
  const told = tried_utc === '' ? t('subscription.untried') : t('subscription.read', read)
  return <p class="detail outcome" role="status">{`${rhythmText(subscription)} · ${told}`}</p>
}

/** The refused lines that are shown at first. */
const SHOWN_LINES = 5

function RefusedLines({ lines }: { readonly lines: Subscription['refusals'] }) {
  if (lines.length === 0) return null
  const list = (some: Subscription['refusals']) => (
    <Lines items={some} keyOf={({ line }) => line}>
      {(line) => <ReportedLine line={line} />}
    </Lines>
  )
  return (
    <details class="outcome">
      <summary>{t('subscription.refused')}</summary>
      {list(lines.slice(0, SHOWN_LINES))}
      {lines.length > SHOWN_LINES && (
        <details class="outcome">
          <summary>{t('changed.others', { count: lines.length - SHOWN_LINES })}</summary>
          {list(lines.slice(SHOWN_LINES))}
        </details>
      )}
    </details>
  )
}

/** Returns what closes the dialog, and lists anew what was saved. */
const closing = (close: () => void, reload: () => void) => (isSaved: boolean) => {
  close()
  if (isSaved) reload()
}

interface RowProps {
  readonly subscription: Subscription
  readonly reload: () => void
}

function SubscriptionRow({ subscription, reload }: RowProps) {
  const [isReading, act] = useBusyAct()
  const name = subscriptionName(subscription)
  // The row shows the result, so no notice does.
  const run = () => act(() => callApi('POST', `${pathOf(subscription)}/run`).then(reload))
  const end = async () => {
    const title = t('subscription.end', { name })
    const question = { title, text: t('subscription.end.text'), yes: t('subscription.end.yes') }
    if (!(await askConfirmation({ ...question, isDangerous: true }))) return
    await tellWhenDone(callApi('DELETE', pathOf(subscription)), t('subscription.ended', { name }), reload)
  }
  const reading = isReading ? 'subscription.reading' : 'subscription.now'
  const about = manner(subscription)
  return (
    <>
      <Entry
        picture={<Thumb image={false} icon="calendar-sync" />}
        name={
          <DialogButton label={name} name={t('edit-named', { name })} class="name link">
            {(close) => <SubscriptionDialog subscription={subscription} close={closing(close, reload)} />}
          </DialogButton>
        }
        detail={
          <>
            {about && `${about} · `}
            <code>{placeText(subscription)}</code>
          </>
        }
      >
        <Button
          aria-label={t('labelled', { label: t(reading), text: name })}
          disabled={isReading}
          onClick={run}
          label={t(reading)}
        />
      </Entry>
      <ActionMenu of={name} closesWithAct>
        <Button class="danger" onClick={end} label={t('subscription.end-named', { name })} />
      </ActionMenu>
      <Outcome subscription={subscription} />
      <RefusedLines lines={subscription.refusals} />
    </>
  )
}

export function Subscriptions() {
  const list = useList<Subscription>(async (part) =>
    pageOfWhole(await listSubscriptions(), part, ({ name, address, categories }) =>
      [name, address, ...categories].join(' '),
    ),
  )
  const { reload } = list.loaded
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <ListView
        title="subscriptions"
        list={list}
        lineClass="subscription"
        none={t('subscriptions.none')}
        add={<Button class="main" onClick={() => setAdding(true)} label={t('subscription.new')} />}
      >
        {(one) => <SubscriptionRow subscription={one} reload={reload} />}
      </ListView>
      {isAdding && (
        <SubscriptionDialog subscription={undefined} close={closing(() => setAdding(false), reload)} />
      )}
    </>
  )
}
