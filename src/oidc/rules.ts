/** Reading the rules that give roles to the people of an organisation. */
import { type GroupRole, groupRoles, roles } from '../contract/operations/account-names.ts'
import type { IssuerPerson } from '../store/store.ts'
import { isJsonObject } from '../support/json.ts'

// The settings of signing in through one's organisation (contract §17).

type SiteRole = (typeof roles)[number]

/** A text, or what stands before and after its `*`. */
type StarredText = string | readonly [before: string, after: string]

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

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Reads a text with at most one `*`, undefined for another form. A `%2A` is the sign itself. */
function parseStarred(text: string): StarredText | undefined {
  const parts = text.split('*').map(decoded)
  const [before, after] = parts
  if (before === undefined || parts.length > 2 || (parts.length === 2 && after === undefined))
    return undefined
  if (after !== undefined) return [before, after]
  return before === '' ? undefined : before
}

/** Reads `CLAIM:VALUE=ROLE` or `CLAIM:VALUE=ROLE@GROUP`; undefined for another form. */
function parseRoleRule(text: string): RoleRule | undefined {
  const [colon, equals] = [text.indexOf(':'), text.lastIndexOf('=')]
  if (colon < 1 || equals < colon) return undefined
  const claim = decoded(text.slice(0, colon))
  const value = parseStarred(text.slice(colon + 1, equals))
  const [named = '', at] = text.slice(equals + 1).split(/@(.*)/s)
  if (!claim || value === undefined) return undefined
  const test = { written: text, claim, value }
  if (at === undefined) {
    const role = roles.find((one) => one === named)
    return role && { ...test, role }
  }
  const [role, group] = [groupRoles.find((one) => one === named), parseStarred(at)]
  // No stored text contains NUL, and PostgreSQL would fail with one.
  if (role === undefined || group === undefined || [group].flat().join('').includes('\0')) return undefined
  // Without a `*` in the value nothing would say which group is meant.
  return typeof group !== 'string' && typeof value === 'string' ? undefined : { ...test, role, group }
}

/** Reads rules with commas or line ends between them, each with its text; undefined for one of another form. */
export const parsedRoleRules = (text: string): readonly (readonly [string, RoleRule | undefined])[] =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => [part, parseRoleRule(part)])

/** Reads rules from groups to roles; undefined if one of the rules has another form. */
export function parseRoleRules(text: string): readonly RoleRule[] | undefined {
  const rules = parsedRoleRules(text).map(([, rule]) => rule)
  return rules.every((rule) => rule !== undefined) ? rules : undefined
}

/** Whether some of the rules make administrators of the site. */
export const makesAdministrators = (rules: readonly RoleRule[]): boolean =>
  rules.some((rule) => !isRuleOfRoleInGroup(rule) && rule.role === 'administrator')

// Persons and their roles, read from the claims of a token (contract §17).

/** Claims as the issuer sent them. */
export type Claims = Readonly<Record<string, unknown>>

const own = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined

/** Returns the value of a claim: of that name, or else at the path that its dots make. */
function claimIn(claims: Claims, name: string): unknown {
  const named = own(claims, name)
  if (named !== undefined) return named
  return name
    .split('.')
    .reduce<unknown>((value, part) => (isJsonObject(value) ? own(value, part) : undefined), claims)
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
  { issuer, subject }: Pick<IssuerPerson, 'issuer' | 'subject'>,
  { trustsEmail }: Pick<OrganisationRules, 'trustsEmail'>,
): IssuerPerson {
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
