/** Persons and their roles, read from the claims of a token (contract §17). */
import { type GroupRole, groupRoles, roles } from '../contract/operations/accounts/account-names.ts'
import { isRuleOfRoleInGroup, type OidcSettings, type RoleRule, type SiteRole } from './settings.ts'

/** Claims as the issuer sent them. */
export type Claims = Readonly<Record<string, unknown>>

/** A person as the organisation describes them; "" for what it does not say. */
export interface PersonFromClaims {
  readonly issuer: string
  /** The name of the person at the issuer, which never changes. */
  readonly subject: string
  /** The name or address from which the login of a new account is made. */
  readonly login: string
  readonly displayName: string
  /** A verified e-mail address. */
  readonly email: string
  /** The highest role on the site that the rules give; undefined if no such rule names the person. */
  readonly role: SiteRole | undefined
  /** The highest role in each group that a rule names, by the slug as written; undefined where no rule for it names the person. */
  readonly groups: ReadonlyMap<string, GroupRole | undefined>
}

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const own = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined

/** Returns the value of a claim: of that name, or else at the path that its dots make. */
function claimIn(claims: Claims, name: string): unknown {
  const named = own(claims, name)
  if (named !== undefined) return named
  return name
    .split('.')
    .reduce<unknown>((value, part) => (isObject(value) ? own(value, part) : undefined), claims)
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** Whether the first of the sources that has the claim has this value of it. */
function isMet({ claim, value }: RoleRule, sources: readonly Claims[]): boolean {
  const found = sources.map((claims) => claimIn(claims, claim)).find((one) => one !== undefined)
  return [found].flat().some((one) => isScalar(one) && String(one) === value)
}

/** Returns the highest role among rules; undefined without one. */
function highest<R extends string>(
  ranks: readonly R[],
  rules: readonly { readonly role: R }[],
): R | undefined {
  return ranks.findLast((rank) => rules.some(({ role }) => role === rank))
}

/** Returns the roles that the rules give: the highest on the site, and the highest in each group that a rule names. */
function rolesByRules(
  rules: readonly RoleRule[],
  sources: readonly Claims[],
): Pick<PersonFromClaims, 'role' | 'groups'> {
  const met = rules.filter((rule) => isMet(rule, sources))
  const ofGroups = met.filter(isRuleOfRoleInGroup)
  const named = rules.filter(isRuleOfRoleInGroup).map(({ group }) => group)
  return {
    role: highest(
      roles,
      met.filter((rule) => !isRuleOfRoleInGroup(rule)),
    ),
    groups: new Map(
      named.map((slug) => [
        slug,
        highest(
          groupRoles,
          ofGroups.filter(({ group }) => group === slug),
        ),
      ]),
    ),
  }
}

const LONGEST_TEXT = 500

/** Returns the first text of a claim among the sources, on one line; "" without one. */
function textIn(sources: readonly Claims[], name: string): string {
  const found = sources
    .map((claims) => own(claims, name))
    .find((one) => typeof one === 'string' && one !== '')
  return String(found ?? '')
    .slice(0, LONGEST_TEXT)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}

/** Returns the address that a source calls verified: the address and its proof must come from the same source. */
function verifiedEmail(sources: readonly Claims[]): string {
  const proven = sources.find((claims) => own(claims, 'email_verified') === true)
  return proven === undefined ? '' : textIn([proven], 'email')
}

/** Returns a person as the claims of the ID token, then those of userinfo, describe them. */
export function organisationMemberFromClaims(
  sources: readonly Claims[],
  { issuer, subject }: Pick<PersonFromClaims, 'issuer' | 'subject'>,
  { rules }: Pick<OidcSettings, 'rules'>,
): PersonFromClaims {
  return {
    issuer,
    subject,
    login: textIn(sources, 'preferred_username') || textIn(sources, 'email'),
    displayName: textIn(sources, 'name'),
    email: verifiedEmail(sources),
    ...rolesByRules(rules, sources),
  }
}

/**
 * Returns the role of a person on the site, given that of the account if there is one, and whether the rules give a role in a group;
 * undefined refuses the person. Where no rule gives a role on the site, the default is for new accounts alone, and roles are kept by
 * hand. A role in a group alone lets a person in as a subscriber.
 */
export function siteRoleAfterSignIn(
  { role }: Pick<PersonFromClaims, 'role'>,
  { rules, defaultRole }: Pick<OidcSettings, 'rules' | 'defaultRole'>,
  { current, isInGroup }: { readonly current: string | undefined; readonly isInGroup: boolean },
): string | undefined {
  if (rules.every(isRuleOfRoleInGroup) && current !== undefined) return current
  return role ?? defaultRole ?? (isInGroup ? roles[0] : undefined)
}
