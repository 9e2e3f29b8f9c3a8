/** The words for args in forms, where they are not the names of the args. */
const labels: Readonly<Record<string, string>> = {
  accessibility_contact: 'setting.accessibility',
  accessibility_text: 'setting.accessibility.text',
  actor: 'federation.follow.actor',
  charset: 'import.charset',
  code: 'factor.code',
  current_password: 'account.password.current',
  dates: 'import.dates',
  display_name: 'user.name',
  domain: 'federation.block.domain',
  email: 'account.email',
  every: 'subscription.every',
  expires: 'token.expires',
  group: 'one.group',
  private: 'webhook.private',
  prune: 'subscription.prune',
  rules: 'sign-in.rules.own',
  scopes: 'token.scopes',
  subject: 'identity.subject',
  timezone: 'zone',
  types: 'webhook.what',
  url: 'webhook.url',
}

/** The keys of words that may be the label of an arg, the likeliest first: settings have keys of their own. */
export const labelKeysOf = (name: string): readonly string[] => [
  ...(Object.hasOwn(labels, name) ? [labels[name] ?? name] : []),
  name,
  `setting.${name.replace(/_(?:url|id|html|color|image)$/, '')}`,
]
