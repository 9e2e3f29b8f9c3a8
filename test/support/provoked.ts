/** Provokes each documented status of each operation, with real requests to prepared services. */
import { Temporal } from 'temporal-polyfill'
import { commandActor } from '../../src/api/policy.ts'
import { signInExample } from '../../src/contract/openapi/examples.ts'
import { type HttpVerb, httpVerbOperationPairs } from '../../src/contract/openapi/operations.ts'
import { isMergeable } from '../../src/contract/operations/editing.ts'
import { TEST_MESSAGE_TYPE } from '../../src/contract/operations/other-programs.ts'
import { isWriteOperation, type Operation, routesOfOperations } from '../../src/contract/operations.ts'
import { titleFieldAndColumnByResource } from '../../src/contract/resources/fields/index.ts'
import { type ResourceName, resourceNamed } from '../../src/contract/resources/index.ts'
import type { Moment } from '../../src/domain/time/moment.ts'
import { largestUploadOfOperations } from '../../src/http/request/body.ts'
import { operationsUnderNamespace } from '../../src/operations.ts'
import { newWebhookSecret } from '../../src/webhooks/deliveries.ts'
import { linkSecret, ownAccount, signedInAdministrator } from './provoked-accounts.ts'
import { editingBody, mergeAway } from './provoked-editing.ts'
import { batchOf, blockOf, followerOf, followingOf, messageFor, outsideEvent } from './provoked-programs.ts'
import { isSubmissionAction, submissionBody, submissionFor } from './provoked-submissions.ts'
import { namespace, published } from './published.ts'
import type { Json, TestService } from './service.ts'
import { NO_EVENTS, START, type Stage } from './stage.ts'
import { UNTRANSLATABLE } from './translation-server.ts'

const start = Temporal.Instant.from(START)

type Headers = Record<string, string>

/** One documented case: the operation, the method and the expected status. */
export interface Documented {
  readonly operation: Operation
  readonly verb: HttpVerb
  readonly status: number
}

/** Returns every documented status of every operation. */
export function everyStatus(): readonly Documented[] {
  const { paths } = published()
  return routesOfOperations(operationsUnderNamespace(namespace)).flatMap((route) =>
    httpVerbOperationPairs(route).flatMap(([verb, operation]) =>
      Object.keys(paths[operation.path || '/']?.[verb]?.responses ?? {})
        .filter((status) => status !== 'default')
        .map((status) => ({ operation, verb, status: Number(status) })),
    ),
  )
}

let made = 0
let asked = 0

const nameFields = {
  event: 'title',
  series: 'title',
  venue: 'venue',
  organizer: 'organizer',
  category: 'name',
  tag: 'name',
  group: 'name',
  page: 'title',
} as const

/** The smallest GIF; bytes after its end make it unique. */
const gif = (mark: number) =>
  Buffer.concat([
    Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    Buffer.from(`${mark}`),
  ])

/** The documented body of a create or an update of events or series; the other resources need no more than a name. */
const exampleOf = (name: ResourceName, action: 'create' | 'update') =>
  operationsUnderNamespace('').find(
    (one) => one.action === action && one.resource === name && (name === 'event' || name === 'series'),
  )?.facts?.body?.example

/** A valid body for creating an item, with a unique name. */
function newBody(name: ResourceName): Json | Buffer {
  made += 1
  if (name === 'media') return gif(made)
  return { ...exampleOf(name, 'create'), [nameFields[name]]: `item ${made}` }
}

const newBatch = () => batchOf('/tags', newBody('tag') as Json)

type Address = (path?: Readonly<Record<string, unknown>>) => string

interface Asking extends Stage, Documented {
  /** The path of an item created for this request, or of the collection or document. */
  readonly at: Address
  readonly item: {
    readonly id: number
    readonly slug: string
    readonly uid?: string | undefined
    readonly secret?: string | undefined
    readonly delivery?: number | undefined
    readonly user?: string | undefined
  }
  readonly body: unknown
  readonly moment: Moment
  /** The default caller. Signing out needs a new session. */
  readonly own: Headers
}

function typeOf(body: unknown): Headers {
  if (typeof body === 'string') return { 'content-type': 'text/calendar' }
  return Buffer.isBuffer(body) ? { 'content-type': 'image/gif' } : {}
}

type Answer = Promise<{ readonly status: number }>
type Recipe = (asking: Asking) => Answer

/** The valid request, before the recipe changes it. */
const queries: Readonly<Record<string, string | undefined>> = {
  geocode: '?address=Turin',
  'list-candidates': '?search=ada',
  'list-translations': '?language=en',
  'read-quick-event': '?text=Concert+Friday+8pm',
  'preview-recurrence': '?recurrence=FREQ%3DDAILY&start_date=2027-05-04&end_date=2027-05-04',
}

/** The required parameters of a query. */
const neededQuery = ({ operation: { action }, verb }: Documented) =>
  verb === 'options' ? '' : (queries[action] ?? '')

function plain(
  { service, own, at, body, ...documented }: Asking,
  {
    headers,
    query = neededQuery(documented),
    sent = body,
    by = own,
  }: {
    readonly headers?: Headers
    readonly query?: string
    readonly sent?: unknown
    readonly by?: Headers
  } = {},
): Answer {
  return service.ask(documented.verb.toUpperCase(), `${at()}${query}`, sent, {
    ...typeOf(sent),
    ...by,
    ...headers,
  })
}

const elsewhere =
  (service: (asking: Asking) => TestService, headers?: Headers): Recipe =>
  (asking) =>
    service(asking).ask(asking.verb.toUpperCase(), asking.at(), asking.body, {
      ...typeOf(asking.body),
      ...headers,
    })

/** A stream has no end; its first bytes are enough. */
async function streamed({ service, at, own, moment }: Asking): Answer {
  const url = `/${namespace}${at()}?since=0`
  service.at(moment.now.toString())
  const { statusCode, stream } = Object(
    await service.app.inject({ method: 'GET', url, headers: own, payloadAsStream: true }),
  )
  stream().destroy()
  return { status: Number(statusCode) }
}

/** The demo is added to an empty calendar only: that of the service without submissions. */
const intoEmpty = elsewhere(({ closed }) => closed)

const succeeds: Recipe = (asking) => {
  const { operation, verb } = asking
  if (operation.action === 'add-demo' && verb === 'post') return intoEmpty(asking)
  return operation.action === 'stream-changes' && verb === 'get' ? streamed(asking) : plain(asking)
}
const json = { 'content-type': 'application/json' }

/** Changes older than the journal. */
async function expired(asking: Asking): Answer {
  const { service, administrator, moment } = asking
  await service.post('/tags', newBody('tag'), administrator)
  service.at(moment.now.add({ hours: 24 * 100 }).toString())
  return plain(asking, { query: '?since=0' })
}

async function mergedAway(asking: Asking): Answer {
  await mergeAway(asking, asking.operation, asking.item.id)
  return plain(asking)
}

/** An item that has another slug, or was merged into another one. */
async function moved(asking: Asking): Answer {
  const { service, administrator, operation, item } = asking
  if (operation.by !== 'slug') return mergedAway(asking)
  const { collection } = resourceNamed(operation.resource ?? 'event')
  await service.patch(`/${collection}/${item.id}`, { slug: `${item.slug}-renamed` }, administrator)
  return plain(asking)
}

async function trashed(asking: Asking): Answer {
  const { service, administrator, author, verb, item, operation } = asking
  if (operation.path.startsWith('/changes')) return expired(asking)
  const name = ownerOf(operation) ?? 'event'
  // Terms have no trash, slugs do not find trashed items, and editors may change those: 410 is for merged items.
  const isOfMerged = operation.by === 'slug' || operation.action === 'merge'
  if (name === 'category' || name === 'tag' || (isMergeable(name) && isOfMerged)) return mergedAway(asking)
  await service.remove(`/${resourceNamed(name).collection}/${item.id}`, administrator)
  if (operation.action === 'remove') return plain(asking)
  if (['history', 'read-review', 'read-draft'].includes(operation.action))
    return plain(asking, { by: author })
  return verb === 'get' ? plain(asking, { by: {} }) : plain(asking, { by: author })
}

/** Actions that have 404 only where the calendar does not federate. */
const onlyWithoutFederation: readonly string[] = [
  'list-sent',
  'list-hosts',
  'list-followers',
  'list-following',
  'follow-actor',
  'list-blocks',
  'read-federation',
  'block-domain',
]

async function missing(asking: Asking): Answer {
  const { action } = asking.operation
  // A service without submissions has none of their routes; nor has one that does not federate followers.
  const isAnywhere = asking.verb === 'options' && action === 'block-domain'
  if (isSubmissionAction(action) || (onlyWithoutFederation.includes(action) && !isAnywhere))
    return elsewhere(({ closed }) => closed)(asking)
  const { service, verb, at, operation, own, body } = asking
  if (operation.action === 'index') return plain(asking, { query: '?namespace=x' })
  if (operation.action === 'list') return plain(asking, { query: '?page=99' })
  if (operation.action === 'list-assignees') return plain(asking, { query: '?event=999999' })
  const isOfNoRoute = verb === 'options' || operation.action === 'begin-factor'
  if (isOfOwn(operation.action) && operation.facts.body !== undefined && !isOfNoRoute) return plain(asking)
  const address = at(
    isOfNoRoute
      ? { id: 'none', slug: '%ff', uid: '%ff', who: '%ff', domain: '%ff' }
      : { id: 999_999, slug: 'none', uid: '%ff', who: 'nobody', domain: 'unknown.example' },
  )
  return service.ask(verb.toUpperCase(), `${address}${neededQuery(asking)}`, body, own)
}

function invalid(asking: Asking): Answer {
  if (asking.operation.facts.body !== undefined) return plain(asking, { sent: '{', headers: json })
  // Every write takes dry_run.
  const rehearsal = isWriteOperation(asking.operation) ? '&dry_run=maybe' : ''
  const hasArgs = Object.keys(asking.operation.args).length > 0
  return plain(asking, {
    query: `?page=0&event=never&since=never&start_date=never&force=maybe&expand=maybe&translations=some&namespace[]=x&password=${'x'.repeat(256)}${rehearsal}`,
    ...(!hasArgs && { headers: { prefer: 'handling=strict' } }),
  })
}

/** Sends the same create twice, while another writer blocks the first one. */
async function whileRunning(asking: Asking): Answer {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const writer = { actor: commandActor, moment: { now: start, zone: 'UTC' } }
  const holding = asking.service.store.write(writer, () => gate)
  const headers = { 'idempotency-key': `conflict ${made}` }
  const both = [plain(asking, { headers }), plain(asking, { headers })]
  const answer = await Promise.race(both)
  release()
  await Promise.all([holding, ...both])
  return answer
}

/** A login that exists, or the only administrator, who can't be removed. */
async function conflictingPerson(asking: Asking): Answer {
  const { service, administrator, own, operation, at, verb } = asking
  if (isOfOwn(operation.action)) return plain(asking)
  const { users } = (await service.get('/users', administrator)).body
  if (operation.action === 'add-user')
    return plain(asking, { sent: { login: users[0].login, role: 'author' } })
  const { id } = users.find(({ role }: Json) => role === 'administrator')
  return service.ask(verb.toUpperCase(), at({ id }), { role: 'author' }, own)
}

/** The address of an existing subscription, or a calendar that another process reads. */
async function conflictingSubscription(asking: Asking): Answer {
  const { service, administrator, operation, item, body } = asking
  if (operation.action === 'add-subscription') await service.post('/subscriptions', body, administrator)
  else await service.store.subscriptions.take(asking.moment, 1800, item.id)
  return plain(asking)
}

/** Changes the title of the item first, or what `change` makes of one. */
async function ofOwnTitle(asking: Asking, change = (title: Json): Json => title): Answer {
  const { service, administrator, operation, item } = asking
  const name = operation.resource ?? 'event'
  const title = { [titleFieldAndColumnByResource[name].field]: UNTRANSLATABLE }
  await service.patch(`/${resourceNamed(name).collection}/${item.id}`, change(title), administrator)
  return plain(asking)
}

/** Takes the page back from the trash while there are as many as there may be. */
async function oneTooMany(asking: Asking): Answer {
  const { service, administrator, item } = asking
  await service.remove(`/pages/${item.id}`, administrator)
  const added: number[] = []
  for (;;) {
    const { status, body } = await service.post('/pages', newBody('page'), administrator)
    if (status !== 201) break
    added.push(body.id)
  }
  const answer = await plain(asking, { sent: { status: 'publish' } })
  for (const id of added) await service.remove(`/pages/${id}?force=true`, administrator)
  return answer
}

async function conflicting(asking: Asking): Answer {
  const { action } = asking.operation
  if (action === 'discard-draft') return plain(asking, { query: '?seen=1' })
  if (
    isSubmissionAction(action) ||
    ['revert', 'undo', 'merge', 'bulk', 'erase-person', 'keep-draft', 'apply-draft'].includes(action)
  )
    return plain(asking)
  const { service, administrator, operation, body } = asking
  if (operation.action === 'decide-event' || operation.action === 'unblock-domain') return plain(asking)
  if (action === 'translate') return ofOwnTitle(asking, (title) => ({ translations: { fr: title } }))
  if (operation.action === 'follow-actor') {
    await service.post('/following', body, administrator)
    return plain(asking)
  }
  if (operation.action === 'back-up') {
    await plain(asking)
    return plain(asking)
  }
  if (operation.action === 'add-demo') {
    await service.post('/tags', newBody('tag'), administrator)
    return plain(asking)
  }
  if (isAboutUser(operation)) return conflictingPerson(asking)
  if (isCalendarSubscriptionAction(operation.action)) return conflictingSubscription(asking)
  const name = operation.resource ?? 'event'
  if (name === 'group' && operation.action === 'remove') {
    await service.post('/events', { ...(newBody('event') as Json), group: asking.item.id }, administrator)
    return plain(asking)
  }
  if (name === 'page' && action === 'update') return oneTooMany(asking)
  if (name !== 'category' && name !== 'tag') return whileRunning(asking)
  const taken = newBody(name) as Json
  await service.post(`/${resourceNamed(name).collection}`, taken, administrator)
  return plain(asking, { sent: { ...(body as Json), name: taken.name } })
}

async function repeated(asking: Asking): Answer {
  const headers = { 'idempotency-key': `reused ${made}` }
  await plain(asking, { headers })
  const { action, resource = 'event' } = asking.operation
  return plain(asking, { headers, sent: action === 'batch' ? newBatch() : newBody(resource) })
}

async function known(asking: Asking): Answer {
  const { headers } = await asking.service.get(`${asking.at()}${neededQuery(asking)}`, asking.administrator)
  return plain(asking, { headers: { 'if-none-match': headers.etag ?? '' } })
}

/** A route that accepts files has the same size limit for all methods. */
const tooLarge = ({ operation: { path } }: Asking) =>
  (largestUploadOfOperations(operationsUnderNamespace(namespace).filter((one) => one.path === path)) ??
    1_048_576) + 1

/** Status → how to provoke it. */
const recipes: Readonly<Record<number, Recipe>> = {
  200: succeeds,
  201: succeeds,
  202: succeeds,
  301: moved,
  304: known,
  400: invalid,
  401: (asking) => plain(asking, { by: { authorization: 'Bearer wrong' } }),
  403: elsewhere(({ local }) => local, { host: 'calendar.example.org' }),
  404: missing,
  405: (asking) => plain(asking, { headers: { 'x-http-method-override': 'LOCK' } }),
  406: (asking) => plain(asking, { headers: { accept: 'application/json;q=0, text/html;q=0, */*;q=0' } }),
  409: conflicting,
  410: trashed,
  412: (asking) => plain(asking, { headers: { 'if-match': '"v999"' } }),
  413: (asking) => plain(asking, { sent: Buffer.alloc(tooLarge(asking), ' '), headers: json }),
  414: (asking) => plain(asking, { query: `?x=${'x'.repeat(8192)}` }),
  415: (asking) => plain(asking, { sent: 'text', headers: { 'content-type': 'text/plain' } }),
  422: repeated,
  429: elsewhere(({ limited }) => limited),
  // The server that translates fails with this text.
  502: (asking) => ofOwnTitle(asking),
  500: elsewhere(({ broken }) => broken),
  503: elsewhere(({ away }) => away),
}

/** Returns the body of a documented case, if it has one. */
function bodyOf(
  { operation: { action, resource }, status }: Documented,
  stage: Stage,
): Json | Buffer | string | undefined {
  if (action === 'sign-in') return signInExample
  if (action === 'add-user') return { login: `user${made++}`, role: 'author' }
  if (action === 'change-user') return { role: 'editor' }
  if (action === 'transfer-items') return { to: 1 }
  if (action === 'set-member') return { role: 'author' }
  if (action === 'add-template') return { name: 'Reading', fields: { title: 'Reading' } }
  if (action === 'rename-template') return { name: 'Renamed' }
  if (action === 'create-token' || action === 'create-feed') return { name: 'test' }
  if (action === 'add-subscription') return { address: stage.calendar() }
  if (action === 'change-subscription') return { every: '1d', categories: ['Opera', 'Partners'] }
  if (action === 'change-settings') return { name: 'Town calendar' }
  if (action === 'request-reset') return { login: 'nobody' }
  if (action === 'use-reset') return { password: signInExample.password }
  if (action === 'follow-actor') return { actor: stage.actor() }
  if (action === 'add-webhook') return { url: 'https://hooks.example.org/', types: ['event.created'] }
  if (action === 'change-webhook') return { active: false, filter: { featured: true } }
  if (action === 'decide-event') return { decision: 'ask', message: 'Where is it?' }
  if (action === 'import' || action === 'preview-import') return NO_EVENTS
  if (action === 'translate') return { language: 'fr' }
  if (action === 'batch') return newBatch()
  if (action === 'mcp') return messageFor(status)
  if (resource === undefined) return undefined
  if (action === 'create' || action === 'put') return newBody(resource)
  if (action !== 'update') return undefined
  return resource === 'category' || resource === 'tag'
    ? newBody(resource)
    : { ...exampleOf(resource, 'update') }
}

/** A series is created with the event that is its first occurrence. */
async function newSeries({ service, administrator }: Pick<Stage, 'service' | 'administrator'>) {
  const body = { ...(newBody('event') as Json), recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' }
  const first = (await service.post('/events', body, administrator)).body
  return (await service.get(`/series/${first.series.id}`, administrator)).body
}

async function newItem(name: ResourceName, { service, administrator }: Stage, more: Json = {}) {
  if (name === 'series') return newSeries({ service, administrator })
  const made = newBody(name)
  const body = Buffer.isBuffer(made) ? made : { ...made, ...more }
  const headers = { ...typeOf(body), ...administrator }
  return (await service.post(`/${resourceNamed(name).collection}`, body, headers)).body
}

/** Returns the resource of the item at a path, if any. */
const ownerOf = ({ resource, by, scope }: Operation) => (by === undefined ? scope : resource)

/** Returns the id of a new user, or of their token or secret feed. */
async function personOf({ service, administrator }: Stage, operation: Operation): Promise<number> {
  const { path } = operation
  if (!isAboutUser(operation)) return 0
  made += 1
  const user = (await service.post('/users', { login: `person${made}`, role: 'author' }, administrator)).body
  if (path.startsWith('/users')) return user.id
  const kind = path.startsWith('/tokens') ? 'tokens' : 'feeds'
  return (await service.post(`/users/${user.id}/${kind}`, { name: 'test' }, administrator)).body.id
}

/** Returns a new group, with the login of a member. */
async function groupOf(stage: Stage) {
  const group = await newItem('group', stage)
  const { service, administrator } = stage
  await service.ask('PUT', `/groups/${group.id}/members/administrator`, { role: 'editor' }, administrator)
  return { ...group, user: 'administrator' }
}

/** Returns the id of a new subscription. */
async function subscriptionOf(stage: Stage, moment: Moment): Promise<number> {
  const wanted = { address: stage.calendar(), every_seconds: 3600, categories: [], prunes: false }
  return (await stage.service.store.subscriptions.add(wanted, { actor: commandActor, moment })) ?? 0
}

/** Returns the id of a new webhook with a delivery. Its URL is refused at each attempt. */
async function webhookOf({ service }: Stage, moment: Moment) {
  const { webhooks } = service.store
  const wanted = { url: 'http://127.0.0.1/', types: [], filter: {}, isPrivate: false, active: true }
  const id = await webhooks.add(wanted, newWebhookSecret(), { actor: commandActor, moment })
  const message = {
    message_id: 'msg_1',
    type: TEST_MESSAGE_TYPE,
    resource: '',
    item_id: 0,
    revision: 0,
    body: '{}',
  }
  const never = { next_utc: null, tried_utc: null, status: null, milliseconds: null, result: '' }
  const state = { state: 'failed', attempts: 1, created_utc: 0, ...never } as const
  return { id, delivery: (await webhooks.record({ webhook_id: id, ...message, ...state })).id }
}

/** Returns the secret of a link with which a user sets a password, or of a feed address of the administrator. */
async function secretFor(stage: Stage, path: string, moment: Moment): Promise<string | undefined> {
  if (path.startsWith('/password-resets/')) return linkSecret(stage, moment)
  const wanted = { name: 'test', statuses: ['publish'] } as const
  const by = { actor: commandActor, moment }
  return (await stage.service.store.feedLinks.create('administrator', wanted, by))?.secret
}

const isAboutUser = ({ path }: Operation) =>
  /^\/(users|tokens|feeds|sessions|password-resets|sign-in)(\/|$)/.test(path)
const isCalendarSubscriptionAction = (action: string) => /-subscriptions?$/.test(action)

/** Returns the login of a new user. */
async function newLogin({ service, administrator }: Stage): Promise<string> {
  made += 1
  const user = { login: `person${made}`, role: 'author' }
  return (await service.post('/users', user, administrator)).body.login
}

/** Returns the id of a new template of the site. */
const templateOf = async ({ service, administrator }: Stage): Promise<number> =>
  (await service.post('/templates', { name: 'Reading', fields: {} }, administrator)).body.id

const idOf = (stage: Stage, operation: Operation, moment: Moment) =>
  isCalendarSubscriptionAction(operation.action) ? subscriptionOf(stage, moment) : personOf(stage, operation)

/** Statuses of requests that are refused before anything is looked up. */
export const early = [401, 403, 405, 406, 413, 414, 415, 429, 500, 503]
/** Statuses of requests that change nothing. */
const harmless = [...early, 304, 400, 404, 412]
const prepared = new WeakMap<TestService, Map<string, Promise<Prepared>>>()

type Prepared = Pick<Asking, 'at' | 'item' | 'body' | 'own'>

/** Operations that find what their own user has prepared. */
const isOfOwn = (action: string) => action.endsWith('-factor') || action === 'confirm-email'

/** Whether one preparation serves the request and others of the same operation, by any method: none of them changes anything. */
function isShared({ operation: { action }, status, verb }: Documented): boolean {
  // What these do not find is no item of the address.
  if (status === 404 && (isOfOwn(action) || action === 'undo' || action === 'bulk')) return false
  return harmless.includes(status) || (status === 200 && ['get', 'options'].includes(verb))
}

/** Returns the headers of the caller: signing out needs a new session, erasing a person and demoting the last administrator one of an administrator. */
function callerOf(
  stage: Stage,
  { operation: { action }, status }: Documented,
  user: { readonly headers?: Record<string, string> } | undefined,
  moment: Moment,
): Promise<Record<string, string>> | Record<string, string> {
  if (action === 'sign-out') return stage.signIn()
  const needsSession =
    action === 'erase-person' || action === 'change-sign-in' || (action === 'change-user' && status === 409)
  if (needsSession) return signedInAdministrator(stage, moment)
  return user?.headers ?? stage.administrator
}

/** Prepares a request that gets the status, or takes what others of the same operation were prepared with. */
function preparedFor(stage: Stage, documented: Documented, moment: Moment): Promise<Prepared> {
  if (!isShared(documented)) return prepare(stage, documented, moment)
  const known = prepared.get(stage.service) ?? new Map<string, Promise<Prepared>>()
  prepared.set(stage.service, known)
  const key = `${documented.operation.action} ${documented.operation.path}`
  const made = known.get(key) ?? prepare(stage, documented, moment)
  known.set(key, made)
  return made
}

async function itemFor(
  stage: Stage,
  documented: Documented,
  moment: Moment,
  user: { id: number } | undefined,
) {
  const { operation, status } = documented
  const { path, action } = operation
  const submission = await submissionFor(stage, action, status === 409, moment)
  const isByUid = action === 'put' || operation.by === 'uid'
  const outside = isByUid ? await outsideEvent(stage, newBody('event') as Json, status) : undefined
  const isDecidable = action === 'decide-event' && status !== 409
  const follower = path.startsWith('/followers/') ? await followerOf(stage) : undefined
  const followed = path.startsWith('/following/') ? await followingOf(stage) : undefined
  const domain = action === 'unblock-domain' ? await blockOf(stage, status) : 'bad.example'
  const webhook = path.startsWith('/webhooks/') ? await webhookOf(stage, moment) : undefined
  const name = ownerOf(operation)
  if (/-members?$/.test(action) || action === 'list-candidates') return groupOf(stage)
  if (action === 'list-uses') return newItem('media', stage)
  if (path.startsWith('/persons/'))
    return { id: 0, who: status === 409 ? 'administrator' : await newLogin(stage) }
  if (path.startsWith('/templates/')) return { id: await templateOf(stage) }
  if (outside !== undefined) return { ...outside, slug: '' }
  if (name !== undefined) return newItem(name, stage, isDecidable ? { status: 'pending' } : {})
  const own = submission?.id ?? user?.id ?? webhook?.id ?? follower ?? followed
  return {
    id: own ?? (await idOf(stage, operation, moment)),
    delivery: webhook?.delivery,
    slug: '',
    domain,
    secret:
      submission?.secret ?? (path.includes('{secret}') ? await secretFor(stage, path, moment) : undefined),
  }
}

async function prepare(stage: Stage, documented: Documented, moment: Moment): Promise<Prepared> {
  const { operation, status } = documented
  const user = await ownAccount(stage, operation.action, status, moment)
  const item = await itemFor(stage, documented, moment, user)
  const at: Address = (values = {}) =>
    (operation.path || '/').replace(/\{(\w+)\}/g, (_all, name: string) =>
      String(name === 'secret' ? (values.slug ?? item.secret) : (values[name] ?? item[name])),
    )
  const body =
    user?.body ??
    (await submissionBody(stage, operation.action)) ??
    (await editingBody(stage, operation, item.id, status)) ??
    bodyOf(documented, stage)
  const own = await callerOf(stage, documented, user, moment)
  return { at, item, body, own }
}

/** Sends a request that must get the status. Returns the status that it got. */
export async function provoke(stage: Stage, documented: Documented): Promise<number | undefined> {
  // Ten failed logins within a minute are blocked, so each request moves the clock by minutes.
  asked += 1
  const now = start.add({ minutes: 2 * asked })
  const moment = { now, zone: 'UTC' }
  stage.service.at(now.toString())
  const made = await preparedFor(stage, documented, moment)
  const body = documented.verb === 'options' ? undefined : made.body
  const answer = await recipes[documented.status]?.({ ...stage, ...documented, ...made, body, moment })
  return answer?.status
}
