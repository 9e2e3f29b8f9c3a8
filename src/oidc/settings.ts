/** The settings of signing in through one's organisation (contract §17). */
import type { GroupRole, roles } from '../contract/operations/accounts/account-names.ts'

/** A role on the site. */
export type SiteRole = (typeof roles)[number]

/** A text, or what stands before and after its `*`. */
export type StarredText = string | readonly [before: string, after: string]

/** Who a rule is about: whoever has a value of a claim. */
interface ClaimTest {
  /** The rule as it was written. */
  readonly written: string
  /** The name of the claim, or its path through objects, parted by dots. */
  readonly claim: string
  /** The value; its `*` is any text that is not empty. */
  readonly value: StarredText
}

/** A rule that gives a role on the site. */
interface SiteRoleRule extends ClaimTest {
  readonly role: SiteRole
  readonly group?: undefined
}

/** A rule that gives a role in a group. */
interface GroupRoleRule extends ClaimTest {
  readonly role: GroupRole
  /** The slug or id of the group; its `*` is what that of the value stands for. */
  readonly group: StarredText
}

/** A rule of `FASTI_OIDC_ROLES`, or one that is kept at the desk. */
export type RoleRule = SiteRoleRule | GroupRoleRule

/** Whether a rule gives a role in a group. */
export const isRuleOfRoleInGroup = (rule: RoleRule): rule is GroupRoleRule => rule.group !== undefined

/** What an organisation's people may do here, however it signs them in. */
export interface OrganisationRules {
  /** The rules of the environment. */
  readonly rules: readonly RoleRule[]
  /** The role of those whom no rule names; undefined refuses them. */
  readonly defaultRole: SiteRole | undefined
  /** Whether a verified e-mail address finds an account that exists. */
  readonly links: boolean
  /** Whether an address counts as verified where nobody says that it is not. */
  readonly trustsEmail: boolean
  /** Seconds after which a session ends at the latest. */
  readonly session: number
  /** Days without a sign-in after which the tokens of an account rest. */
  readonly tokenDays: number
  /** The words of the button; undefined for those of the desk. */
  readonly label: string | undefined
}

/** How people sign in through an OpenID Connect issuer. */
export interface OidcSettings extends OrganisationRules {
  readonly protocol: 'oidc'
  /** The address of the issuer, as configured. */
  readonly issuer: string
  readonly clientId: string
  /** undefined for a public client. */
  readonly clientSecret: string | undefined
  readonly scopes: string
}

/** How people sign in through a SAML 2.0 identity provider. */
export interface SamlSettings extends OrganisationRules {
  readonly protocol: 'saml'
  /** The https address of the identity provider's metadata, or the path of a file with it. */
  readonly metadata: string
  /** The name of this service at the identity provider. */
  readonly entityId: string
  /** The attribute that names a person for ever; undefined for the NameID. */
  readonly subject: string | undefined
  /** Where people go after signing out, to end the session at the identity provider; undefined for nowhere. */
  readonly logoutUrl: string | undefined
}

/** How people sign in through their organisation. */
export type OrganisationSettings = OidcSettings | SamlSettings
