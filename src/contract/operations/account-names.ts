/** Roles, scopes, what editors audit; the desk has it, so it imports nothing. */

// The roles of users and the scopes of tokens. The desk imports them, so this file imports nothing.

/** The roles, in ascending order of permissions. */
export const roles = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const

/** The roles in a group, in ascending order of permissions (contract §16). A manager is an editor who keeps the members. */
export const groupRoles = ['contributor', 'author', 'editor', 'manager'] as const
export type GroupRole = (typeof groupRoles)[number]

/** The scopes of tokens (contract §13). */
export const scopes = [
  'read',
  'write:events',
  'write:venues',
  'write:organizers',
  'write:terms',
  'write:groups',
  'write:pages',
  'media',
  'import',
  'users',
  'webhooks',
  'federation',
  'audit',
] as const

export type Scope = (typeof scopes)[number]

/** The resources whose changes editors of the site read: those that they may edit. */
export const resourcesWhoseHistoryEditorsMayRead = [
  'event',
  'series',
  'venue',
  'organizer',
  'category',
  'tag',
  'media',
] as const
