/** What becomes of people whom an organisation signs in, by whichever protocol: a session with their roles of now, or a refusal. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { namesOfClaims, personFromClaims, rolesByRules, siteRoleAfterSignIn } from '../../../oidc/claims.ts'
import { parseRoleRules } from '../../../oidc/rules.ts'
import type { OrganisationRules } from '../../../oidc/settings.ts'
import type { SignedInPerson } from '../../../oidc/sign-in.ts'
import type { OrganisationSignInRefusal, Session } from '../../../store/store.ts'
import type { AppOptions } from '../../options.ts'

/** So many rules that missed are told. */
const MOST_RULES = 100

/** Returns a digest of a person's name at the issuer: operators recognise somebody by it who comes again, and nobody else is told who it is. */
const digestOf = ({ issuer, subject }: SignedInPerson): string =>
  createHash('sha256').update(`${issuer} ${subject}`).digest('hex').slice(0, 16)

/** Returns the function that begins the session of a person, and tells the log why it does not. */
export function organisationEntryOf(
  { store, now }: Pick<AppOptions, 'store' | 'now'>,
  settings: OrganisationRules,
): (
  signedIn: SignedInPerson,
  request: Pick<FastifyRequest, 'headers' | 'log'>,
) => Promise<Session | OrganisationSignInRefusal> {
  return async (signedIn, { headers, log }) => {
    const { sources, idToken, sid } = signedIn
    const deskRules = parseRoleRules(await store.identities.rules()) ?? []
    const rules = [...settings.rules, ...deskRules]
    const given = rolesByRules(rules, sources)
    const refusal = {
      subject: digestOf(signedIn),
      claims: namesOfClaims(sources),
      rules: given.missed.slice(0, MOST_RULES),
    }
    const { outcome, unknownGroups } = await store.identities.enter(
      {
        person: personFromClaims(sources, signedIn, settings),
        links: settings.links,
        groups: given.groups,
        roleOf: (known) => siteRoleAfterSignIn(given, { ...settings, deskRules }, known),
        refusedRole: 'subscriber',
        agent: headers['user-agent'] ?? '',
        idToken,
        sid,
        refusal,
        seconds: settings.session,
      },
      now(),
    )
    if (unknownGroups.length > 0)
      log.warn({ groups: unknownGroups }, 'rules for roles name groups that there are not')
    if (outcome === 'refused') {
      log.info(refusal, 'sign-in refused: no rule gives this person a role')
      const named = new Set(rules.map(({ claim }) => claim.split('.')[0] ?? ''))
      const values = sources.map((claims) => Object.entries(claims).filter(([name]) => named.has(name)))
      log.debug({ values: Object.fromEntries(values.flat()) }, 'values of the claims that rules name')
    }
    if (outcome === 'suspended')
      log.info({ subject: refusal.subject }, 'sign-in refused: the account is suspended')
    return outcome
  }
}
