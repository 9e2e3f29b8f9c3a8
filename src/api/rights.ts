/** The rights of each role (contract §5), as data. */
import { type GroupRole, roles } from '../contract/operations/accounts/account-names.ts'
import type { AccessScope } from '../domain/publication/access.ts'

export type Role = (typeof roles)[number]

/** The role of a caller: that of a user, or of somebody who is none. */
export type ActorRole = Role | 'anonymous' | 'submitter'

/** The rights of a role. */
export interface Rights {
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
export const siteRoleByGroupRole: Readonly<Record<GroupRole, Role>> = {
  contributor: 'contributor',
  author: 'author',
  editor: 'editor',
  manager: 'editor',
}

const ranked: readonly ActorRole[] = roles

/** Whether a role of the site is another one or higher. Who is no user has the lowest. */
export const isRoleAtLeast = (role: ActorRole, other: ActorRole): boolean =>
  ranked.indexOf(role) >= ranked.indexOf(other)
