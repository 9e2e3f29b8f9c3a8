/** Who may do what (contract §5, §16). Every refusal comes from here. */
import { type GroupRole, roles, type Scope } from '../contract/operations/account-names.ts'
import type { auditDirectAndMcpWays } from '../contract/operations/audit.ts'
import { type ScopeNeed, writeScopeByResource } from '../contract/operations.ts'
import { isPublishable, type PublishableName, type ResourceName } from '../contract/resources/index.ts'
import {
  type AccessedItem,
  type AccessScope,
  type ItemStatus,
  scopeMayEdit as mayEditWithin,
  scopeMayRead as mayReadWithin,
  type RoleReach,
} from '../domain/publication.ts'
import { because, Problem } from '../problem.ts'

// The rights of each role (contract §5), as data.

export type Role = (typeof roles)[number]

/** The role of a caller: that of a user, or of somebody who is none. */
type ActorRole = Role | 'anonymous' | 'submitter'

/** The rights of a role. */
interface Rights {
  readonly reads: AccessScope['reads']
  readonly edits: AccessScope['edits']
  /** Creates events, venues and organizers, and links them; `drafts` need approval. */
  readonly creates: 'none' | 'drafts' | 'any'
  readonly managesTerms: boolean
  readonly uploads: boolean
  readonly setsAuthor: boolean
  readonly imports: boolean
  readonly administers: boolean
}

const none: Rights = {
  reads: 'none',
  edits: 'none',
  creates: 'none',
  managesTerms: false,
  uploads: false,
  setsAuthor: false,
  imports: false,
  administers: false,
}
const editor: Rights = {
  ...none,
  reads: 'all',
  edits: 'all',
  creates: 'any',
  managesTerms: true,
  uploads: true,
  setsAuthor: true,
  imports: true,
}

/** The table of contract §5. */
export const rightsByRole: Readonly<Record<ActorRole, Rights>> = {
  anonymous: none,
  subscriber: none,
  submitter: { ...none, creates: 'drafts' },
  contributor: { ...none, reads: 'own', edits: 'own unpublished', creates: 'drafts' },
  author: { ...none, reads: 'own', edits: 'own', creates: 'any', uploads: true },
  editor,
  administrator: { ...editor, administers: true },
}

/** The role of the site with the same rights on items. A manager is an editor who keeps the members. */
const siteRoleByGroupRole: Readonly<Record<GroupRole, Role>> = {
  contributor: 'contributor',
  author: 'author',
  editor: 'editor',
  manager: 'editor',
}

const ranked: readonly ActorRole[] = roles

/** Whether a role of the site is another one or higher. Who is no user has the lowest. */
const isRoleAtLeast = (role: ActorRole, other: ActorRole): boolean =>
  ranked.indexOf(role) >= ranked.indexOf(other)

/** The caller: a user, `anonymous`, or, in local mode, the administrator with id 0. */
export interface Actor {
  readonly id: number
  readonly login: string
  readonly role: ActorRole
  /** The caller's roles in groups, by the id of the group. */
  readonly groups?: ReadonlyMap<number, GroupRole> | undefined
  /** The scopes of the caller's token, which limit its rights; undefined if nothing limits them. */
  readonly scopes?: readonly Scope[] | undefined
  /** Whether the caller sent a token, not the cookie of a session. */
  readonly hasToken?: true
  /** How the caller's writes came, for the audit. */
  readonly via?: (typeof auditDirectAndMcpWays)[number]
}

export const anonymousActor: Actor = { id: 0, login: '', role: 'anonymous' }
/** Every caller while there are no users. */
export const localModeActor: Actor = { id: 0, login: '', role: 'administrator' }
/** The public when it submits an event: it sees nothing but what is public, and nothing that it creates is public. */
export const publicSubmitter: Actor = { id: 0, login: '(submission)', role: 'submitter' }
/** The actor of the corrections that submitters make to events which they may not edit as users, after all checks. */
export const correctionActor: Actor = { id: 0, login: '(submission)', role: 'administrator' }
/** The actor of a command in the audit. No login contains parentheses. */
export const commandActor: Actor = { id: 0, login: '(command)', role: 'administrator' }
/** The actor of what calendar subscriptions read, in the audit. */
export const subscriptionActor: Actor = { id: 0, login: '(subscription)', role: 'administrator' }
/** The actor of occurrences that the service makes by itself, in the audit. */
export const seriesExtensionActor: Actor = { id: 0, login: '(series)', role: 'administrator' }
/** The actor of events that come from other servers (contract §19), in the audit. */
export const federationActor: Actor = { id: 0, login: '(federation)', role: 'administrator' }
/** The actor that makes the pictures of images for pages, which change no item. */
export const administratorMakingPagePictures: Actor = { id: 0, login: '(pictures)', role: 'administrator' }

/**
 * Returns the rights on the items of a group, or on those of none: those of the higher of the roles on the site and in the group. Terms
 * and imports stay the site's.
 */
export function rightsOnItemsOfGroup(actor: Actor, group: number | null | undefined): Rights {
  const site = rightsByRole[actor.role]
  const role = group ? actor.groups?.get(group) : undefined
  if (role === undefined || isRoleAtLeast(actor.role, siteRoleByGroupRole[role])) return site
  const { managesTerms, imports } = site
  return { ...rightsByRole[siteRoleByGroupRole[role]], managesTerms, imports }
}

/** The rights that roles in groups add to the role on the site; undefined if that is nothing. */
function reachByGroup(actor: Actor): ReadonlyMap<number, RoleReach> | undefined {
  const { groups } = actor
  if (groups === undefined || rightsByRole[actor.role].edits === 'all') return undefined
  const more = [...groups].filter(([, role]) => !isRoleAtLeast(actor.role, siteRoleByGroupRole[role]))
  const reaches = more.map(([id]) => {
    const { reads, edits } = rightsOnItemsOfGroup(actor, id)
    return [id, { reads, edits }] as const
  })
  return reaches.length === 0 ? undefined : new Map(reaches)
}

/** Returns what the actor may read and edit. */
export function accessScopeOf(actor: Actor): AccessScope {
  const { reads, edits, administers } = rightsByRole[actor.role]
  const isUser = actor.role !== 'anonymous' && actor.role !== 'submitter'
  const groups = isUser ? reachByGroup(actor) : undefined
  return {
    user: isUser ? actor.id : undefined,
    reads,
    edits,
    ...(groups !== undefined && { groups }),
    ...(administers && { administers }),
  }
}

/** Whether the actor has a role in any group that satisfies `test`; by default, any role. */
export function hasAnyGroupRole({ groups }: Actor, test: (role: GroupRole) => boolean = () => true): boolean {
  return groups !== undefined && [...groups.values()].some(test)
}

/** Returns the highest of the actor's roles on the site and in groups, as one of the site. */
export function highestRoleOfActor({ role, groups }: Actor): ActorRole {
  const all = [role, ...[...(groups?.values() ?? [])].map((one) => siteRoleByGroupRole[one])]
  return all.reduce((highest, one) => (isRoleAtLeast(highest, one) ? highest : one))
}

/** Whether the actor may read some items that are not public. */
export function mayReadUnpublished(actor: Actor): boolean {
  const { reads, groups } = accessScopeOf(actor)
  return reads !== 'none' || groups !== undefined
}

/** Whether the actor keeps the members of a group: its managers, and those who edit the whole site. */
export function mayManageMembers(actor: Actor, group: number): boolean {
  return rightsByRole[actor.role].edits === 'all' || actor.groups?.get(group) === 'manager'
}

/** Returns the problem of a refused request: 401 for anonymous callers, 403 for others. */
export function refusalProblem(
  actor: Actor,
  code:
    | 'rest_forbidden'
    | 'rest_forbidden_status'
    | `${PublishableName}-not-accessible`
    | 'event-password-protected' = 'rest_forbidden',
): Problem {
  if (actor.role !== 'anonymous') return new Problem(code)
  return new Problem(code === 'rest_forbidden' ? 'rest_not_logged_in' : code, { status: 401 })
}

/** Whether the caller's token, if it came with one, covers a scope. */
export function hasScope({ scopes }: Actor, need: ScopeNeed): boolean {
  return scopes === undefined || scopes.some((scope) => scope === need)
}

/** Throws 403, naming the scope, where the caller's token does not cover it. */
export function requireScope(actor: Actor, need: ScopeNeed): void {
  if (hasScope(actor, need)) return
  if (need === 'no scopes') throw new Problem('rest_forbidden', because('no_scope'))
  throw new Problem('rest_forbidden', {
    ...because('scope_missing', { scope: need }),
    data: { scope: need },
  })
}

/** The properties of an item that rights depend on; `status` is as of now. */
export interface OwnedItem {
  /** None of pages of the site, which administrators keep together. */
  readonly author?: number
  readonly status: ItemStatus
  /** The group of an event or a series. */
  readonly group_id?: number | null
}

const accessed = ({ author = 0, status, group_id }: OwnedItem): AccessedItem => ({
  author,
  isPublic: status === 'publish',
  ...(group_id !== undefined && { group: group_id ?? 0 }),
})

/** Whether the actor may read the item, public or not. */
export function mayRead(actor: Actor, item: OwnedItem): boolean {
  if (item.author === undefined) return item.status === 'publish' || rightsByRole[actor.role].administers
  return mayReadWithin(accessScopeOf(actor), accessed(item))
}

/** Whether the actor may edit, trash and delete the item. */
export function mayEdit(actor: Actor, item: OwnedItem): boolean {
  if (item.author === undefined) return rightsByRole[actor.role].administers
  return mayEditWithin(accessScopeOf(actor), accessed(item))
}

/** Whether an item that the actor publishes, of a group or of none, is public at once. */
export function mayPublishInGroup(actor: Actor, group?: number | null): boolean {
  return rightsOnItemsOfGroup(actor, group).creates === 'any'
}

/** Whether the actor may add images and keep its own: by the role on the site or in any group. */
export function mayUpload(actor: Actor): boolean {
  const { uploads } = rightsByRole[actor.role]
  return uploads || hasAnyGroupRole(actor, (role) => rightsByRole[siteRoleByGroupRole[role]].uploads)
}

/** Whether the actor may write any item of a resource. */
export function mayWriteSomeItems(actor: Actor, name: ResourceName): boolean {
  const { creates, edits, managesTerms, administers } = rightsByRole[actor.role]
  // Contributors upload for their own events, which is checked on the event.
  if (name === 'media') return mayUpload(actor) || edits === 'own unpublished' || hasAnyGroupRole(actor)
  if (name === 'page') return administers
  if (name === 'group') return edits === 'all' || hasAnyGroupRole(actor, (role) => role === 'manager')
  if (name === 'event' || name === 'series') return creates !== 'none' || hasAnyGroupRole(actor)
  return isPublishable(name) ? creates !== 'none' : managesTerms
}

/**
 * The right to administer users, their tokens and their sessions. Users may always administer their own tokens and
 * sessions. Throws 401 or 403.
 */
export function requireMayAdministerUser(actor: Actor, own?: number): void {
  const isOwn = actor.role !== 'anonymous' && actor.id === own
  if (!isOwn && !rightsByRole[actor.role].administers) throw refusalProblem(actor)
}

/** The right to write a resource at all, checked before any item is read. Throws 401 or 403. */
export function requireMayWriteSomeItems(actor: Actor, name: ResourceName): void {
  requireScope(actor, writeScopeByResource[name])
  if (!mayWriteSomeItems(actor, name)) throw refusalProblem(actor)
}

/** The right to change this item. Throws 401 or 403. */
export function requireMayEdit(actor: Actor, item: OwnedItem): void {
  if (!mayEdit(actor, item)) throw refusalProblem(actor)
}

/** Whether the actor may review what waits in a group, or in none: whoever may edit the events of all there. */
export const mayReviewInGroup = ({ actor }: { readonly actor: Actor }, group?: number | null): boolean =>
  rightsOnItemsOfGroup(actor, group).edits === 'all'

/** Throws 401 or 403 unless the actor may review what waits in a group, or in none. */
export function requireMayReviewInGroup(context: { readonly actor: Actor }, group?: number | null): void {
  if (!mayReviewInGroup(context, group)) throw refusalProblem(context.actor)
}
