/** Who may do what (contract §5), as data; the only place that says no. */
import { roles } from '../contract/people.ts'
import { isPublished, type ResourceName } from '../contract/resources/index.ts'
import {
  type AccessedItem,
  type AccessScope,
  mayEdit as mayEditWithin,
  mayRead as mayReadWithin,
} from '../domain/access.ts'
import type { ItemStatus } from '../domain/status.ts'
import { Problem } from '../problem.ts'

export { roles }
export type Role = (typeof roles)[number]

/** Who asks: a user, anyone (`anonymous`), or, in local mode, the administrator with id 0. */
export interface Actor {
  readonly id: number
  readonly login: string
  readonly role: Role | 'anonymous'
}

export const anonymous: Actor = { id: 0, login: '', role: 'anonymous' }
/** Every caller while there is no user. */
export const localAdministrator: Actor = { id: 0, login: '', role: 'administrator' }
/** Whoever runs a command, as the audit calls them: no login has parentheses. */
export const commandLine: Actor = { id: 0, login: '(command)', role: 'administrator' }

interface Rights {
  readonly reads: AccessScope['reads']
  readonly edits: AccessScope['edits']
  /** Creates events, venues and organizers, and links them; `drafts` wait for approval. */
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
  contributor: { ...none, reads: 'own', edits: 'own unpublished', creates: 'drafts' },
  author: { ...none, reads: 'own', edits: 'own', creates: 'any', uploads: true },
  editor,
  administrator: { ...editor, administers: true },
}

/** What the actor may see and edit. */
export function scopeOf(actor: Actor): AccessScope {
  const { reads, edits } = rights[actor.role]
  return { user: actor.role === 'anonymous' ? undefined : actor.id, reads, edits }
}

/** 401 for anonymous, 403 for others. */
export function refusal(
  actor: Actor,
  code:
    | 'rest_forbidden'
    | 'rest_forbidden_status'
    | `${'event' | 'venue' | 'organizer'}-not-accessible`
    | 'event-password-protected' = 'rest_forbidden',
): Problem {
  if (actor.role !== 'anonymous') return new Problem(code)
  return new Problem(code === 'rest_forbidden' ? 'rest_not_logged_in' : code, { status: 401 })
}

/** An item as far as rights depend on it; `status` as of now. */
export interface Owned {
  readonly author: number
  readonly status: ItemStatus
}

const accessed = ({ author, status }: Owned): AccessedItem => ({ author, isPublic: status === 'publish' })

/** Whether the actor may read the item, public or not. */
export function mayRead(actor: Actor, item: Owned): boolean {
  return mayReadWithin(scopeOf(actor), accessed(item))
}

/** Whether the actor may edit, trash and delete the item. */
export function mayEdit(actor: Actor, item: Owned): boolean {
  return mayEditWithin(scopeOf(actor), accessed(item))
}

/** Whether what the actor publishes is public at once. */
export function mayPublish(actor: Actor): boolean {
  return rights[actor.role].creates === 'any'
}

/** Whether the actor may write items of a resource at all. */
export function mayWrite({ role }: Actor, name: ResourceName): boolean {
  const { creates, managesTerms, uploads } = rights[role]
  if (name === 'media') return uploads
  return isPublished(name) ? creates !== 'none' : managesTerms
}

/** The right to administer users, their tokens and their sessions; users see to their own tokens and sessions. Throws 401 or 403. */
export function allowAdministering(actor: Actor, own?: number): void {
  const isOwn = actor.role !== 'anonymous' && actor.id === own
  if (!isOwn && !rights[actor.role].administers) throw refusal(actor)
}

/** The general right to write a resource, before any item is looked at. Throws 401 or 403. */
export function allowWriting(actor: Actor, name: ResourceName): void {
  if (!mayWrite(actor, name)) throw refusal(actor)
}

/** The right to change this very item. Throws 401 or 403. */
export function allowEditing(actor: Actor, item: Owned): void {
  if (!mayEdit(actor, item)) throw refusal(actor)
}
