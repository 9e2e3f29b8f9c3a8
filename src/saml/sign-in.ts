/** Signing in through one's organisation by SAML 2.0: a request by redirect, an answer by POST. */
import { randomBytes } from 'node:crypto'
import { SAML } from '@node-saml/node-saml'
import { IssuerUnavailable } from '../oidc/bounded-fetch.ts'
import type { SamlSettings } from '../oidc/settings.ts'
import type { FailedSignIn, SignInService } from '../oidc/sign-in.ts'
import { type IdentityProvider, identityProviderReader, ownMetadata } from './metadata.ts'
import { personIn, RefusedAnswer, UnknownSignature } from './response.ts'

const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, error.cause instanceof Error ? reasonOf(error.cause) : ''].filter(Boolean).join(': ')
    : String(error)

/** Whatever is wrong with metadata is away, or to be set up by somebody; no user can help. */
const faultOf = (error: unknown): FailedSignIn => ({
  fault: error instanceof RefusedAnswer ? error.fault : error instanceof IssuerUnavailable ? 'away' : 'setup',
  why: reasonOf(error).slice(0, 500),
})

/** Returns the address of the identity provider with a request, and the ID of the request. */
async function requested(
  { signInUrl, keys }: IdentityProvider,
  { entityId }: SamlSettings,
  callback: string,
  isOther: boolean,
) {
  const id = `_${randomBytes(20).toString('hex')}`
  const saml = new SAML({
    callbackUrl: callback,
    issuer: entityId,
    entryPoint: signInUrl,
    idpCert: [...keys],
    generateUniqueId: () => id,
    // The identity provider decides on the kind of name, and on how people prove who they are.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // SAML has no choice between accounts: whoever proves anew who they are can be somebody else.
    forceAuthn: isOther,
  })
  return { address: await saml.getAuthorizeUrlAsync('', undefined, {}), id }
}

/** Returns the sign-in through an organisation; `now` is in milliseconds since 1970 UTC. */
export function newSamlSignInService(settings: SamlSettings, now: () => number): SignInService {
  const reader = identityProviderReader(settings, now)
  return {
    async begin(callback, isOther = false) {
      try {
        const { address, id } = await requested(await reader.current(), settings, callback, isOther)
        return { address, secrets: { state: id, nonce: '', verifier: '' } }
      } catch (error) {
        return faultOf(error)
      }
    },
    async complete(callback, sent, { state: request }) {
      const personBy = async (provider: IdentityProvider) => {
        const answer = sent.get('SAMLResponse') ?? ''
        const person = await personIn(answer, { provider, settings, callback, request, now: now() })
        const { subject, claims, once } = person
        return { issuer: provider.entityId, subject, sources: [claims], idToken: '', sid: '', once }
      }
      try {
        return await personBy(await reader.current()).catch(async (error: unknown) => {
          const renewed = error instanceof UnknownSignature ? await reader.renewed() : undefined
          if (renewed === undefined) throw error
          return personBy(renewed)
        })
      } catch (error) {
        return faultOf(error)
      }
    },
    endOf: async () => settings.logoutUrl,
    issuer: () =>
      reader.current().then(
        ({ entityId }) => entityId,
        () => undefined,
      ),
    metadata: (callback) => ownMetadata(settings, callback),
  }
}
