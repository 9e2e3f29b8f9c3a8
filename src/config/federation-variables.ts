/** The environment variables of federation. */

/** The variables of federation: name, default and form of each, as in the table of all variables. */
export const federationVariables = [
  { name: 'FASTI_FEDERATION', fallback: 'off', form: 'off, or on; needs a public https FASTI_BASE_URL' },
  { name: 'FASTI_FEDERATION_BLOCKED', fallback: '', form: 'comma-separated domains, with subdomains' },
  {
    name: 'FASTI_FEDERATION_FOLLOWERS',
    fallback: 'accept',
    form: 'accept, or approve: they wait for an editor',
  },
  {
    name: 'FASTI_FEDERATION_HOSTS',
    fallback: '',
    form: 'comma-separated hosts: private or http, for trials',
  },
] as const
