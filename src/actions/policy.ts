/** The rights of each role (contract §5), as data. Every refusal comes from here. */

import { roles, type Scope } from '../contract/operations/accounts/account-names.ts'
import type { auditWays } from '../contract/operations/audit.ts'
import { isPublishable, type PublishableName, type ResourceName } from '../contract/resources/index.ts'
import { type ScopeNeed, writeScopes } from '../contract/scopes.ts'
import {
  type AccessedItem,
  type AccessScope,
  scopeMayEdit as mayEditWithin,
  scopeMayRead as mayReadWithin,
} from '../domain/publication/access.ts'
import type { ItemStatus } from '../domain/publication/status.ts'
import { Problem } from '../problem.ts'

export { roles }
export type Role = (typeof roles)[number]

/** The caller: a user, `anonymous`, or, in local mode, the administrator with id 0. */
export interface Actor {
  readonly id: number
  readonly login: string
  readonly role: Role | 'anonymous' | 'submitter'
  /** The scopes of the caller's token, which limit its rights; undefined if nothing limits them. */
  readonly scopes?: readonly Scope[] | undefined
  /** Whether the caller sent a token, not the cookie of a session. */
  readonly hasToken?: true
  /** How the caller's writes came, for the audit. */
  readonly via?: (typeof auditWays)[number]
}

export const anonymous: Actor = { id: 0, login: '', role: 'anonymous' }
/** Every caller while there are no users. */
export const localAdministrator: Actor = { id: 0, login: '', role: 'administrator' }
/** The public when it submits an event: it sees nothing but what is public, and nothing that it creates is public. */
export const publicSubmitter: Actor = { id: 0, login: '(submission)', role: 'submitter' }
/** The actor of the corrections that submitters make to events which they may not edit as users, after all checks. */
export const correctionActor: Actor = { id: 0, login: '(submission)', role: 'administrator' }
/** The actor of a command in the audit. No login contains parentheses. */
export const commandActor: Actor = { id: 0, login: '(command)', role: 'administrator' }

/** The actor of occurrences that the service makes by itself, in the audit. */
export const seriesExtensionActor: Actor = { id: 0, login: '(series)', role: 'administrator' }
/** The actor of pictures for pages, which change no item. */
export const pictureActor: Actor = { id: 0, login: '(pictures)', role: 'administrator' }

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
export const rights: Readonly<Record<Actor['role'], Rights>> = {
  anonymous: none,
  subscriber: none,
  submitter: { ...none, creates: 'drafts' },
  contributor: { ...none, reads: 'own', edits: 'own unpublished', creates: 'drafts' },
  author: { ...none, reads: 'own', edits: 'own', creates: 'any', uploads: true },
  editor,
  administrator: { ...editor, administers: true },
}

/** Returns what the actor may read and edit. */
export function accessScopeOf(actor: Actor): AccessScope {
  const { reads, edits } = rights[actor.role]
  const isUser = actor.role !== 'anonymous' && actor.role !== 'submitter'
  return { user: isUser ? actor.id : undefined, reads, edits }
}

/** Returns the problem of a refused request: 401 for anonymous callers, 403 for others. */
export function refusal(
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
export function allowScope(actor: Actor, need: ScopeNeed): void {
  if (hasScope(actor, need)) return
  if (need === 'no scopes')
    throw new Problem('rest_forbidden', {
      message: 'No scope covers this: use a token without scopes, or sign in.',
    })
  throw new Problem('rest_forbidden', {
    message: `This token lacks the scope ${need}. Create a token that has it.`,
    data: { scope: need },
  })
}

/** The properties of an item that rights depend on; `status` is as of now. */
export interface OwnedItem {
  readonly author: number
  readonly status: ItemStatus
}

const accessed = ({ author, status }: OwnedItem): AccessedItem => ({ author, isPublic: status === 'publish' })

/** Whether the actor may read the item, public or not. */
export function mayRead(actor: Actor, item: OwnedItem): boolean {
  return mayReadWithin(accessScopeOf(actor), accessed(item))
}

/** Whether the actor may edit, trash and delete the item. */
export function mayEdit(actor: Actor, item: OwnedItem): boolean {
  return mayEditWithin(accessScopeOf(actor), accessed(item))
}

/** Whether an item that the actor publishes is public at once. */
export function mayPublish(actor: Actor): boolean {
  return rights[actor.role].creates === 'any'
}

/** Whether the actor may write any item of a resource. */
export function mayWrite({ role }: Actor, name: ResourceName): boolean {
  const { creates, edits, managesTerms, uploads } = rights[role]
  // Contributors upload for their own events, which is checked on the event.
  if (name === 'media') return uploads || edits === 'own unpublished'
  return isPublishable(name) ? creates !== 'none' : managesTerms
}

/**
 * The right to administer users, their tokens and their sessions. Users may always administer their own tokens and
 * sessions. Throws 401 or 403.
 */
export function allowAdministering(actor: Actor, own?: number): void {
  const isOwn = actor.role !== 'anonymous' && actor.id === own
  if (!isOwn && !rights[actor.role].administers) throw refusal(actor)
}

/** The right to write a resource at all, checked before any item is read. Throws 401 or 403. */
export function allowWriting(actor: Actor, name: ResourceName): void {
  allowScope(actor, writeScopes[name])
  if (!mayWrite(actor, name)) throw refusal(actor)
}

/** The right to change this item. Throws 401 or 403. */
export function allowEditing(actor: Actor, item: OwnedItem): void {
  if (!mayEdit(actor, item)) throw refusal(actor)
}
