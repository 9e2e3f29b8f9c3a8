/** The rules by which people of the organisation get roles (contract §17). */

import { answer, named } from '../../api/answer.ts'
import { serviceOperation } from '../../api/operation.ts'
import type { Outside } from '../../api/outside.ts'
import { administrators } from '../../api/who.ts'
import { markedAsExtension, optional } from '../../contract/arg.ts'
import * as kind from '../../contract/kinds.ts'
import { booleanShape, listShape, sameShapeByName, textShape } from '../../contract/shape.ts'
import { makesAdministrators, parsedRoleRules } from '../../oidc/rules.ts'
import { isRuleOfRoleInGroup, type RoleRule } from '../../oidc/settings.ts'
import { because, invalidParam } from '../../problem.ts'
import type { Store } from '../../store/store.ts'
import { refuseTokens } from '../accounts/users.ts'

const signInRules = named('SignInRules', {
  ...sameShapeByName(textShape, 'issuer', 'rules', 'default_role'),
  fixed_rules: listShape(textShape),
  ...sameShapeByName(booleanShape, 'links_by_email', 'trusts_email'),
})

const right = { scope: 'users', allows: administrators } as const

/** The rules, and how the organisation signs people in. */
async function shown({
  store,
  signingIn: { issuer, organisation },
}: Pick<Outside, 'signingIn'> & { readonly store: Pick<Store, 'identities'> }) {
  return {
    issuer,
    rules: await store.identities.rules(),
    fixed_rules: (organisation?.rules ?? []).map(({ written }) => written),
    default_role: organisation?.defaultRole ?? 'none',
    links_by_email: organisation?.links ?? false,
    trusts_email: organisation?.trustsEmail ?? false,
  }
}

/** Returns rules as they are kept, one a line. Throws 400 where one has no meaning, or where none for the site makes administrators. */
function rulesToKeep(text: string, fixed: readonly RoleRule[]): string {
  const parsed = parsedRoleRules(text)
  const wrong = parsed.find(([, rule]) => rule === undefined)
  if (wrong !== undefined) throw invalidParam('rules', because('not_a_role_rule', { rule: wrong[0] }))
  const kept = parsed.flatMap(([, rule]) => rule ?? [])
  // One rule for the site decides on everybody, also on those whom none names.
  const decides = !kept.every(isRuleOfRoleInGroup)
  if (decides && !makesAdministrators([...kept, ...fixed]))
    throw invalidParam('rules', because('no_rule_for_administrators'))
  return parsed.map(([written]) => written).join('\n')
}

export const readSignIn = serviceOperation({
  route: 'GET /sign-in',
  name: 'read-sign-in',
  summary: 'Show how people sign in through the organisation',
  args: {},
  answer: answer(
    signInRules,
    'How people sign in through the organisation, and by which rules they get roles.',
  ),
  right,
  run: shown,
})

export const changeSignIn = serviceOperation({
  route: 'PATCH /sign-in',
  name: 'change-sign-in',
  summary: 'Change the rules by which people of the organisation get roles',
  args: { rules: markedAsExtension(optional(kind.text(20_000))) },
  body: { schema: 'SignInRulesChanges', example: { rules: 'groups:institute-*=author@*' } },
  answer: answer(signInRules, 'The rules after the change.'),
  right,
  before: async ({ actor }) => refuseTokens(actor, 'change who becomes an administrator'),
  async run(given, { rules }) {
    const { store, signingIn } = given
    const text =
      rules === undefined ? undefined : rulesToKeep(rules ?? '', signingIn.organisation?.rules ?? [])
    if (text !== undefined && text !== (await store.identities.rules()))
      await store.identities.setRules(text, given)
    return shown(given)
  },
})
