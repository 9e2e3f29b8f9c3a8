/** The environment variables of caches in front of the service. */

/** Name, default and form of each, as in the table of all variables. */
export const purgingVariables = [
  {
    name: 'FASTI_SURROGATE_KEYS',
    fallback: 'off',
    form: 'off, or on behind caches such as Varnish: public answers say what they show and how long they may be kept',
  },
  {
    name: 'FASTI_PURGE_URL',
    fallback: '',
    form: 'http(s) address that is sent PURGE with the keys of what changed, such as http://127.0.0.1:6081/; needs FASTI_SURROGATE_KEYS=on',
  },
] as const
