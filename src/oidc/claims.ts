/** Persons and their roles, read from the claims of a token (contract §17). */
import { type GroupRole, groupRoles, roles } from '../contract/operations/accounts/account-names.ts'
import { makesAdministrators } from './rules.ts'
import {
  isRuleOfRoleInGroup,
  type OrganisationRules,
  type RoleRule,
  type SiteRole,
  type StarredText,
} from './settings.ts'

/** Claims as the issuer sent them. */
export type Claims = Readonly<Record<string, unknown>>

/** A person as the organisation describes them; "" for what it does not say. */
interface PersonFromClaims {
  readonly issuer: string
  /** The name of the person at the issuer, which never changes. */
  readonly subject: string
  /** The name or address from which the login of a new account is made. */
  readonly login: string
  readonly displayName: string
  /** A verified e-mail address. */
  readonly email: string
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

/** Returns what the `*` of a text stands for in another one, and "" where both are the same; undefined where they differ. */
function matched(wanted: StarredText, text: string): string | undefined {
  if (typeof wanted === 'string') return wanted === text ? '' : undefined
  const [before, after] = wanted
  const isLonger = text.length > before.length + after.length
  if (!isLonger || !text.startsWith(before) || !text.endsWith(after)) return undefined
  return text.slice(before.length, text.length - after.length)
}

const filled = (text: StarredText, star: string): string =>
  typeof text === 'string' ? text : text.join(star)

/** Returns what the value of a rule stands for in each value of the claim that it is met by, in the first of the sources that has the claim. */
function matchesOf({ claim, value }: RoleRule, sources: readonly Claims[]): readonly string[] {
  const found = sources.map((claims) => claimIn(claims, claim)).find((one) => one !== undefined)
  return [found]
    .flat()
    .filter(isScalar)
    .map((one) => matched(value, String(one)))
    .filter((one) => one !== undefined)
}

/** Returns the highest role among some; undefined without one. */
const highest = <R extends string>(ranks: readonly R[], given: readonly R[]): R | undefined =>
  ranks.findLast((rank) => given.includes(rank))

/** The roles that rules give a person. */
interface RolesByRules {
  /** The highest role on the site; undefined if no such rule names the person. */
  readonly role: SiteRole | undefined
  /** The highest role in each group that a rule names, by the slug as written; undefined where no rule for it names the person. */
  readonly groups: ReadonlyMap<string, GroupRole | undefined>
  /** The rules that don't name the person, as written. */
  readonly missed: readonly string[]
}

/** Returns the roles that the rules give. A rule with a `*` names the groups of those alone to whom it gives a role. */
export function rolesByRules(rules: readonly RoleRule[], sources: readonly Claims[]): RolesByRules {
  const onSite: SiteRole[] = []
  const groups = new Map<string, GroupRole | undefined>()
  const missed: string[] = []
  for (const rule of rules) {
    const matches = matchesOf(rule, sources)
    if (matches.length === 0) missed.push(rule.written)
    if (!isRuleOfRoleInGroup(rule)) {
      if (matches.length > 0) onSite.push(rule.role)
      continue
    }
    if (typeof rule.group === 'string') groups.set(rule.group, groups.get(rule.group))
    for (const star of matches) {
      const group = filled(rule.group, star)
      const known = groups.get(group)
      groups.set(group, highest(groupRoles, known === undefined ? [rule.role] : [rule.role, known]))
    }
  }
  return { role: highest(roles, onSite), groups, missed }
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

const isDenied = (claims: Claims): boolean =>
  ['false', '0', 'no'].includes(String(own(claims, 'email_verified')).toLowerCase())

/**
 * Returns the address that a source calls verified: the address and its proof must come from the same source. An issuer that is trusted
 * verifies all addresses but those of which one of the sources says that it does not.
 */
function verifiedEmail(sources: readonly Claims[], trustsEmail: boolean): string {
  const proven = sources.find((claims) => own(claims, 'email_verified') === true)
  if (proven !== undefined) return textIn([proven], 'email')
  return trustsEmail && !sources.some(isDenied) ? textIn(sources, 'email') : ''
}

/** The longest name that accounts have. */
const LONGEST_NAME = 100
/** So many names of claims are told. */
const MOST_NAMES = 60

/** Returns a person as the claims of the ID token, then those of userinfo, describe them. */
export function personFromClaims(
  sources: readonly Claims[],
  { issuer, subject }: Pick<PersonFromClaims, 'issuer' | 'subject'>,
  { trustsEmail }: Pick<OrganisationRules, 'trustsEmail'>,
): PersonFromClaims {
  return {
    issuer,
    subject,
    login: textIn(sources, 'preferred_username') || textIn(sources, 'email'),
    displayName: textIn(sources, 'name').slice(0, LONGEST_NAME).trim(),
    email: verifiedEmail(sources, trustsEmail),
  }
}

/** Returns the names of the claims that came, without their values. */
export const namesOfClaims = (sources: readonly Claims[]): readonly string[] =>
  [...new Set(sources.flatMap((claims) => Object.keys(claims)))]
    .slice(0, MOST_NAMES)
    .map((name) => name.slice(0, 100))

interface DeskRules {
  /** The rules that administrators keep. */
  readonly deskRules: readonly RoleRule[]
}

/** What is known here of a person who signs in. */
interface KnownPerson {
  /** The role of the account, if there is one. */
  readonly current: string | undefined
  /** Whether the rules give a role in a group. */
  readonly isInGroup: boolean
  /** Whether the person was the last to set the rules of the desk. */
  readonly setDeskRules: boolean
}

/**
 * Returns the role of a person on the site by the rules of the configuration and those of the desk; undefined refuses the person. Where
 * no rule gives a role on the site, the default is for new accounts alone, and roles are kept by hand. A role in a group alone lets a
 * person in as a subscriber.
 */
export function siteRoleAfterSignIn(
  { role }: Pick<RolesByRules, 'role'>,
  { rules, deskRules, defaultRole }: Pick<OrganisationRules, 'rules' | 'defaultRole'> & DeskRules,
  { current, isInGroup, setDeskRules }: KnownPerson,
): string | undefined {
  if ([...rules, ...deskRules].every(isRuleOfRoleInGroup) && current !== undefined) return current
  // A slip at the desk must not lock out whoever made it.
  const isOwnSlip = setDeskRules && !deskRules.every(isRuleOfRoleInGroup) && !makesAdministrators(rules)
  if (isOwnSlip && current === 'administrator') return current
  return role ?? defaultRole ?? (isInGroup ? roles[0] : undefined)
}
