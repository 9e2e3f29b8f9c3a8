/** Reading the rules that give roles to the people of an organisation. */
import { groupRoles, roles } from '../contract/operations/accounts/account-names.ts'
import { isRuleOfRoleInGroup, type RoleRule, type StarredText } from './settings.ts'

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
