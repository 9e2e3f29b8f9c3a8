/** The attributes of a SAML assertion as the claims of a token, from which roles and profiles are read. */
import type { Claims } from '../oidc/claims.ts'
import { ASSERTION, childrenOf, type Element, textOf } from './xml.ts'

/** The names by which rules may call attributes that identity providers send with a longer name. */
const shortNames: Readonly<Record<string, string>> = {
  'urn:oid:0.9.2342.19200300.100.1.1': 'uid',
  'urn:oid:0.9.2342.19200300.100.1.3': 'mail',
  'urn:oid:2.5.4.3': 'cn',
  'urn:oid:2.5.4.4': 'sn',
  'urn:oid:2.5.4.10': 'o',
  'urn:oid:2.5.4.11': 'ou',
  'urn:oid:2.5.4.42': 'givenName',
  'urn:oid:2.16.840.1.113730.3.1.4': 'employeeType',
  'urn:oid:2.16.840.1.113730.3.1.241': 'displayName',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.1': 'eduPersonAffiliation',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.6': 'eduPersonPrincipalName',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.7': 'eduPersonEntitlement',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.9': 'eduPersonScopedAffiliation',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.10': 'eduPersonTargetedID',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.13': 'eduPersonUniqueId',
  'urn:oid:1.3.6.1.4.1.5923.1.5.1.1': 'isMemberOf',
  'urn:oid:1.3.6.1.4.1.25178.1.2.9': 'schacHomeOrganization',
  'urn:oasis:names:tc:SAML:attribute:subject-id': 'subject-id',
  'urn:oasis:names:tc:SAML:attribute:pairwise-id': 'pairwise-id',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'mail',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn': 'upn',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname': 'givenName',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname': 'sn',
  'http://schemas.microsoft.com/identity/claims/displayname': 'displayName',
  'http://schemas.microsoft.com/identity/claims/objectidentifier': 'objectidentifier',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': 'groups',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/role': 'role',
}

/** Returns the values of attributes by each of their names: a full name counts before the short ones. */
export function attributesOf(assertion: Element): ReadonlyMap<string, readonly string[]> {
  const attributes = childrenOf(assertion, ASSERTION, 'AttributeStatement').flatMap((one) =>
    childrenOf(one, ASSERTION, 'Attribute'),
  )
  const values = new Map<string, readonly string[]>()
  const add = (name: string, more: readonly string[]) =>
    values.set(name, [...(values.get(name) ?? []), ...more])
  const sent = attributes.map((one) => ({
    name: one.getAttribute('Name') ?? '',
    friendly: one.getAttribute('FriendlyName') ?? '',
    texts: childrenOf(one, ASSERTION, 'AttributeValue').map(textOf),
  }))
  for (const { name, texts } of sent) add(name, texts)
  const full = new Set(values.keys())
  for (const { name, friendly, texts } of sent) {
    const short = shortNames[name] ?? friendly
    if (short !== '' && !full.has(short)) add(short, texts)
  }
  return values
}

/** The attributes with a login, a name and an address, the best first. */
const logins = ['preferred_username', 'uid', 'eduPersonPrincipalName', 'upn', 'mail', 'email']
const names = ['displayName', 'name', 'cn']
const addresses = ['mail', 'email']

/** Returns the claims that attributes are. A name or an address that another standard calls otherwise has the name of OpenID Connect, too. */
export function claimsOf(attributes: ReadonlyMap<string, readonly string[]>): Claims {
  const first = (among: readonly string[]) =>
    among.flatMap((name) => attributes.get(name) ?? []).find((text) => text !== '')
  const full = [first(['givenName']), first(['sn'])].filter(Boolean).join(' ')
  const [login, name, email] = [first(logins), first(names) || full, first(addresses)]
  return {
    ...Object.fromEntries(attributes),
    ...(login && { preferred_username: login }),
    ...(name && { name }),
    ...(email && { email }),
  }
}
