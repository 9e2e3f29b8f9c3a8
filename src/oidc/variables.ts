/** The environment variables of signing in through one's organisation, and of passwords. */

/** Name, default and form of each, as in the table of all variables. */
export const signInVariables = [
  {
    name: 'FASTI_OIDC_ISSUER',
    fallback: '',
    form: 'https address of an OpenID Connect issuer, such as https://login.example.org/realms/city (http on loopback): people sign in through it, and there is no local mode',
  },
  {
    name: 'FASTI_OIDC_CLIENT_ID',
    fallback: '',
    form: 'the name of this service at the issuer; required with FASTI_OIDC_ISSUER',
  },
  {
    name: 'FASTI_OIDC_CLIENT_SECRET',
    fallback: '',
    form: 'its secret at the issuer; without it the service is a public client',
  },
  {
    name: 'FASTI_OIDC_SCOPES',
    fallback: 'openid profile email',
    form: 'the scopes that are asked for, parted by spaces, with openid among them',
  },
  {
    name: 'FASTI_SAML_METADATA',
    fallback: '',
    form: 'https address of the metadata of a SAML 2.0 identity provider, such as https://login.example.org/idp/shibboleth (http on loopback), or the absolute path of a file with it: people sign in through it in place of an OpenID Connect issuer. FASTI_OIDC_LABEL, ROLES, DEFAULT_ROLE, LINK, TRUST_EMAIL, SESSION and TOKEN_DAYS hold for SAML, too',
  },
  {
    name: 'FASTI_SAML_ENTITY_ID',
    fallback: '{FASTI_BASE_URL}/signin/saml/metadata',
    form: 'the name (entityID) of this service at the identity provider',
  },
  {
    name: 'FASTI_SAML_SUBJECT',
    fallback: '',
    form: 'the attribute by which a person is known for ever, such as eduPersonUniqueId, subject-id or pairwise-id; without it, the NameID, which must not be transient',
  },
  {
    name: 'FASTI_SAML_LOGOUT',
    fallback: '',
    form: 'https address of the identity provider at which people sign out there, too; without it, they sign out here alone',
  },
  {
    name: 'FASTI_OIDC_LABEL',
    fallback: '',
    form: 'the words of the button, such as “Sign in with your city account”',
  },
  {
    name: 'FASTI_OIDC_ROLES',
    fallback: '',
    form: 'CLAIM:VALUE=ROLE,…: whoever has a value of a claim (SAML: attribute) has a role, such as groups:events=editor; the highest counts, at each sign-in. ROLE@GROUP is a role in the group with this slug or id, such as groups:museum=author@museum. A * in VALUE is any text, which a * in GROUP repeats: groups:institute-*=author@*. %XX is a character, and dots lead into objects. Rules that administrators keep at the desk count as well',
  },
  {
    name: 'FASTI_OIDC_DEFAULT_ROLE',
    fallback: 'none',
    form: 'none or a role: what people are whom no rule names; none refuses them. Without rules it is for new accounts alone',
  },
  {
    name: 'FASTI_OIDC_LINK',
    fallback: 'never',
    form: 'never or email: whether a verified e-mail address finds an account that exists, once',
  },
  {
    name: 'FASTI_OIDC_TRUST_EMAIL',
    fallback: 'off',
    form: 'on or off: whether an e-mail address counts as verified where the issuer does not say that it is not, as for Microsoft Entra ID; only for an issuer at which people cannot choose their address',
  },
  {
    name: 'FASTI_OIDC_SESSION',
    fallback: '12 hours',
    form: 'N minutes, N hours or N days, up to 90 days: when such a session ends at the latest',
  },
  {
    name: 'FASTI_OIDC_TOKEN_DAYS',
    fallback: '90',
    form: '1 to 3650: days without a sign-in after which the tokens of such an account rest, until the next one',
  },
  {
    name: 'FASTI_PASSWORDS',
    fallback: 'on',
    form: 'on or off: whether people sign in with passwords; off needs FASTI_OIDC_ISSUER or FASTI_SAML_METADATA',
  },
] as const
