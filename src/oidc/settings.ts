/** The settings of signing in through one's organisation (contract §17). */
import type { GroupRole, roles } from '../contract/operations/accounts/account-names.ts'

/** A role on the site. */
export type SiteRole = (typeof roles)[number]

/** Who a rule of `FASTI_OIDC_ROLES` is about: whoever has a value of a claim. */
interface ClaimTest {
  /** The name of the claim, or its path through objects, parted by dots. */
  readonly claim: string
  readonly value: string
}

/** A rule that gives a role on the site. */
interface SiteRoleRule extends ClaimTest {
  readonly role: SiteRole
  readonly group?: undefined
}

/** A rule that gives a role in a group. */
interface GroupRoleRule extends ClaimTest {
  readonly role: GroupRole
  /** The slug of the group, as written. */
  readonly group: string
}

/** A rule of `FASTI_OIDC_ROLES`. */
export type RoleRule = SiteRoleRule | GroupRoleRule

/** Whether a rule gives a role in a group. */
export const isRuleOfRoleInGroup = (rule: RoleRule): rule is GroupRoleRule => rule.group !== undefined

/** How people sign in through their organisation. */
export interface OidcSettings {
  /** The address of the issuer, as configured. */
  readonly issuer: string
  readonly clientId: string
  /** undefined for a public client. */
  readonly clientSecret: string | undefined
  /** The words of the button; undefined for those of the desk. */
  readonly label: string | undefined
  readonly scopes: string
  readonly rules: readonly RoleRule[]
  /** The role of those whom no rule names; undefined refuses them. */
  readonly defaultRole: SiteRole | undefined
  /** Whether a verified e-mail address finds an account that exists. */
  readonly links: boolean
  /** Seconds after which a session ends at the latest. */
  readonly session: number
  /** Days without a sign-in after which the tokens of an account rest. */
  readonly tokenDays: number
}
